// The file of --schedule: which AIs play on which field.

#include "fuzz/driver/harness.hpp"
#include "fuzz/driver/tournament.hpp"

using namespace referee;

namespace fuzz {

std::vector<std::string> seeds() {
    return {
        "a b\nb a\na c\n",
        "# comment\n\nf2: a b\n  f1:\tb c # another\nf3: c a\r\n",
        "f1: a b\nf1: a b\n",
        "a b c\n",
        "f1: a\n",
        "nobody a\n",
        "f9: a b\n",
        ":\n"};
}

void execute(std::string_view input) {
    const std::string folder = tournament_folder();
    const std::string path = folder + "/schedule";
    write_file(path, input);
    expect_user_errors([&] {
        const Arguments arguments = tournament_arguments(
            {"--fields", folder + "/*.dat", "--ai", folder + "/a", "--ai", folder + "/b", "--ai",
             folder + "/c", "--schedule", path, "--confine", "none"});
        walk_plan(read_tournament(arguments, folder + "/results.sqlite"));
    });
}

} // namespace fuzz
