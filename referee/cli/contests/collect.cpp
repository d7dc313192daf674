// Collecting what a course system exports, and giving marks back to it.

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/ini.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "os/own_command.hpp"
#include "season/announcement.hpp"
#include "season/collection.hpp"
#include "season/entries/entries.hpp"
#include "season/entries/submission.hpp"
#include "tournament/report/csv.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unistd.h>

namespace referee {

const Usage& collect_usage() {
    using enum Weight;
    static const Usage usage{
        "collect",
        "referee collect EXPORT... --to SEASON [options]",
        "Hands in what a course system exports: Moodle's zip with all submissions, or a\n"
        "folder of git clones, archives or folders, one for each person. What an entry\n"
        "has already isn't handed in again. One table says what was taken, and what not.",
        "referee collect download.zip --to cup --write-names names.csv\n"
        "referee collect download.zip --to cup --names names.csv --dry-run\n"
        "referee collect --to cup --names names.csv --worksheet g.csv --grades out.csv",
        {{"to", "SEASON", "the season's folder", Topic::running, required},
         explained(
             {"names", "FILE", "CSV with the column entry; other cells are names of it",
              Topic::running, common},
             "A name may be a full name, Moodle's number of a participant, an address, the name of a "
             "repository, its end behind a hyphen, or of a folder or an archive. The entrants of "
             "season.ini are read in the same way, and folders in entries/ are names of themselves."),
         explained(
             {"worksheet", "FILE", "Moodle's grading worksheet: who submitted when", Topic::running,
              common},
             "It must have been downloaded while Moodle shows English. Moments in it are minutes: a "
             "submission within the minute of a deadline is in time."),
         explained(
             {"pushes", "FILE", "CSV with repository, commit, time: what was pushed when",
              Topic::running, common},
             "Of each repository the last push before the season's deadline counts, else the last "
             "one. Without this file it is what was fetched last, at the time of the fetch."),
         {"time-zone", "ZONE", "of moments without one; default: this machine's", Topic::running,
          rare},
         {"dry-run", "", "hand nothing in, and print what would be", Topic::running, common},
         explained(
             {"write-names", "FILE",
              "write a CSV for --names, with an entry for everybody, to edit", Topic::output,
              common},
             "Nothing is handed in."),
         explained(
             {"grades", "FILE", "write the worksheet with marks and notes, for Moodle",
              Topic::output, common},
             "The grade is the fraction of the baselines that were beaten, of the maximum grade. As "
             "long as matches are missing, grades stay as they are. The comment is the note."),
         {"json", "", "print what was done as one line of JSON", Topic::output, common},
         {"force", "", "replace the files of --write-names and --grades", Topic::output, rare}}};
    return usage;
}

namespace {

namespace fs = std::filesystem;

/// One line on a terminal, for exports that take minutes.
void show_progress(std::size_t done, std::size_t all, const std::string& next) {
    if (::isatty(STDERR_FILENO) != 0) {
        print_message(fmt::format("\r\033[K{} of {}: {}", done + 1, all, next.substr(0, 60)));
    }
}

void end_progress() {
    if (::isatty(STDERR_FILENO) != 0) {
        print_message("\r\033[K");
    }
}

/// What collecting needs of season.ini: the season's own start reads and checks the rest.
void read_settings(CollectRequest& request) {
    const fs::path file = fs::path(request.season) / "season.ini";
    std::error_code code;
    if (fs::status(file, code).type() == fs::file_type::not_found) {
        throw UserError(fmt::format(
            "--to {}: there is no season.ini; name the folder of a season", request.season));
    }
    for (const IniEntry& entry : read_ini(file.string())) {
        if (entry.key == "entrants") {
            request.entrants = (file.parent_path() / entry.value).string();
        }
        if (entry.key == "deadline") {
            try {
                request.deadline = read_zoned_time(entry.value).time;
            } catch (const UserError& problem) {
                throw UserError(
                    fmt::format("{}:{}: deadline {}", file.string(), entry.line, problem.what()));
            }
        }
    }
}

std::string what_of(const CollectedRow& row, bool is_rehearsal) {
    std::vector<std::string> parts;
    switch (row.status) {
    case CollectStatus::taken:
        parts.emplace_back(is_rehearsal ? "would be taken" : "taken");
        break;
    case CollectStatus::unchanged:
        parts.emplace_back("unchanged");
        break;
    case CollectStatus::refused:
        parts.push_back("not taken: " + row.why);
        break;
    case CollectStatus::unknown:
        parts.push_back("not taken: " + row.why);
        break;
    }
    if (!row.near.empty()) {
        parts.push_back(fmt::format("did you mean {}?", safe_text(fmt::format("{}", [&] {
                                        std::string all;
                                        for (const std::string& name : row.near) {
                                            all += (all.empty() ? "" : ", ") + name;
                                        }
                                        return all;
                                    }()))));
    }
    if (row.is_late) {
        parts.emplace_back("late");
    }
    parts.insert(parts.end(), row.remarks.begin(), row.remarks.end());
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : "; ") + part;
    }
    return text;
}

