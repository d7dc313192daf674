#include "season/cluster/slurm.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"
#include "os/own_command.hpp"
#include "season/cluster/shards.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

namespace referee {

namespace {

/// Slurm's own commands wait 10 s for the controller, some of them several times.
constexpr std::chrono::seconds command_limit{60};
/// Seconds before the end of a job's time at which the referee is told to end.
constexpr int warning_seconds = 30;

/// A task of an array: the program `play` with the folder of its shard.
constexpr std::string_view job_script = R"(#!/bin/sh
# A job of a season: FOLDER BLOCK. Written by 'referee season'.
# exec: Slurm's signals reach the program itself.
exec "$1/play" "$1/$2/$SLURM_ARRAY_TASK_ID"
)";

/// What people set for their own calls would hide jobs or change the output.
const std::vector<std::string>& squeue_words() {
    static const std::vector<std::string> words{
        "env",
        "--unset=SQUEUE_STATES",
        "--unset=SQUEUE_PARTITION",
        "--unset=SQUEUE_ACCOUNT",
        "--unset=SQUEUE_QOS",
        "--unset=SQUEUE_NAMES",
        "--unset=SQUEUE_LICENSES",
        "--unset=SQUEUE_FORMAT",
        "--unset=SQUEUE_FORMAT2",
        "squeue",
        "--me",
        "--noheader",
        "--array",
        "--format=%j|%K|%i|%t|%r"};
    return words;
}

/// The first line of what a command said, without its name: "sbatch: error: Invalid partition".
std::string complaint(const CommandResult& result, std::string_view name) {
    std::string text = result.errors.empty() ? result.output : result.errors;
    text.erase(std::min(text.find('\n'), text.size()));
    for (const std::string& beginning : {std::string(name) + ": ", std::string("error: ")}) {
        if (text.starts_with(beginning)) {
            text.erase(0, beginning.size());
        }
    }
    return text.empty() ? fmt::format("exit status {}", result.status) : text;
}

CommandResult run_slurm(const std::vector<std::string>& words, std::string_view name) {
    CommandResult result = run_program(words, command_limit);
    constexpr int not_found = 127;
    if (result.status == not_found) {
        throw ClusterAway(fmt::format(
            "{}: it can't be started; Slurm's commands must be in PATH where the season runs",
            name));
    }
    if (result.status != 0) {
        throw ClusterAway(fmt::format("{}: {}", name, complaint(result, name)));
    }
    return result;
}

/// By name, index and log the season knows its jobs, and what sbatch prints is one number.
void refuse_own_options(const std::vector<std::string>& words) {
    struct Own {
        std::string_view name;
        char letter; ///< 0: none
    };
    constexpr std::array<Own, 9> own{
        {{"job-name", 'J'},
         {"array", 'a'},
         {"output", 'o'},
         {"error", 'e'},
         {"open-mode", 0},
         {"parsable", 0},
         {"wait", 'W'},
         {"wrap", 0},
         {"test-only", 0}}};
    if (!words.empty() && !words.front().starts_with('-')) {
        throw UserError(fmt::format(
            "--slurm-options '{}': an option begins with '-'; write for example '--exclusive'",
            printable(words.front(), 120)));
    }
    for (const std::string& word : words) {
        const bool is_long = word.starts_with("--");
        const std::string name = is_long ? word.substr(2, word.find('=') - 2) : "";
        for (const auto& [option, letter] : own) {
            // sbatch takes the beginning of a name for the whole.
            if ((is_long && !name.empty() && option.starts_with(name)) ||
                (!is_long && letter != 0 && word.size() > 1 && word[0] == '-' &&
                 word[1] == letter)) {
                throw UserError(fmt::format(
                    "--slurm-options '{}': the season sets --{} itself, to find its jobs again; "
                    "leave it out",
                    printable(word, 120), option));
            }
        }
    }
}

ClusterJob::State state_of(std::string_view state, std::string_view reason) {
    if (state != "PD") {
        return ClusterJob::State::running;
    }
    const bool is_held = reason.starts_with("JobHeld") || reason == "JobHoldMaxRequeue" ||
                         reason.find("held") != std::string_view::npos;
    return is_held ? ClusterJob::State::held : ClusterJob::State::waiting;
}

} // namespace

