"""What a person sees of Fate: the view, its words and touches, the map, the trays."""
