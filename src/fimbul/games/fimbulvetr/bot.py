class FimbulvetrMind:
    def evaluate(self, state, seat): return 0.0
    def promise(self, state, actions, seat): return [0.0]*len(actions)
    def key(self, state): return None