Slurm::Slurm(SlurmConfig config)
    : config_(std::move(config)), name_("referee-" + sha256(config_.folder).substr(0, 8)) {}

void Slurm::prepare() const {
    write_if_changed(config_.folder + "/slurm-job", std::string(job_script));
}

void Slurm::submit(const std::vector<std::int64_t>& shards) {
    std::map<std::int64_t, std::vector<std::int64_t>> blocks;
    for (const std::int64_t shard : shards) {
        blocks[shard / HostShards::block].push_back(shard % HostShards::block);
    }
    for (const auto& [block, indexes] : blocks) {
        std::vector<std::string> words{
            "sbatch",
            "--parsable",
            fmt::format("--job-name={}-{}", name_, block),
            fmt::format("--array={}", fmt::join(indexes, ",")),
            "--requeue",
            "--open-mode=append",
            fmt::format("--signal=B:TERM@{}", warning_seconds),
            fmt::format("--time={}", config_.limit.count()),
            fmt::format("--output={}/{}/%a/log", config_.folder, block)};
        words.insert(words.end(), config_.options.begin(), config_.options.end());
        words.push_back(config_.folder + "/slurm-job");
        words.push_back(config_.folder);
        words.push_back(std::to_string(block));
        try {
            run_slurm(words, "sbatch");
        } catch (const ClusterAway& problem) {
            if (config_.options.empty()) {
                throw;
            }
            // A partition that doesn't exist looks like this, too.
            throw ClusterAway(fmt::format(
                "{} (with slurm-options = {})", problem.what(),
                printable(fmt::format("{}", fmt::join(config_.options, " ")), 120)));
        }
    }
}

std::vector<ClusterJob> Slurm::jobs() {
    return read_squeue(run_slurm(squeue_words(), "squeue").output, name_);
}

void Slurm::cancel(const std::vector<ClusterJob>& jobs) {
    if (jobs.empty()) {
        return;
    }
    std::vector<std::string> words{"scancel"};
    for (const ClusterJob& job : jobs) {
        words.push_back(job.id);
    }
    run_slurm(words, "scancel");
}

std::vector<ClusterJob> read_squeue(const std::string& output, const std::string& name) {
    std::vector<ClusterJob> jobs;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::array<std::string, 5> parts;
        std::istringstream rest(line);
        for (std::string& part : parts) {
            std::getline(rest, part, &part == &parts.back() ? '\n' : '|');
        }
        const auto& [job, index, id, state, reason] = parts;
        if (!job.starts_with(name + "-")) {
            continue;
        }
        std::int64_t block = 0;
        std::int64_t within = 0;
        if (!parse_integer(std::string_view(job).substr(name.size() + 1), block) || block < 0 ||
            !parse_integer(index, within) || within < 0 || within >= HostShards::block ||
            id.empty() || state.empty()) {
            throw ClusterAway(
                fmt::format("squeue: its line '{}' can't be read", printable(line, 120)));
        }
        jobs.push_back({block * HostShards::block + within, id, state_of(state, reason), reason});
    }
    return jobs;
}

std::vector<std::string> words_of_options(const std::string& text) {
    std::vector<std::string> words;
    char quote = 0;
    bool is_word = false;
    for (const char c : text) {
        if (quote != 0) {
            if (c == quote) {
                quote = 0;
            } else {
                words.back() += c;
            }
            continue;
        }
        if (c == ' ' || c == '\t') {
            is_word = false;
            continue;
        }
        if (!is_word) {
            words.emplace_back();
            is_word = true;
        }
        if (c == '\'' || c == '"') {
            quote = c;
        } else {
            words.back() += c;
        }
    }
    if (quote != 0) {
        throw UserError(fmt::format(
            "--slurm-options '{}': a quote isn't closed; write for example '--partition=games "
            "--exclusive'",
            printable(text, 120)));
    }
    refuse_own_options(words);
    return words;
}

} // namespace referee
