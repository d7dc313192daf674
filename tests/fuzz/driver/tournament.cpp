#include "fuzz/driver/tournament.hpp"

#include "fuzz/driver/harness.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"
#include "tournament/plan/plan.hpp"

#include <filesystem>
#include <fmt/format.h>

using namespace referee;

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int max_matches = 200;

std::string make_folder() {
    const std::string folder = scratch_folder() + "/tournament";
    fs::create_directory(folder);
    for (const char* const name :
         {"a", "b", "c", "random", "reference", "maxstones", "greedy", "voronoi", "domme-short",
          "space", "sample", "sdc", "ste", "stei", "maxn", "duel", "gatehalo", "hardhalo"}) {
        const std::string path = folder + "/" + name;
        write_file(path, fmt::format("#!/bin/sh\n# {}\n", name));
        fs::permissions(path, fs::perms::owner_all);
    }
    CreateRequest request;
    request.settings = {{"rows", "40"}};
    for (const unsigned number : {1U, 2U, 3U}) {
        Rng rng(number);
        write_file(
            fmt::format("{}/f{}.dat", folder, number),
            game_named("gems").create_field(request, rng));
    }
    return folder;
}

} // namespace

const std::string& tournament_folder() {
    static const std::string folder = make_folder();
    return folder;
}

void walk_plan(const TournamentInput& input) {
    const PlanConfig& config = input.config.plan;
    const auto plan = make_plan(config);
    PlannedMatch match;
    for (int i = 0; i < max_matches && plan->next(match) == Plan::Step::match; ++i) {
        require(match.field >= 0 && match.field < config.fields, "a match on no field");
        require(static_cast<int>(match.group.size()) == config.seats, "a seat without an AI");
        for (const int ai : match.group) {
            require(ai >= 0 && ai < config.ais, "a match of no AI");
        }
    }
}

} // namespace fuzz
