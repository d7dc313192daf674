#include "dicewars/training/match.hpp"

#include "dicewars/training/players.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace referee::dicewars::training {
namespace {

/// Processor time, because the wall clock includes the work of other programs.
double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Player measured(const Player& player, long& commands, double& seconds) {
    return [&player, &commands,
            &seconds](const sample::Game& game, sample::Memory& memory, sample::Chance& chance) {
        const double begin = processor_seconds();
        const Command command = player(game, memory, chance);
        seconds += processor_seconds() - begin;
        ++commands;
        return command;
    };
}

FieldResult play_field(const MatchConfig& config, const std::vector<Player>& players, int field) {
    const std::size_t seats = players.size();
    FieldResult result{
        field, std::vector<int>(seats), std::vector<long>(seats), std::vector<double>(seats)};
    const std::uint64_t seed = config.seed + static_cast<std::uint64_t>(field);
    const Setup setup = created(seed, static_cast<int>(seats));
    for (std::size_t rotation = 0; rotation < seats; ++rotation) {
        std::vector<Player> seated;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const std::size_t who = (seat + rotation) % seats;
            seated.push_back(measured(players[who], result.commands[who], result.seconds[who]));
        }
        const int winner = play(setup, seated, seed * max_players + rotation);
        if (winner != nobody) {
            ++result.wins[(static_cast<std::size_t>(winner) + rotation) % seats];
        }
    }
    return result;
}

std::string header_of(const MatchConfig& config) {
    return fmt::format("seed {} players {}", config.seed, fmt::join(config.players, " "));
}

/// The results in the file. A line that is incomplete because of an interruption is skipped.
std::vector<FieldResult> read_results(const MatchConfig& config) {
    std::vector<FieldResult> results;
    std::ifstream file(config.path);
    std::string line;
    if (std::getline(file, line) && line != header_of(config)) {
        throw std::runtime_error(config.path + ": of another match: " + line);
    }
    while (std::getline(file, line)) {
        std::istringstream words(line);
        FieldResult result;
        words >> result.field;
        for (std::size_t i = 0; i < config.players.size(); ++i) {
            words >> result.wins.emplace_back() >> result.commands.emplace_back() >>
                result.seconds.emplace_back();
        }
        if (std::string end; words >> end && end == ".") {
            results.push_back(result);
        }
    }
    return results;
}

void write_result(const FieldResult& result, std::ostream& file) {
    file << result.field;
    for (std::size_t i = 0; i < result.wins.size(); ++i) {
        file << fmt::format(
            "  {} {} {:.6f}", result.wins[i], result.commands[i], result.seconds[i]);
    }
    file << " ." << std::endl;
}

/// The middle 95 % of a figure over resamples of the fields played.
template <typename FigureOf>
std::pair<double, double> bootstrap(const std::vector<FieldResult>& results, FigureOf figure_of) {
    constexpr int draws = 4000;
    const std::size_t seats = results.front().wins.size();
    sample::Chance chance(1);
    std::vector<double> figures;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<double> wins(seats);
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto place = chance.below(static_cast<int>(results.size()));
            const FieldResult& result = results[static_cast<std::size_t>(place)];
            std::transform(
                wins.begin(), wins.end(), result.wins.begin(), wins.begin(), std::plus<>());
        }
        figures.push_back(figure_of(wins));
    }
    std::sort(figures.begin(), figures.end());
    return {figures[draws / 40], figures[draws - draws / 40 - 1]};
}

} // namespace

std::vector<FieldResult> play_match(const MatchConfig& config) {
    std::vector<FieldResult> results = read_results(config);
    std::ofstream file(config.path, std::ios::app | std::ios::ate);
    // A new line, in case the last one is incomplete.
    file << (file.tellp() == 0 ? header_of(config) : "") << std::endl;
    std::vector<Player> players;
    for (const std::string& word : config.players) {
        players.push_back(player_named(word));
    }
    for (int field = 0; field < config.fields; ++field) {
        const auto is_it = [field](const FieldResult& result) { return result.field == field; };
        if (std::none_of(results.begin(), results.end(), is_it)) {
            results.push_back(play_field(config, players, field));
            write_result(results.back(), file);
        }
    }
    return results;
}

std::string
match_table(const std::vector<std::string>& players, const std::vector<FieldResult>& results) {
    std::string table;
    const std::size_t seats = players.size();
    const auto games = static_cast<double>(results.size() * seats);
    std::vector<double> wins(seats);
    for (std::size_t who = 0; who < seats; ++who) {
        long commands = 0;
        double seconds = 0;
        for (const FieldResult& result : results) {
            wins[who] += result.wins[who];
            commands += result.commands[who];
            seconds += result.seconds[who];
        }
        const auto [low, high] =
            bootstrap(results, [&](const auto& drawn) { return 100 * drawn[who] / games; });
        table += fmt::format(
            "{:28} {:5} of {}: {:.1f} % ({:.1f} to {:.1f}), {:.3f} ms a command", players[who],
            wins[who], games, 100 * wins[who] / games, low, high,
            1000 * seconds / static_cast<double>(std::max(1L, commands)));
        if (who > 0) {
            const auto ratio = [who](const std::vector<double>& drawn) {
                return drawn[0] / std::max(drawn[who], 0.5);
            };
            const auto [least, most] = bootstrap(results, ratio);
            table += fmt::format(
                "; the first has {:.2f} times as many ({:.2f} to {:.2f})", ratio(wins), least,
                most);
        }
        table += '\n';
    }
    return table;
}

} // namespace referee::dicewars::training
