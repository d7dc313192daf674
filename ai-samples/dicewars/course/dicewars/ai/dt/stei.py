"""stei, under the name by which agents import it: only the attacks of steady."""

from dicewars.ai import steady
from dicewars.client.ai_driver import EndTurnCommand


class AI(steady.AI):
    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        return self.attack(board) or EndTurnCommand()
