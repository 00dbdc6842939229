"""What people see of Six Winters: the view, its words, the map, the cards and the chronicle."""