/// Rows, and below them what must be read in full: tables have no room for sentences.
void print_collected(const Collected& collected, bool is_rehearsal) {
    for (const CollectedRow& row : collected.rows) {
        const std::string entry = row.entry.empty() ? "?" : row.entry;
        const std::string when =
            row.by.empty() ? "" : fmt::format(" ({}, {})", utc_text(row.time), row.by);
        fmt::print(
            "{}",
            wrapped_below(
                fmt::format("{:<20} ", entry + (row.version.empty() ? "" : " " + row.version)),
                fmt::format("{}{}: {}", row.from, when, what_of(row, is_rehearsal))));
    }
}

Json json_of(const CollectedRow& row) {
    Json json{
        {"status", name_of(row.status)},
        {"from", row.from},
        {"entry", row.entry},
        {"version", row.version}};
    if (!row.by.empty()) {
        json["time"] = utc_text(row.time);
        json["by"] = row.by;
        json["late"] = row.is_late;
        json["files"] = row.files;
    }
    if (!row.commit.empty()) {
        json["commit"] = row.commit;
    }
    json["why"] = row.why;
    json["near"] = Json(row.near);
    json["remarks"] = Json(row.remarks);
    return json;
}

void print_collect_json(const Json& json) {
    fmt::print("{}\n", safe_json(json.dump()));
}

void require_new(const Arguments& arguments, const std::string& option) {
    const std::string file = arguments.text(option);
    if (would_replace(file) && !arguments.has("force")) {
        throw UserError(fmt::format(
            "--{} {}: the file is there; name another one, or add --force", option, file));
    }
    require_writable(file, "--" + option);
}

int write_names(const Arguments& arguments, const CollectRequest& request) {
    const std::string file = arguments.text("write-names");
    require_new(arguments, "write-names");
    const std::vector<ProposedName> people = propose_names(request);
    std::string csv = "entry,name,id,email\r\n";
    for (const ProposedName& person : people) {
        csv += person.entry;
        for (const std::string& cell : {person.name, person.id, person.email}) {
            csv += "," + csv_text_cell(safe_text(cell));
        }
        csv += "\r\n";
    }
    write_if_changed(file, csv);
    if (arguments.has("json")) {
        print_collect_json({{"names", file}, {"people", people.size()}});
    } else {
        fmt::print(
            "written: {}, {}; edit the column 'entry', which everybody can see on the site, then "
            "give the file as --names\n",
            file, counted(static_cast<std::int64_t>(people.size()), "line"));
    }
    return exit_done;
}

/// What the season says of an entry: `season --marks`.
struct EntryMark {
    std::string version{};
    std::string state{};
    std::optional<double> share{};
};

std::map<std::string, EntryMark> marks_of(const std::string& season) {
    std::map<std::string, EntryMark> marks;
    const std::string folder = fs::absolute(season).lexically_normal().string();
    const CommandResult result = run_own_command({"season", folder, "--marks", "-"}, folder);
    if (result.status != exit_done) { // no baselines, or it hasn't begun: there are notes alone
        return marks;
    }
    const Csv csv = parse_csv("marks", result.output);
    const std::vector<std::string>& heading = csv.records.at(0).cells;
    const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(
            std::find(heading.begin(), heading.end(), name) - heading.begin());
    };
    constexpr std::size_t columns_before = 3; // entry, version, sha256; two for each baseline
    const std::size_t points = column("points");
    const auto baselines = static_cast<double>((points - columns_before) / 2);
    for (std::size_t i = 1; i < csv.records.size(); ++i) {
        const std::vector<std::string>& cells = csv.records[i].cells;
        std::int64_t beaten = 0;
        EntryMark mark{cells.at(1), cells.at(column("state")), {}};
        if (parse_integer(cells.at(points), beaten) && baselines > 0) {
            mark.share = static_cast<double>(beaten) / baselines;
        }
        marks.emplace(cells.at(0), std::move(mark));
    }
    return marks;
}

