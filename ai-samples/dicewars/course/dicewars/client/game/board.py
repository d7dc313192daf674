"""The board as agents know it. Areas come by ascending number."""

from dicewars.client.game.area import Area


class Areas(dict):
    """By name. The names are integers, but their keys are text: agents ask with either."""

    def __missing__(self, name):
        if isinstance(name, str):
            raise KeyError(name)
        return self[str(name)]


class Board:
    def __init__(self, state, shape):
        """By name: owner and dice of each area, and its neighbours and hexes."""
        self.areas = Areas(
            (name, Area(name, area["owner"], area["dice"], shape[name]["neighbours"], shape[name]["hexes"]))
            for name, area in state.items()
        )

    def get_area(self, name):
        return self.areas[str(name)]

    def get_player_areas(self, player_name):
        return [area for area in self.areas.values() if area.get_owner_name() == player_name]

    def is_at_border(self, area):
        owner = area.get_owner_name()
        return any(
            self.get_area(name).get_owner_name() != owner for name in area.get_adjacent_areas_names()
        )

    def get_player_border(self, player_name):
        return [area for area in self.get_player_areas(player_name) if self.is_at_border(area)]

    def get_player_dice(self, player_name):
        return sum(area.get_dice() for area in self.get_player_areas(player_name))

    def get_players_regions(self, player_name, skip_area=None):
        """Connected areas of a player as lists of names, as if `skip_area` were not theirs."""
        left = {
            area.get_name() for area in self.get_player_areas(player_name) if area.get_name() != skip_area
        }
        regions = []
        for first in sorted(left):
            if first not in left:
                continue
            left.remove(first)
            region = [first]
            for name in region:  # grows on the way
                for neighbour in self.get_area(name).get_adjacent_areas_names():
                    if neighbour in left:
                        left.remove(neighbour)
                        region.append(neighbour)
            regions.append(region)
        return regions

    def get_areas_region(self, area_name, available_areas):
        """The names of the areas connected with this one by available ones (names)."""
        region = [area_name]
        for name in region:  # grows on the way
            for neighbour in self.get_area(name).get_adjacent_areas_names():
                if neighbour in available_areas and neighbour not in region:
                    region.append(neighbour)
        return region

    def nb_players_alive(self):
        return len({area.get_owner_name() for area in self.areas.values()})
