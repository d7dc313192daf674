#include "support/mistakes.hpp"

#include "support/catch.hpp"
#include "support/skipped.hpp"

#include <unistd.h>

namespace tests {

const std::string python = "#!/usr/bin/python3\n";

bool has_no_python() {
    return lacks("python3", "mistakes in Python");
}

Output check(
    const std::string& ai, const std::string& game, const std::vector<std::string>& options,
    const std::vector<std::string>& environment) {
    std::vector<std::string> command{referee_path(), "check", "--game", game, ai};
    command.insert(command.end(), options.begin(), options.end());
    return run(command, "", environment);
}

Output play(const std::string& ai, const std::vector<std::string>& options) {
    std::vector<std::string> command{referee_path(), source_folder() + "/fields/gems/contest.dat",
                                     "--ai",         ai,
                                     "--ai",         gems_ai("reference"),
                                     "--seats",      "fixed"};
    command.insert(command.end(), options.begin(), options.end());
    return run(command);
}

void check_said(const Output& output, const std::vector<std::string>& said) {
    INFO("standard output: " << output.out);
    INFO("standard error: " << output.err);
    for (const std::string& words : said) {
        CHECK_THAT(output.out + output.err, ContainsSubstring(words));
    }
}

void try_mistake(const Mistake& mistake) {
    INFO("mistake: " << mistake.what);
    const TemporaryFolder folder;
    write_script(folder / "ai.py", mistake.text);
    const Output checked = check(folder / "ai.py", mistake.game, mistake.options);
    CHECK(checked.status == 3);
    check_said(checked, mistake.said);
    if (mistake.game == "gems") {
        check_said(play(folder / "ai.py", mistake.options), mistake.said);
    }
}

const std::string gems_rules = R"(
board = [line.split() for line in open("gamefield.dat")][::-1]
def kind(x, y):
    return ("1" if board[y][x].isdigit() else board[y][x]) if 0 <= x < 10 and 0 <= y < 10 else None
def in_line(x, y):
    runs = [[kind(x + dx * i, y + dy * i) for i in range(-2, 3)] for dx, dy in ((1, 0), (0, 1))]
    return any(run[i] == run[i + 1] == run[i + 2] for run in runs for i in range(3) if run[i])
def exchange(x1, y1, x2, y2):
    board[y1][x1], board[y2][x2] = board[y2][x2], board[y1][x1]
def legal():
    for x1, y1, x2, y2 in [(x, y, x + dx, y + dy) for y in range(10) for x in range(10)
                           for dx, dy in ((0, 1), (1, 0)) if x + dx < 10 and y + dy < 10]:
        exchange(x1, y1, x2, y2)
        good = in_line(x1, y1) or in_line(x2, y2)
        exchange(x1, y1, x2, y2)
        if good:
            return x1, y1, x2, y2
x1, y1, x2, y2 = legal()
)";

} // namespace tests
