#include "season/cluster/checks.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/draft.hpp"
#include "os/output.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace referee {

namespace {

namespace fs = std::filesystem;

constexpr const char* check_file = "/check.json";
constexpr const char* answer_file = "/answer.json";

/// What a job is to check, as its folder says; nothing if it doesn't.
std::optional<ClusterCheck> read_check(const std::string& folder) {
    try {
        const nlohmann::json text = nlohmann::json::parse(text_of_file(folder + check_file));
        ClusterCheck check;
        check.number = text.at("number").get<std::int64_t>();
        check.entry = text.at("entry").get<std::string>();
        check.version = text.at("version").get<std::string>();
        check.sha256 = text.at("sha256").get<std::string>();
        check.read_ns = text.at("read").get<std::int64_t>();
        return check;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

} // namespace

std::vector<ClusterCheck> HostChecks::read_checks() {
    std::vector<ClusterCheck> checks;
    for (const std::int64_t number : shards_.numbers()) {
        if (std::optional<ClusterCheck> check = read_check(shards_.folder_of(number))) {
            check->number = number;
            shards_.took(number);
            checks.push_back(std::move(*check));
        }
    }
    return checks;
}

Admission HostChecks::write(std::int64_t number, const CheckJob& job) {
    Draft whole(shards_.folder_of(number), Draft::Kind::folder);
    const HandedIn& entry = job.arrival.entry;
    Admission copied =
        copy_version(config_, job.calendar, record_, entry, whole.path() + "/copies");
    if (copied.draft.empty()) {
        return copied;
    }
    write_file(
        whole.path() + check_file,
        nlohmann::json{
            {"number", number},
            {"entry", entry.entry},
            {"version", entry.version},
            {"sha256", copied.sha256},
            {"read", copied.read_ns}}
                .dump() +
            "\n");
    whole.publish();
    shards_.took(number);
    return copied;
}

/// A season that was killed may have taken the copy without storing what it decided.
std::optional<std::string> HostChecks::answer(std::int64_t number) {
    const std::string folder = shards_.folder_of(number);
    const std::string text = text_of_file(folder + answer_file);
    Admission admission;
    if (!read_admission(text, admission)) {
        return std::nullopt;
    }
    std::error_code code;
    if (admission.is_accepted && !fs::exists(admission.draft, code)) {
        fs::remove(folder + answer_file, code);
        return std::nullopt;
    }
    return text;
}

void HostChecks::remove_check(std::int64_t number) {
    shards_.note_use(number, shards_.use_of(number));
    const std::string folder = shards_.folder_of(number);
    if (const std::optional<ClusterCheck> check = read_check(folder)) {
        remove_drafts_of_check(config_.path("versions"), check->entry, check->version, number);
    }
    std::error_code code;
    fs::remove(folder + check_file, code); // without it, the rest is removed at the next start
    if (code) {
        fail("removing " + folder, code.value());
    }
    fs::remove_all(folder, code);
}

void check_copy(
    const SeasonConfig& config, const std::string& folder, const std::vector<int>& cores) {
    const std::optional<ClusterCheck> check = read_check(folder);
    if (!check) {
        throw UserError(
            folder + ": it isn't the folder of a check, as a season on a cluster makes it");
    }
    const HandedIn copy{
        check->entry, check->version,
        fmt::format("{}/copies/{}/{}", folder, check->entry, check->version), 0};
    Admission admission = admit_copy(config, copy, check->sha256, check->number, cores);
    admission.read_ns = check->read_ns;
    Draft answer(folder + answer_file);
    write_file(answer.path(), text_of(admission) + "\n");
    answer.publish();
}

} // namespace referee
