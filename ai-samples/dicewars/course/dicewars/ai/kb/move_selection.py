"""Choices shared by agents, under the names by which they import them."""

from dicewars.ai.utils import possible_attacks, probability_of_holding_area

FULL = 8


def get_sdc_attack(board, player_name):
    """The attack with the greatest advantage in dice: source, target, difference; or None."""
    best = None
    for source, target in possible_attacks(board, player_name):
        difference = source.get_dice() - target.get_dice()
        if difference >= 0 and (best is None or difference > best[2]):
            best = [source.get_name(), target.get_name(), difference]
    return best


def get_transfer_to_border(board, player_name):
    """A transfer from an inner area to one at the border that isn't full: two names; or None."""
    border = [area.get_name() for area in board.get_player_border(player_name)]
    for area in board.get_player_areas(player_name):
        if area.get_name() in border or area.get_dice() < 2:
            continue
        for name in area.get_adjacent_areas_names():
            if name in border and board.get_area(name).get_dice() < FULL:
                return area.get_name(), name
    return None


def areas_expected_loss(board, player_name, areas):
    """Dice that are likely to be lost with these areas before the next turn."""
    return sum(_loss(board, player_name, area, area.get_dice()) for area in areas)


def get_transfer_from_endangered(board, player_name):
    """The transfer from the border to an own neighbour that saves the most dice: two names; or None."""
    best, max_saved = None, 0
    for area in board.get_player_border(player_name):
        if area.get_dice() < 2:
            continue
        for name in area.get_adjacent_areas_names():
            other = board.get_area(name)
            if other.get_owner_name() != player_name:
                continue
            moved = min(FULL - other.get_dice(), area.get_dice() - 1)
            saved = areas_expected_loss(board, player_name, [area, other])
            saved -= _loss(board, player_name, area, area.get_dice() - moved)
            saved -= _loss(board, player_name, other, other.get_dice() + moved)
            if saved > max_saved:
                best, max_saved = (area.get_name(), name), saved
    return best


def _loss(board, player_name, area, dice):
    held = probability_of_holding_area(board, area.get_name(), dice, player_name)
    return (1 - held) * dice
