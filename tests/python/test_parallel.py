"""What PettingZoo documents of its parallel interface, for all games."""

import conftest
import numpy
import pytest
import referee_games

SMALL = {
    "battlesnake": {"seats": 4, "settings": {"size": 7, "lines": 20}},
    "cops": {"settings": {"size": 10, "ticks": 20, "walls": 2}},
    "dicewars": {"seats": 3, "settings": {"areas": 8, "numbers": 100}},
    "gems": {"settings": {"rows": 40, "max_moves": 20}},
    "spe_ed": {"seats": 3, "settings": {"width": 12, "height": 8}},
}


@pytest.fixture(params=referee_games.games())
def env(request):
    return referee_games.parallel_env(request.param, **SMALL[request.param])


def legal_actions(env, infos):
    """A legal action of each agent that is to move."""
    actions = {}
    for agent in env.agents:
        if infos[agent]["to_move"]:
            actions[agent] = env.action_space(agent).sample(infos[agent]["action_mask"])
    return actions


def play(env, look, max_steps=2000):
    """Plays a game of legal actions; `look` gets the agents before each step and what it gave."""
    _, infos = env.reset(seed=3)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for _ in range(max_steps):
        before = list(env.agents)
        result = env.step(legal_actions(env, infos))
        look(before, *result)
        infos = result[4]
        if not env.agents:
            return True
    return False


def test_before_a_reset_there_are_possible_agents_only(env):
    assert env.agents == []
    assert len(env.possible_agents) == env.max_num_agents >= 2


def test_a_reset_gives_an_observation_and_an_info_for_each_agent(env):
    observations, infos = env.reset(seed=1)
    assert env.agents == env.possible_agents
    assert list(observations) == list(infos) == env.agents
    assert env.num_agents == env.max_num_agents
    for agent in env.agents:
        assert observations[agent] in env.observation_space(agent)


def test_a_step_speaks_of_all_that_were_there_when_it_began(env):
    def look(before, *dictionaries):
        for dictionary in dictionaries:
            assert list(dictionary) == before

    assert play(env, look)


def test_who_is_out_is_gone_from_the_next_step_on(env):
    def look(before, observations, rewards, terminations, truncations, infos):
        assert env.agents == [agent for agent in before if not terminations[agent]]
        assert not any(truncations.values())

    assert play(env, look)


def test_observations_fit_their_space_to_the_end(env):
    def look(before, observations, *_):
        for agent in before:
            assert env.observation_space(agent).contains(observations[agent])

    assert play(env, look)


def test_masks_have_a_legal_action_for_those_who_are_to_move_and_only_for_them(env):
    def look(before, observations, rewards, terminations, truncations, infos):
        for agent in before:
            assert numpy.any(infos[agent]["action_mask"]) == infos[agent]["to_move"]
            assert not (infos[agent]["to_move"] and terminations[agent])

    assert play(env, look)


def test_masks_are_what_sample_of_gymnasiums_spaces_takes(env):
    _, infos = env.reset(seed=1)
    for agent in env.agents:
        space = env.action_space(agent)
        mask = infos[agent]["action_mask"]
        masks = mask if isinstance(mask, tuple) else (mask,)
        assert isinstance(mask, tuple) == bool(space.shape)
        assert len(masks) == (space.shape[0] if space.shape else 1)
        for each in masks:
            assert each.dtype == numpy.int8
            assert each.shape == ((space.nvec[0] if space.shape else space.n),)


def test_an_agent_has_one_reward_from_minus_one_to_one(env):
    rewarded = {}

    def look(before, observations, rewards, terminations, *_):
        for agent, reward in rewards.items():
            assert -1 <= reward <= 1
            assert reward == 0 or terminations[agent]
            rewarded[agent] = rewarded.get(agent, 0) + reward

    assert play(env, look)
    assert abs(sum(rewarded.values())) < 1e-6


def test_spaces_are_the_same_at_each_call(env):
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)


def test_the_same_seed_gives_the_same_game(env):
    first, _ = env.reset(seed=5)
    again, _ = env.reset(seed=5)
    other, _ = env.reset(seed=6)
    assert all(numpy.array_equal(first[agent], again[agent]) for agent in first)
    assert any(not numpy.array_equal(first[agent], other[agent]) for agent in first)


def starts_without_a_seed(env, seed):
    """The states of two games that begin without a seed, after one with it."""
    env.reset(seed=seed)
    starts = []
    for _ in range(2):
        env.reset()
        starts.append(env.state())
    return starts


def test_games_without_a_seed_follow_from_the_last_seed_given(env):
    first, again = starts_without_a_seed(env, 5), starts_without_a_seed(env, 5)
    other = starts_without_a_seed(env, 6)
    assert numpy.array_equal(first, again)
    assert not numpy.array_equal(first[0], first[1])
    assert not numpy.array_equal(first, other)


def test_the_first_game_is_that_of_the_constructors_seed():
    first = referee_games.parallel_env("gems", seed=7)
    other = referee_games.parallel_env("gems", seed=3)
    first.reset()
    other.reset(seed=7)
    assert numpy.array_equal(first.state(), other.state())
    first.reset()
    other.reset()
    assert numpy.array_equal(first.state(), other.state())


def test_spaces_are_dictionaries_too(env):
    for agent in env.possible_agents:
        assert env.observation_spaces[agent] is env.observation_space(agent)
        assert env.action_spaces[agent] is env.action_space(agent)


def test_observations_of_one_step_stay_when_the_next_comes(env):
    observations, infos = env.reset(seed=1)
    kept = {agent: seen.copy() for agent, seen in observations.items()}
    for _ in range(3):
        if env.agents:
            infos = env.step(legal_actions(env, infos))[4]
    assert all(numpy.array_equal(kept[agent], observations[agent]) for agent in kept)


def test_a_fraction_is_no_action(env):
    env.reset(seed=1)
    action = numpy.zeros(numpy.shape(env.action_space(env.agents[0]).sample())) + 0.5
    with pytest.raises(TypeError):
        env.step({env.agents[0]: action})


def test_a_step_after_the_end_is_refused(env):
    assert play(env, lambda *_: None)
    with pytest.raises(RuntimeError, match="reset"):
        env.step({})


def test_the_state_holds_what_all_see(env):
    observations, _ = env.reset(seed=1)
    stacked = numpy.stack([observations[agent] for agent in env.agents])
    assert numpy.array_equal(env.state(), stacked)
