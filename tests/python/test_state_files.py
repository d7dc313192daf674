"""What an AI reads from its work folder is what it was trained on: state_files.py, once for each
variant. `make observations` plays 1,000 games of each."""

import numpy
import pytest
from conftest import SOURCE
from referee_games import Batch, Game, PlayerError, games, player
from state_files import VARIANTS, differences, write_files


@pytest.mark.parametrize("game", games())
def test_state_files_are_read_as_a_batch_shows_the_position(tmp_path, game):
    for seed, options in enumerate([{}, *VARIANTS.get(game, [])]):
        wrong, decisions = differences(game, seed, options, tmp_path)
        assert decisions > 0
        assert wrong == 0, (seed, options)


def test_variants_are_of_games_that_can_be_learnt():
    assert set(VARIANTS) <= set(games())


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_reader_beside_its_observations(game):
    assert (SOURCE / "referee" / "games" / game / "observation.py").exists()
    assert set(vars(player.module_of(game))) >= {"HAS_VIEW", "read"}


def test_a_game_beside_the_batch_is_the_same_game_and_refuses_what_it_cannot_play():
    batch, game = Batch("gems", 1, seed=4), Game("gems", Batch("gems", 1, seed=4).field_seed(0))
    assert game.state == batch.state(0)
    assert (game.to_move, game.turn, game.seats, game.game) == ([0], 0, 2, "gems")
    with pytest.raises(ValueError, match="answers of the seats 1; give one of each seat to move: 0"):
        game.play({1: "0 0 1 0"})
    with pytest.raises(ValueError, match="there is no seat 2; they are numbered from 0 to 1"):
        game.files(2)
    assert game.play({0: "0 0 0 5"}) == {0: "illegal"}


def folder_of(tmp_path, game, change=lambda files: None):
    files = Game(game, 1).files(0)
    change(files)
    write_files(tmp_path, files)
    return str(tmp_path)


def test_errors_of_reading_are_a_line_that_says_what_to_do(tmp_path):
    with pytest.raises(PlayerError, match="game missing, not gems; play it in that game"):
        player.read(str(tmp_path), game="gems")
    with pytest.raises(PlayerError, match="'goofspiel' can't be played by a policy"):
        player.read(folder_of(tmp_path, "gems", lambda files: files.update({"match.dat": "game goofspiel\n"})))
    with pytest.raises(PlayerError, match="view is 3; give 0"):
        player.read(folder_of(tmp_path, "gems"), view=3)
    with pytest.raises(PlayerError, match="the board is 11 x 11 and the policy's planes are 7 x 7"):
        player.read(folder_of(tmp_path, "battlesnake"), shape=(7, 7))
    for game in games():
        with pytest.raises(PlayerError, match="player.dat is missing; give a work folder of a move"):
            player.read(folder_of(tmp_path, game, lambda files: files.pop("player.dat")))
    with pytest.raises(PlayerError, match="the state files of spe_ed can't be read"):
        player.read(folder_of(tmp_path, "spe_ed", lambda files: files.update({"gamefield.dat": "5 5\n0 0\n"})))


@pytest.mark.parametrize(
    "action, error",
    [(180, r"the policy's action \[180\] is none of gems; return one number from 0 to 179"), (0.5, "isn't an integer")],
)
def test_what_is_no_action_is_not_written(tmp_path, action, error):
    situation = player.read(folder_of(tmp_path, "gems"))
    with pytest.raises(PlayerError, match=error):
        player.write(situation, action, str(tmp_path))
    assert not (tmp_path / "result.dat").exists()
    player.write(situation, numpy.int64(3), str(tmp_path))
    assert (tmp_path / "result.dat").read_text() == "3 0 4 0\n"
