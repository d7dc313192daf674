// A database that `referee tune` resumes and reports. An input is a list of edits of a right one
// (driver/damage.hpp).

#include "fuzz/driver/damage.hpp"
#include "fuzz/driver/harness.hpp"
#include "support/stored/stored_tournament.hpp"

#include "pages/report/tuning.hpp"
#include "tournament/play/queue.hpp"
#include "tournament/play/stored_plan.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

using namespace referee;

namespace fuzz {
namespace {

constexpr int stored_matches = 14;
constexpr int max_games = 12;

PlanConfig plan_config(bool is_sweep) {
    auto tuning = std::make_shared<TuningConfig>();
    tuning->method = is_sweep ? TuningMethod::sweep : TuningMethod::spsa;
    tuning->names = {"depth", "weight"};
    tuning->parameters = {{2, 1, 5, 1, true}, {0.5, 0, 1, 0.1, false}};
    tuning->declared = {2, 0.5};
    tuning->places = {0, 1};
    tuning->iterations = 10;
    tuning->test_fields = 2;
    tuning->points = is_sweep ? grid_of(tuning->parameters, 2) : std::vector<std::vector<double>>();
    tuning->sweep_fields = 2;
    PlanConfig config;
    config.format = Format::tuning;
    config.fields = 4;
    config.tuning = tuning;
    return config;
}

const PlanConfig& plan_config_of_kind(bool is_sweep) {
    static const PlanConfig sweep = plan_config(true);
    static const PlanConfig spsa = plan_config(false);
    return is_sweep ? sweep : spsa;
}

std::string make_database(bool is_sweep) {
    const std::string path = scratch_folder() + "/right.sqlite";
    const PlanConfig& config = plan_config_of_kind(is_sweep);
    const auto plan = make_plan(config);
    {
        StoredTournament tournament;
        tournament.game = "gems";
        tournament.format = "tuning";
        tournament.matches = plan->size();
        const std::string hash(64, '0');
        std::vector<StoredField> fields;
        for (const char* const name : {"f1", "f2", "f3", "f4"}) {
            fields.push_back({name, std::string("/") + name, hash});
        }
        Store store(path, tournament, {{"a+", "/a", hash}, {"a-", "/a", hash}}, fields);
        PlannedMatch match;
        for (int i = 0; i < stored_matches && plan->next(match) == Plan::Step::match; ++i) {
            std::vector<GameOutcome> games{
                tests::stored_game(match, 0), tests::stored_game(match, 1)};
            for (const GameOutcome& game : games) {
                store.add(game);
            }
            const MatchSums sums = sums_of_match(match, games, false);
            plan->finished(match, sums.points, sums.scores);
        }
    }
    std::string bytes = read_file(path);
    remove_database(path);
    return bytes;
}

const std::string& right_database(bool is_sweep) {
    static const std::string sweep = make_database(true);
    static const std::string spsa = make_database(false);
    return is_sweep ? sweep : spsa;
}

void report(const Store& store, const PlanConfig& config) {
    const auto plan = make_plan(config);
    follow(*plan, store, config.games_per_match);
    if (const auto* const sweep = dynamic_cast<const SweepPlan*>(plan.get())) {
        sweep_text(*sweep, "a");
        sweep_json(*sweep, "a");
        sweep_html(*sweep, "a");
        return;
    }
    const auto& spsa = dynamic_cast<const SpsaPlan&>(*plan);
    tuning_text(spsa, "a");
    tuning_json(spsa, "a");
    tuning_html(spsa, "a");
}

/// Takes the games that are still to be played, as long as they don't need results.
void resume(Store& store, const PlanConfig& config) {
    TournamentConfig tournament;
    tournament.plan = config;
    Progress progress({"a+", "a-"}, 100, store.game_count(), true);
    GameQueue queue(tournament, store, progress, make_plan(config));
    for (int games = 0; games < max_games; ++games) {
        const std::optional<GameToPlay> game = queue.next();
        if (!game) {
            return;
        }
        require(game->parameters == 2, "a game with other parameters");
        for (int i = 0; i < game->parameters; ++i) {
            const SpsaParameter& parameter = config.tuning->parameters[static_cast<std::size_t>(i)];
            const double value = game->values[0][static_cast<std::size_t>(i)];
            require(value >= parameter.min && value <= parameter.max, "a value out of its range");
        }
    }
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs;
    for (const std::string& damage : damages()) {
        inputs.push_back(std::string(1, static_cast<char>(inputs.size() % 2)) + damage);
    }
    return inputs;
}

void execute(std::string_view input) {
    static const std::string path = scratch_folder() + "/tuning.sqlite";
    const bool is_sweep = !input.empty() && input[0] % 2 != 0;
    const PlanConfig& config = plan_config_of_kind(is_sweep);
    write_file(path, right_database(is_sweep));
    damage_database(path, input.substr(std::min<std::size_t>(1, input.size())));
    expect_user_errors([&] { report(Store(path, Store::Access::read), config); });
    expect_user_errors([&] {
        Store store(path, Store::Access::write);
        resume(store, config);
    });
    remove_database(path);
}

} // namespace fuzz
