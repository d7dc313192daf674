"""Attacks where its advantage in dice is greatest, as long as it is not negative. Plays like sdc."""

from dicewars.ai.utils import possible_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        best = None
        greatest = -1
        for source, target in possible_attacks(board, self.player_name):
            advantage = source.get_dice() - target.get_dice()
            if advantage > greatest:
                greatest = advantage
                best = BattleCommand(source.get_name(), target.get_name())
        return best or EndTurnCommand()
