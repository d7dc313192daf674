"""Moves dice to the border, attacks what it will hold, then moves dice out of danger. Plays like stei_at."""

from dicewars.ai.utils import (
    possible_attacks,
    probability_of_holding_area,
    probability_of_successful_attack,
)
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand

FULL = 8


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        self.max_transfers = max_transfers
        two = len(players_order) == 2
        self.min_score = 0.2 if two else 0.4
        self.region_weight = 3 if two else 2
        self.is_leaving = False

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        print(f"turn {nb_turns_this_game}, {time_left} s left")  # printing does no harm
        has_transfers = nb_transfers_this_turn < self.max_transfers
        if has_transfers:
            command = self.to_border(board)
            if command:
                return command
        if not self.is_leaving:
            command = self.attack(board)
            if command:
                return command
            self.is_leaving = True
        if has_transfers:
            command = self.leave(board)
            if command:
                return command
        self.is_leaving = False
        return EndTurnCommand()

    def to_border(self, board):
        border = {area.get_name() for area in board.get_player_border(self.player_name)}
        for area in board.get_player_areas(self.player_name):
            if area.get_name() in border or area.get_dice() < 2:
                continue
            for name in area.get_adjacent_areas_names():
                if name in border and board.get_area(name).get_dice() < FULL:
                    return TransferCommand(area.get_name(), name)
        return None

    def attack(self, board):
        largest = max(board.get_players_regions(self.player_name), key=len)
        best = None
        greatest = -1
        for source, target in possible_attacks(board, self.player_name):
            dice = source.get_dice()
            score = probability_of_successful_attack(board, source.get_name(), target.get_name())
            score *= probability_of_holding_area(board, target.get_name(), dice - 1, self.player_name)
            if score < self.min_score and dice != FULL:
                continue
            if source.get_name() in largest:
                score *= self.region_weight
            if score > greatest:
                greatest = score
                best = BattleCommand(source.get_name(), target.get_name())
        return best

    def leave(self, board):
        best = None
        greatest = 0
        for area in board.get_player_border(self.player_name):
            if not area.can_attack():
                continue
            for name in area.get_adjacent_areas_names():
                other = board.get_area(name)
                if other.get_owner_name() != self.player_name:
                    continue
                moved = min(FULL - other.get_dice(), area.get_dice() - 1)
                before = self.loss(board, area, 0) + self.loss(board, other, 0)
                after = self.loss(board, area, -moved) + self.loss(board, other, moved)
                if before - after > greatest:
                    greatest = before - after
                    best = TransferCommand(area.get_name(), name)
        return best

    def loss(self, board, area, more):
        """Dice that are likely to be lost with the area if it had so many more."""
        dice = area.get_dice() + more
        held = probability_of_holding_area(board, area.get_name(), dice, self.player_name)
        return (1 - held) * dice
