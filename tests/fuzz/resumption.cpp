// A database that `referee tournament --config` resumes and `referee site` shows. An input is a
// list of edits of a right one (driver/damage.hpp).

#include "fuzz/driver/damage.hpp"
#include "fuzz/driver/harness.hpp"
#include "fuzz/driver/tournament.hpp"
#include "support/stored/stored_tournament.hpp"

#include "cli/contests/continued_tournament.hpp"
#include "pages/site/site.hpp"
#include "tournament/play/queue.hpp"

#include <filesystem>
#include <fmt/format.h>

using namespace referee;

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int stored_matches = 5;
constexpr int max_games = 40;

/// The settings in the file of --config: one whose games depend on the results, and one whose
/// don't.
TournamentInput input_of(bool depends_on_results) {
    const std::string path = tournament_folder() + "/resumed.ini";
    write_file(
        path, fmt::format(
                  "fields = f?.dat\nai = a\nai = b\nai = c\nformat = {}\n",
                  depends_on_results ? "racing" : "round-robin"));
    return read_tournament(
        tournament_arguments({"--config", path}), tournament_folder() + "/results.sqlite");
}

const TournamentInput& input(bool depends_on_results) {
    static const TournamentInput plain = input_of(false);
    static const TournamentInput race = input_of(true);
    return depends_on_results ? race : plain;
}

const std::string& right_database(bool depends_on_results) {
    static const auto made = [](bool depends) {
        const std::string path = scratch_folder() + "/right.sqlite";
        const TournamentInput& settings = input(depends);
        {
            Store store(path, settings.stored, settings.ais, settings.fields);
            store.add_machine({1, "a processor", 2});
            const auto plan = make_plan(settings.config.plan);
            PlannedMatch match;
            for (int i = 0; i < stored_matches && plan->next(match) == Plan::Step::match; ++i) {
                store.add(tests::stored_game(match, 0));
                store.add(tests::stored_game(match, 1));
            }
        }
        std::string bytes = read_file(path);
        remove_database(path);
        return bytes;
    };
    static const std::string plain = made(false);
    static const std::string race = made(true);
    return depends_on_results ? race : plain;
}

/// Takes the games that are still to be played and stores results of some of them.
void resume(const std::string& path, const TournamentInput& settings, bool replays) {
    Store store(path, Store::Access::write);
    adapt_database(store, settings, replays);
    Progress progress({"a", "b", "c"}, 18, store.game_count(), true);
    GameQueue queue(settings.config, store, progress, make_plan(settings.config.plan));
    for (int games = 0; games < max_games; ++games) {
        const std::optional<GameToPlay> game = queue.next();
        if (!game) {
            return;
        }
        require(game->field >= 0 && game->field < 3, "a game on no field");
        PlannedMatch match;
        match.index = game->match;
        match.field = game->field;
        match.group = {game->ais[0], game->ais[1]};
        GameOutcome outcome = tests::stored_game(match, 0);
        outcome.index = game->index;
        store.add(outcome);
        queue.finished(outcome);
    }
}

} // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> inputs;
    for (const std::string& damage : damages()) {
        inputs.push_back(std::string(1, static_cast<char>(inputs.size() % 8)) + damage);
    }
    return inputs;
}

void execute(std::string_view input_bytes) {
    static const std::string path = scratch_folder() + "/resumed.sqlite";
    static const std::string site = scratch_folder() + "/site";
    const unsigned how = input_bytes.empty() ? 0 : static_cast<unsigned char>(input_bytes[0]);
    const bool depends_on_results = how % 2 != 0;
    write_file(path, right_database(depends_on_results));
    damage_database(path, input_bytes.substr(std::min<std::size_t>(1, input_bytes.size())));
    if ((how & 4U) != 0) {
        expect_user_errors([&] {
            const Store store(path, Store::Access::read);
            write_site(store, {site, "a title", true, 5});
        });
        fs::remove_all(site);
    }
    expect_user_errors([&] { resume(path, input(depends_on_results), (how & 2U) != 0); });
    remove_database(path);
}

} // namespace fuzz
