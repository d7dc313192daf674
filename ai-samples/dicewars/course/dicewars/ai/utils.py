"""Probabilities and attacks, under the names by which agents import them."""

import math
from functools import lru_cache


def sigmoid(value):
    """The logistic function, of a number or of an array of NumPy."""
    if hasattr(value, "__array__"):
        import numpy

        return 1 / (1 + numpy.exp(-value))
    return 1 / (1 + math.exp(-value))


def save_state(*_arguments, **_keywords):
    """For the debugger of the course. An AI can't create files here, so nothing is saved."""


@lru_cache(maxsize=None)
def _ways(dice):
    """The number of throws of `dice` dice that give each sum."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + 6)
        for total, count in enumerate(ways):
            for die in range(1, 7):
                longer[total + die] += count
        ways = longer
    return ways


@lru_cache(maxsize=None)
def attack_succcess_probability(atk, df):
    """Probability that `atk` dice throw more than `df` dice, to 8 decimals."""
    better = sum(
        ways * sum(_ways(df)[:total]) for total, ways in enumerate(_ways(atk))
    )
    return round(better / 6 ** (atk + df), 8)


attack_success_probability = attack_succcess_probability


def probability_of_successful_attack(board, atk_area, target_area):
    """Probability of winning a battle; the areas by name."""
    attack = board.get_area(atk_area).get_dice()
    return attack_succcess_probability(attack, board.get_area(target_area).get_dice())


def probability_of_holding_area(board, area_name, area_dice, player_name):
    """Probability of keeping the area with `area_dice` dice if everyone who can attacks it once."""
    probability = 1.0
    for name in board.get_area(area_name).get_adjacent_areas_names():
        neighbour = board.get_area(name)
        if neighbour.get_owner_name() != player_name and neighbour.can_attack():
            probability *= 1.0 - attack_succcess_probability(neighbour.get_dice(), area_dice)
    return probability


def possible_attacks(board, player_name):
    """All pairs of an own area and an enemy neighbour that it may attack."""
    for area in board.get_player_border(player_name):
        if not area.can_attack():
            continue
        for name in area.get_adjacent_areas_names():
            target = board.get_area(name)
            if target.get_owner_name() != player_name:
                yield area, target