int write_grades(
    const Arguments& arguments, const CollectRequest& request, const Worksheet& worksheet) {
    const std::string file = arguments.text("grades");
    require_other_file(file, arguments.text("worksheet"), "the worksheet that is read");
    require_new(arguments, "grades");
    const std::map<std::string, EntryMark> marks = marks_of(request.season);
    std::map<std::string, std::string> newest;
    for (const HandedIn& version : scan_entries(request.season + "/entries").versions) {
        newest[version.entry] = version.version;
    }
    std::vector<std::string> unknown;
    std::vector<std::string> reasons;
    const std::vector<OwnerOfRow> owners = owners_of_rows(request);
    const Worksheet::Filled filled = worksheet.filled([&](const WorksheetRow& row) {
        WorksheetFeedback feedback;
        const OwnerOfRow& owner =
            owners.at(static_cast<std::size_t>(&row - worksheet.rows().data()));
        const std::string& entry = owner.entry;
        if (entry.empty()) {
            unknown.push_back(row.name.empty() ? row.id : fmt::format("{} ({})", row.name, row.id));
            reasons.push_back(owner.why);
            return feedback;
        }
        const auto mark = marks.find(entry);
        std::string version = mark == marks.end() ? "" : mark->second.version;
        if (mark != marks.end()) {
            feedback.share = mark->second.share;
        }
        if (version.empty() && newest.contains(entry)) {
            version = newest[entry];
        }
        if (!version.empty()) {
            const NoteOfVersion note =
                await_note(request.season, entry, version, std::chrono::milliseconds(0));
            feedback.text = note.text;
        }
        return feedback;
    });
    write_if_changed(file, filled.text);
    if (arguments.has("json")) {
        print_collect_json(
            {{"grades", file},
             {"people", worksheet.rows().size()},
             {"graded", filled.grades},
             {"commented", filled.comments},
             {"locked", Json(filled.locked)},
             {"unknown", Json(unknown)}});
        return unknown.empty() ? exit_done : exit_found;
    }
    fmt::print(
        "written: {}; of {}, {} have a grade and {} a comment from the season\n", file,
        counted(static_cast<std::int64_t>(worksheet.rows().size()), "person"), filled.grades,
        filled.comments);
    if (marks.empty()) {
        print_error(
            "note: there are no marks, so grades stay as they are; they need 'baseline' and "
            "'mark-games' in season.ini, and games");
    }
    if (!filled.locked.empty()) {
        print_error(fmt::format(
            "note: Moodle doesn't let these grades be changed: {}",
            safe_text(listed(filled.locked))));
    }
    if (!unknown.empty()) {
        print_error(fmt::format(
            "note: the rows of {} stay as they are, because no entry is known of them; add them to "
            "--names:",
            counted(static_cast<std::int64_t>(unknown.size()), "person")));
        for (std::size_t i = 0; i < unknown.size(); ++i) {
            print_error(safe_text(fmt::format("note: {}: {}", unknown[i], reasons[i])));
        }
    }
    return unknown.empty() ? exit_done : exit_found;
}

int print_result(
    const Arguments& arguments, const CollectRequest& request, const Collected& collected) {
    std::map<CollectStatus, int> counts;
    for (const CollectedRow& row : collected.rows) {
        ++counts[row.status];
    }
    if (arguments.has("json")) {
        Json json{
            {"dry_run", request.is_rehearsal},
            {"submissions", Json::array()},
            {"missing", Json(collected.missing)}};
        for (const CollectStatus status :
             {CollectStatus::taken, CollectStatus::unchanged, CollectStatus::refused,
              CollectStatus::unknown}) {
            json[name_of(status)] = counts[status];
        }
        for (const CollectedRow& row : collected.rows) {
            json["submissions"].push_back(json_of(row));
        }
        print_collect_json(json);
    } else {
        print_collected(collected, request.is_rehearsal);
        fmt::print(
            "{}: {} {}, {} unchanged, {} not taken, {} of unknown people\n",
            counted(static_cast<std::int64_t>(collected.rows.size()), "submission"),
            counts[CollectStatus::taken], request.is_rehearsal ? "would be taken" : "taken",
            counts[CollectStatus::unchanged], counts[CollectStatus::refused],
            counts[CollectStatus::unknown]);
        if (!collected.missing.empty()) {
            fmt::print("nothing in it from: {}\n", listed(collected.missing, 30));
        }
        if (counts[CollectStatus::unknown] > 0) {
            print_error(
                "note: write names of these people or repositories into a CSV with the column "
                "'entry' and give it as --names; --write-names begins one");
        }
    }
    return counts[CollectStatus::refused] + counts[CollectStatus::unknown] > 0 ? exit_found
                                                                               : exit_done;
}

} // namespace

int collect_command(const std::vector<std::string>& words) {
    const Arguments arguments(collect_usage(), words);
    const bool gives_grades = arguments.has("grades");
    if (!arguments.has("to") || (arguments.words().empty() && !gives_grades &&
                                 !(arguments.has("write-names") && arguments.has("worksheet")))) {
        throw UserError(
            "collect needs an export and a season; write 'referee collect EXPORT --to SEASON'");
    }
    if (gives_grades && (!arguments.has("worksheet") || !arguments.words().empty())) {
        throw UserError(
            "--grades fills the file of --worksheet; write 'referee collect --to SEASON --worksheet "
            "FILE --grades FILE', without an export");
    }
    const SignalsInWaits signals;
    CollectRequest request;
    request.season = arguments.text("to");
    request.exports = arguments.words();
    request.names = arguments.text("names");
    request.pushes = arguments.text("pushes");
    request.zone = arguments.text("time-zone");
    request.is_rehearsal = arguments.has("dry-run");
    request.progress = show_progress;
    read_settings(request);
    std::optional<Worksheet> worksheet;
    if (arguments.has("worksheet")) {
        worksheet.emplace(arguments.text("worksheet"), request.zone);
        request.worksheet = &*worksheet;
    }
    if (arguments.has("write-names")) {
        return write_names(arguments, request);
    }
    if (gives_grades) {
        return write_grades(arguments, request, *worksheet);
    }
    const Collected collected = collect(request);
    end_progress();
    return print_result(arguments, request, collected);
}

} // namespace referee
