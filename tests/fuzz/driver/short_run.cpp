// A short run without a fuzzer, the same on every machine, for `make test`:
//     NAME --runs N --keep FILE   executes the seeds and N inputs made of them
//     NAME FILE… executes these inputs FILE holds the input being executed; it is removed at the
//     end if there was no finding.

#include "fuzz/driver/harness.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <random>

namespace {

constexpr unsigned fixed_seed = 20261121;

constexpr std::array<std::string_view, 16> snippets{"-1",
                                                    "0",
                                                    "255",
                                                    "2147483648",
                                                    "9223372036854775808",
                                                    "1e999",
                                                    "nan",
                                                    "\n",
                                                    "\r\n",
                                                    " ",
                                                    "=",
                                                    "\"",
                                                    "\\",
                                                    "[",
                                                    "\xff",
                                                    std::string_view("\0", 1)};

/// Makes inputs of others. The same sequence of inputs in every run, with every standard library.
class Mutator {
  public:
    explicit Mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {}

    std::string next() {
        std::string input = seeds_[below(seeds_.size())];
        for (std::size_t count = 1 + below(4); count > 0; --count) {
            change(input);
        }
        return input;
    }

  private:
    // The bias of a remainder doesn't matter here; the standard distributions differ.
    std::size_t below(std::size_t end) { return rng_() % end; }

    void change(std::string& input) {
        const std::size_t at = below(input.size() + 1);
        const std::size_t length = std::min(input.size() - at, 1 + below(16));
        switch (below(6)) {
        case 0:
            input.erase(at, length);
            break;
        case 1:
            input.insert(at, input.substr(at, length));
            break;
        case 2:
            input.replace(at, length, snippets[below(snippets.size())]);
            break;
        case 3:
            input.insert(at, snippets[below(snippets.size())]);
            break;
        case 4: {
            const std::string& other = seeds_[below(seeds_.size())];
            input.replace(at, length, other.substr(below(other.size() + 1), 1 + below(64)));
            break;
        }
        default:
            if (at < input.size()) {
                input[at] = static_cast<char>(below(256));
            }
        }
    }

    std::vector<std::string> seeds_;
    std::mt19937 rng_{fixed_seed};
};

/// Executes the input; false if that is a finding.
bool is_fine(const std::string& input) {
    try {
        fuzz::execute(input);
        return true;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "finding: {}\n", problem.what());
        return false;
    }
}

int run_short(int runs, const std::string& keep) {
    const std::vector<std::string> seeds = fuzz::seeds();
    Mutator mutator(seeds);
    for (int run = 0; run < runs + static_cast<int>(seeds.size()); ++run) {
        const auto number = static_cast<std::size_t>(run);
        const std::string input = number < seeds.size() ? seeds[number] : mutator.next();
        // Written before it is executed: a crash leaves it there.
        fuzz::write_file(keep, input);
        if (!is_fine(input)) {
            return EXIT_FAILURE;
        }
    }
    std::remove(keep.c_str());
    fmt::print("{} seeds, {} inputs made of them\n", seeds.size(), runs);
    return EXIT_SUCCESS;
}

} // namespace

int main(int count, char** words) {
    if (count == 5 && words[1] == std::string_view("--runs") &&
        words[3] == std::string_view("--keep")) {
        return run_short(std::atoi(words[2]), words[4]);
    }
    bool all_are_fine = count > 1;
    for (int i = 1; i < count; ++i) {
        all_are_fine = is_fine(fuzz::read_file(words[i])) && all_are_fine;
    }
    return all_are_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
