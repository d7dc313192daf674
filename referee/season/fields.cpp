#include "season/fields.hpp"

#include "error.hpp"
#include "field/rng.hpp"
#include "games/registry.hpp"
#include "process/output_file.hpp"
#include "process/random.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace referee {
namespace {} // namespace

void make_fields(const FieldRequest& request, const std::string& folder) {
    namespace fs = std::filesystem;
    const Game& game = game_named(request.game);
    CreateRequest create = request.create;
    if (create.players == 0) {
        create.players = game.info().default_seats;
    }
    const std::string draft = folder + ".part";
    fs::remove_all(draft);
    fs::create_directories(draft);
    // Random bits can't be guessed from the fields or from another draw; --seed takes 63 of them.
    const std::uint64_t seed = request.seed.value_or(random_bits() >> 1U);
    for (int i = 0; i < request.count; ++i) {
        Rng rng(seed + static_cast<std::uint64_t>(i));
        const std::string path = fmt::format("{}/field-{:03}.dat", draft, i + 1);
        write_file(
            path, game.create_field(create, rng),
            "the field can't be written; free some disk space");
    }
    fs::rename(draft, folder);
}

} // namespace referee
