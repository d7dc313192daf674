"""An area as agents know it."""


class Area:
    def __init__(self, name, owner_name, dice, neighbours, hexes):
        self.name = int(name)
        self.owner_name = owner_name
        self.dice = dice
        self.neighbours = neighbours  # names, in the order that decides ties
        self.hexes = hexes

    def get_name(self):
        return self.name

    def get_owner_name(self):
        return self.owner_name

    def set_owner(self, name):
        self.owner_name = name

    def get_dice(self):
        return self.dice

    def set_dice(self, dice):
        self.dice = dice

    def get_adjacent_areas_names(self):
        return self.neighbours

    def get_adjacent_areas(self):
        """The same under its older name."""
        return self.neighbours

    def get_hexes(self):
        return self.hexes

    def can_attack(self):
        return self.dice >= 2
