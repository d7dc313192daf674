// `referee collect`: referee/season/README.md, "Collecting".

#include "season/arena.hpp"
#include "season/deadline.hpp"
#include "season/entry_names.hpp"
#include "season/worksheet.hpp"
#include "support/catch.hpp"
#include "support/json_schema.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using tests::Output;
using tests::read_file;
using tests::run;
using tests::write_file;

const std::string player = "#!/bin/sh\necho 1\n";

/// A season's folder that nobody runs, and a teacher's folder beside it.
class Course {
  public:
    explicit Course(const std::string& settings = "") {
        fs::create_directories(season() + "/entries");
        fs::create_directories(season() + "/notes");
        write_file(season() + "/season.ini", settings);
    }

    std::string operator/(const std::string& name) const { return folder_ / name; }
    std::string season() const { return folder_ / "cup"; }
    std::string entry(const std::string& name) const { return season() + "/entries/" + name; }

    void make_archives(const std::string& kind) const {
        const Output made = run(
            {"python3", tests::source_folder() + "/tests/season/course/archives.py", folder_.path(),
             kind});
        INFO(made.err);
        REQUIRE(made.status == 0);
    }

    Output call(std::vector<std::string> words) const {
        words.insert(words.begin(), {tests::referee_path(), "collect", "--to", season()});
        return run(words, folder_.path(), {"TZ=UTC", "TMPDIR=" + scratch()});
    }
    json collect(std::vector<std::string> words) const {
        words.emplace_back("--json");
        const Output output = call(std::move(words));
        INFO(output.err);
        REQUIRE((output.status == 0 || output.status == 3));
        CHECK(fs::is_empty(scratch()));
        return json::parse(output.out);
    }
    /// The row of each submission by whose it is.
    static std::map<std::string, json> rows(const json& collected) {
        std::map<std::string, json> rows;
        for (const json& row : collected.at("submissions")) {
            rows[row.at("from").get<std::string>()] = row;
        }
        return rows;
    }
    /// Everything below the entries.
    std::vector<std::string> left() const {
        std::vector<std::string> names;
        for (const auto& found : fs::recursive_directory_iterator(season() + "/entries")) {
            names.push_back(found.path().lexically_relative(season() + "/entries").string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

  private:
    std::string scratch() const {
        fs::create_directories(folder_ / "scratch");
        return folder_ / "scratch";
    }
    tests::TemporaryFolder folder_{true};
};

std::string status_of(const json& row) {
    return row.at("status").get<std::string>();
}

/// A test of referee/cli/schemas/collect.json.
void require_form(const json& value) {
    const json schema =
        json::parse(read_file(tests::source_folder() + "/referee/cli/schemas/collect.json"));
    CHECK(tests::objections(schema, value).empty());
}

bool has_text(const json& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(), [&](const json& text) {
        return text.get<std::string>().find(part) != std::string::npos;
    });
}

} // namespace

TEST_CASE("what Moodle exports is handed in without renaming", "[season][collect]") {
    const Course course("entrants = entrants.csv\n");
    course.make_archives("moodle");
    write_file(course.season() + "/entrants.csv", "entry,name,team\njane,Jane Doe,red\n");
    // As Excel writes it in many countries.
    write_file(
        course / "names.csv",
        "\xef\xbb\xbf"
        "Full name;ID;entry\r\nJürgen Groß;;juergen\r\n\"O'Brien, Sean\";103;sean\r\n"
        ";104;nested\r\n;105;windows\r\nold name;;old\r\n;107;text\r\n;109;two\r\n");
    const std::vector<std::string> words{"download.zip", "--names", "names.csv"};
    std::vector<std::string> rehearsal = words;
    rehearsal.emplace_back("--dry-run");
    const json planned = course.collect(rehearsal);
    CHECK(planned.at("taken") == 6);
    CHECK(course.left().empty());
    CHECK(!fs::exists(course.season() + "/collected.json"));

    const json first = course.collect(words);
    require_form(first);
    auto rows = Course::rows(first);
    CHECK(first.at("taken") == 6);
    CHECK(first.at("refused") == 2);
    CHECK(first.at("unknown") == 1);
    CHECK(rows.at("Jane Doe").at("entry") == "jane");
    CHECK(rows.at("Jane Doe").at("by") == "collecting");
    CHECK(rows.at("Only Text").at("why").get<std::string>().find("typed") != std::string::npos);
    CHECK(status_of(rows.at("Jane Do")) == "unknown");
    CHECK(rows.at("Jane Do").at("near").at(0) == "Jane Doe");
    CHECK(
        rows.at("Report Only").at("why").get<std::string>().find("several archives") !=
        std::string::npos);
    CHECK(has_text(rows.at("Win Dows").at("remarks"), "end with CR LF"));
    CHECK(has_text(rows.at("Win Dows").at("remarks"), "byte order mark"));
    CHECK(has_text(rows.at("Old Name").at("remarks"), "code page 437"));
    CHECK(has_text(rows.at("Nested Zip").at("remarks"), "report.pdf"));
    CHECK(
        course.left() == std::vector<std::string>{
                             "jane",
                             "jane/1",
                             "jane/1/ai.ini",
                             "jane/1/lib",
                             "jane/1/lib/Zug.txt",
                             "jane/1/player.sh",
                             "juergen",
                             "juergen/1",
                             "juergen/1/ai.ini",
                             "juergen/1/player.sh",
                             "nested",
                             "nested/1",
                             "nested/1/ai.ini",
                             "nested/1/player.sh",
                             "old",
                             "old/1",
                             "old/1/Züge.txt",
                             "old/1/ai.ini",
                             "old/1/player.sh",
                             "sean",
                             "sean/1",
                             "windows",
                             "windows/1",
                             "windows/1/ai.ini",
                             "windows/1/player.sh"});
    for (const char* const program :
         {"jane/1/player.sh", "juergen/1/player.sh", "nested/1/player.sh", "sean/1"}) {
        INFO(program);
        CHECK(::access(course.entry(program).c_str(), X_OK) == 0);
    }
    CHECK(read_file(course.entry("sean/1")) == player);

    // Again: nothing; then one who has changed something; then as it was.
    const std::vector<std::string> before = course.left();
    CHECK(course.collect(words).at("unchanged") == 6);
    CHECK(course.left() == before);
    CHECK(
        Course::rows(course.collect({"flat.zip", "--names", "names.csv"}))
            .at("Jane Doe")
            .at("version") == "2");
    CHECK(read_file(course.entry("jane/2/player.sh")) == player + "# new\n");
    // A version that came by another way is newer, but what the course has is the same.
    fs::create_directories(course.entry("jane/3"));
    CHECK(course.collect({"flat.zip", "--names", "names.csv"}).at("unchanged") == 1);
    const json old = Course::rows(course.collect(words)).at("Jane Doe");
    CHECK(status_of(old) == "refused"); // what the course had first is old

    const Output table = course.call(words);
    CHECK(table.status == 3);
    CHECK_THAT(table.out, ContainsSubstring("9 submissions: 0 taken, 5 unchanged, 3 not"));
    CHECK_THAT(table.out, ContainsSubstring("Jane Doe?"));
    CHECK_THAT(table.err, ContainsSubstring("--write-names"));
}

TEST_CASE("hostile archives are refused and leave nothing", "[season][collect][hostile]") {
    const Course course;
    write_file(course.season() + "/notes/.quota", "{\"build-size\": 2000000}\n");
    fs::create_directories(course / "export");
    const Output made = run(
        {"python3", tests::source_folder() + "/tests/season/course/archives.py", course / "export",
         "hostile"});
    INFO(made.err);
    REQUIRE(made.status == 0);
    std::string names = "entry\n";
    for (const auto& each : fs::directory_iterator(course / "export")) {
        const std::string name = each.path().filename().string();
        names += name.substr(0, name.find('.')) + "\n";
    }
    write_file(course / "names.csv", names);
    const json collected = course.collect({"export", "--names", "names.csv"});
    const std::map<std::string, std::string> reasons{
        {"dots.zip", "it isn't a path within a folder"},
        {"absolute.zip", "it isn't a path within a folder"},
        {"backslash.zip", "it isn't a path within a folder"},
        {"link.zip", "it is a link"},
        {"through.zip", "it is a link"},
        {"pipe.tar", "neither a file nor a folder"},
        {"twice.zip", "it is there twice"},
        {"both.zip", "it is there twice"},
        {"password.zip", "it has a password"},
        {"truncated.zip", "it ends early"},
        {"changed.zip", "can't be unpacked"},
        {"bomb.zip", "it has more than 1 MiB"},
        {"many.zip", "more than 20000 files and folders"},
        {"deep.zip", "it lies in too many folders"},
        {"empty.zip", "there is no file in it"},
        {"matryoshka.zip", "an archive in an archive"},
        {"hardlink.tar.gz", "it is a link"},
        {"noise.zip", "can't be unpacked"}};
    const auto rows = Course::rows(collected);
    for (const auto& [name, reason] : reasons) {
        INFO(name);
        REQUIRE(rows.contains(name));
        INFO(rows.at(name).dump());
        CHECK(status_of(rows.at(name)) == "refused");
        CHECK_THAT(rows.at(name).at("why").get<std::string>(), ContainsSubstring(reason));
        CHECK(!fs::exists(course.entry(name.substr(0, name.find('.')))));
    }
    CHECK(status_of(rows.at("good.zip")) == "taken");
    CHECK(!fs::exists(course / "evil"));
    CHECK(!fs::exists("/evil"));
}

TEST_CASE("nothing in a clone has an effect but its files", "[season][collect][hostile]") {
    if (tests::lacks("git", "clones")) {
        return;
    }
    const Course course;
    const std::string trace = course / "trace";
    const auto git = [&](const std::string& folder, std::vector<std::string> words) {
        words.insert(words.begin(), {"git", "-C", folder});
        const Output output =
            run(words, "",
                {"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
                 "GIT_COMMITTER_EMAIL=a@b", "GIT_AUTHOR_DATE=2001-01-01T00:00:00Z",
                 "GIT_COMMITTER_DATE=2001-01-01T00:00:00Z", "HOME=" + course.season(),
                 "GIT_CONFIG_NOSYSTEM=1"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        return output.out.substr(0, output.out.find('\n'));
    };
    const std::string model = course / "model";
    fs::create_directories(model + "/lib");
    write_file(model + "/ai.ini", "command = player.sh\n");
    tests::write_script(model + "/player.sh", player);
    write_file(model + "/lib/data.txt", "data\n");
    write_file(model + "/.gitattributes", "* filter=evil text eol=crlf ident\n");
    git(model, {"init", "-q", "-b", "main", "."});
    git(model, {"add", "."});
    git(model, {"commit", "-q", "-m", "x"});
    const std::string commit = git(model, {"rev-parse", "HEAD"});
    std::string names = "entry\n";
    const auto clone_of = [&](const std::string& who) {
        const std::string folder = course / ("clones/gems-" + who);
        fs::create_directories(course / "clones");
        fs::copy(model, folder, fs::copy_options::recursive);
        names += who + "\n";
        return folder;
    };
    const std::string evil = "#!/bin/sh\necho evil >>" + trace + "\n";
    tests::write_script(course / "evil", evil);
    for (int i = 0; i < 20; ++i) {
        clone_of(fmt::format("student{}", i));
    }
    const std::string config = clone_of("config") + "/.git/config";
    const std::string run_evil = course / "evil";
    write_file(
        config, read_file(config) +
                    fmt::format(
                        "[core]\nfsmonitor = {0}\nhooksPath = {1}\nsshCommand = {0}\npager = {0}\n"
                        "attributesFile = {1}/none\n[filter \"evil\"]\nclean = {0}\nsmudge = {0}\n"
                        "process = {0}\nrequired = true\n[uploadpack]\npackObjectsHook = {0}\n"
                        "[extensions]\npartialClone = origin\n[remote \"origin\"]\nurl = ext::{0}\n"
                        "promisor = true\n[include]\npath = {1}/none\n[alias]\nls-tree = !{0}\n",
                        run_evil, course.season()));
    const std::string hooks = clone_of("hooks") + "/.git/hooks";
    fs::create_directories(hooks);
    for (const char* const name :
         {"post-checkout", "pre-receive", "post-index-change", "reference-transaction"}) {
        tests::write_script(hooks + "/" + name, evil);
    }
    const std::string alternates = clone_of("alternates") + "/.git/objects/info";
    fs::create_directories(alternates);
    write_file(alternates + "/alternates", model + "/.git/objects\n");
    const std::string linked = clone_of("linked");
    fs::remove_all(linked + "/.git");
    fs::create_directory_symlink(model + "/.git", linked + "/.git");
    const std::string pointer = clone_of("pointer");
    fs::remove_all(pointer + "/.git");
    write_file(pointer + "/.git", "gitdir: " + model + "/.git\n");
    const std::string inner = clone_of("inner") + "/.git/objects";
    fs::remove_all(inner);
    fs::create_directory_symlink(model + "/.git/objects", inner);
    const std::string module = clone_of("module");
    git(module, {"update-index", "--add", "--cacheinfo", "160000," + commit + ",sub"});
    git(module, {"commit", "-q", "-m", "sub"});
    const std::string symlink = clone_of("symlink");
    fs::create_symlink("/etc/passwd", symlink + "/passwd");
    git(symlink, {"add", "."});
    git(symlink, {"commit", "-q", "-m", "link"});
    fs::create_directories(clone_of("dirty"));
    write_file(course / "clones/gems-dirty/player.sh", "not committed");
    // What was fetched counts, also if it wasn't checked out; a bare clone is one, too.
    const std::string fetched = clone_of("fetched");
    write_file(fetched + "/lib/data.txt", "newer\n");
    git(fetched, {"commit", "-q", "-a", "-m", "newer"});
    git(fetched, {"update-ref", "refs/remotes/origin/main", "HEAD"});
    git(fetched, {"reset", "-q", "--hard", "HEAD~1"});
    const std::string bare = course / "clones/gems-bare.git";
    git(course.season(), {"clone", "-q", "--bare", model, bare});
    names += "bare\n";
    const std::string none = course / "clones/gems-none";
    fs::create_directories(none);
    git(none, {"init", "-q", "."});
    names += "none\n";
    write_file(course / "names.csv", names);

    const auto rows = Course::rows(course.collect({"clones", "--names", "names.csv"}));
    REQUIRE(rows.size() == 32);
    CHECK(!fs::exists(trace));
    const auto refused = [&](const std::string& who, const std::string& why) {
        INFO(who);
        CHECK(status_of(rows.at("gems-" + who)) == "refused");
        CHECK_THAT(rows.at("gems-" + who).at("why").get<std::string>(), ContainsSubstring(why));
        CHECK(!fs::exists(course.entry(who)));
    };
    refused("alternates", "borrows objects");
    refused("linked", "a .git that is a link");
    refused("pointer", "a .git that is a file");
    refused("inner", "no folder of objects of its own");
    refused("module", "it is another repository");
    refused("symlink", "it is a link");
    refused("none", "has no commit");
    for (const std::string who : {"student0", "student19", "config", "hooks", "dirty", "fetched"}) {
        INFO(who);
        const json& row = rows.at("gems-" + who);
        INFO(row.dump());
        CHECK(status_of(row) == "taken");
        CHECK(row.at("by") == "pull");
        CHECK(row.at("time").get<std::string>().substr(0, 2) != "200"); // not the authors' dates
        CHECK(read_file(course.entry(who + "/1/player.sh")) == player);
        CHECK(!fs::exists(course.entry(who + "/1/.git")));
        CHECK(::access(course.entry(who + "/1/player.sh").c_str(), X_OK) == 0);
    }
    CHECK(status_of(rows.at("gems-bare.git")) == "taken");
    CHECK(read_file(course.entry("student1/1/lib/data.txt")) == "data\n"); // no line ends converted
    CHECK(read_file(course.entry("fetched/1/lib/data.txt")) == "newer\n");

    // The server's list says which push was the last in time.
    write_file(
        course / "pushes.csv",
        fmt::format(
            "repository,commit,time\norg/gems-fetched.git,{0},2026-11-20T10:00:00Z\n"
            "org/gems-fetched.git,{1},2026-11-20T12:30:00.5+00:00\ngems-bare,{0},1763632800\n"
            "gems-student0,{2},2026-11-20 10:00 UTC\n",
            commit, git(fetched, {"rev-parse", "origin/main"}), std::string(40, 'a')));
    write_file(course.season() + "/season.ini", "deadline = 2026-11-20 12:00 UTC\n");
    const auto pushed =
        Course::rows(course.collect({"clones", "--names", "names.csv", "--pushes", "pushes.csv"}));
    CHECK(pushed.at("gems-fetched").at("commit") == commit);
    CHECK(pushed.at("gems-fetched").at("time") == "2026-11-20T10:00:00Z");
    CHECK(pushed.at("gems-fetched").at("late") == false);
    CHECK(pushed.at("gems-fetched").at("version") == "2");
    CHECK(status_of(pushed.at("gems-bare.git")) == "unchanged");
    CHECK(pushed.at("gems-bare.git").at("by") == "push");
    CHECK(status_of(pushed.at("gems-student0")) == "refused"); // a commit that isn't in the clone
    CHECK(has_text(pushed.at("gems-student1").at("remarks"), "the list of pushes"));
}

TEST_CASE("Moodle's worksheet says when, and takes marks back", "[season][collect]") {
    const Course course("deadline = 2020-11-20 18:00 Europe/Berlin\n");
    course.make_archives("moodle");
    const std::string heading =
        "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be "
        "changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n";
    const std::string absent =
        "Participant 200,Not There,not@x.example,No submission,,\"10,00\",Yes,-,-,\r\n";
    write_file(
        course / "worksheet.csv",
        "\xef\xbb\xbf" + heading +
            "Participant 101,Jane Doe,jane@x.example,Submitted for grading,,\"10,00\",Yes,\"Friday, "
            "20 November 2020, 5:59 PM\",-,\r\n"
            "Participant 102,Jürgen Groß,groß@x.example,Submitted for grading,5.00,10.00,No,\"Friday, "
            "20 November 2020, 6:01 PM\",-,\"said \"\"good\"\"\"\r\n" +
            absent);
    const std::vector<std::string> times{
        "--worksheet", "worksheet.csv", "--time-zone", "Europe/Berlin"};
    std::vector<std::string> words{"download.zip", "--write-names", "names.csv"};
    words.insert(words.end(), times.begin(), times.end());
    const json written = course.collect(words);
    require_form(written);
    CHECK(written.at("people") == 10);
    CHECK_THAT(
        read_file(course / "names.csv"),
        ContainsSubstring("entry,name,id,email\r\njane.doe,Jane Doe,101,jane@x.example\r\n"
                          "p102,Jürgen Groß,102,groß@x.example\r\n"));
    CHECK(course.call(words).status == 2); // it isn't replaced
    words[1] = "--names";
    const json collected = course.collect(words);
    const auto rows = Course::rows(collected);
    CHECK(rows.at("Jane Doe").at("time") == "2020-11-20T16:59:00Z");
    CHECK(rows.at("Jane Doe").at("by") == "worksheet");
    CHECK(rows.at("Jane Doe").at("late") == false);
    CHECK(rows.at("Jürgen Groß").at("late") == true);
    CHECK(rows.at("Jürgen Groß").at("entry") == "p102");
    CHECK(collected.at("missing") == json{"Not There"});

    // A later call with the worksheet knows more than the first one.
    const std::vector<std::string> blind{"flat.zip", "--names", "names.csv"};
    CHECK(Course::rows(course.collect(blind)).at("Jane Doe").at("late") == true);
    std::string newer = read_file(course / "worksheet.csv");
    newer.replace(newer.find("5:59 PM"), 7, "6:00 PM");
    write_file(course / "newer.csv", newer);
    std::vector<std::string> knowing = blind;
    knowing.insert(knowing.end(), {"--worksheet", "newer.csv", "--time-zone", "Europe/Berlin"});
    const auto known = Course::rows(course.collect(knowing));
    CHECK(status_of(known.at("Jane Doe")) == "unchanged");
    CHECK(has_text(known.at("Jane Doe").at("remarks"), "earlier than was known"));
    CHECK(course.collect(knowing).at("submissions").at(0).at("remarks").empty());

    // Without marks there are notes.
    fs::create_directories(course.season() + "/notes/jane.doe");
    write_file(course.season() + "/notes/jane.doe/2.txt", "jane.doe 2: rejected. a < b\n");
    std::vector<std::string> grades{"--names", "names.csv", "--grades", "upload.csv"};
    grades.insert(grades.end(), times.begin(), times.end());
    const json graded = course.collect(grades);
    require_form(graded);
    CHECK(graded.at("graded") == 0);
    CHECK(graded.at("commented") == 1);
    const std::string upload = read_file(course / "upload.csv");
    CHECK_THAT(upload, ContainsSubstring("<pre>jane.doe 2: rejected. a &lt; b</pre>"));
    CHECK_THAT(upload, ContainsSubstring("\"said \"\"good\"\"\""));
    CHECK_THAT(upload, ContainsSubstring(absent));
    CHECK(upload.starts_with("\xef\xbb\xbfIdentifier,Full name,Email address,Status,Grade,"));
}

TEST_CASE("a namesake is nobody's entry", "[season][collect]") {
    const Course course;
    const std::string heading = "Identifier,Full name,Email address,Grade,Maximum Grade,Last "
                                "modified (submission),Feedback comments\n";
    const std::string anna = "Participant 11,Anna Ash,anna@x.example,,10.00,-,\n";
    const std::string stranger = "Participant 22,Anna Ash,other@x.example,,10.00,-,mine\n";
    write_file(course / "both.csv", heading + anna + stranger);
    write_file(course / "one.csv", heading + stranger);
    const auto submission = [&](const std::string& folder, const std::string& who) {
        const std::string path = course / (folder + "/" + who);
        fs::create_directories(path);
        tests::write_script(path + "/player.sh", player + "# " + who + "\n");
    };
    submission("one", "Anna Ash_22_assignsubmission_file_");
    submission("both", "Anna Ash_11_assignsubmission_file_");
    submission("both", "Anna Ash_22_assignsubmission_file_");
    submission("grouped", "Group A-Anna Ash_22_assignsubmission_file_");
    submission("plain", "Anna Ash");
    struct Case {
        std::string names;                        ///< of the list
        std::string exports;                      ///< the folder
        std::string sheet;                        ///< empty: none
        std::map<std::string, std::string> files; ///< by entry: whose
        std::string why;
    };
    const std::string own = "Anna Ash_11_assignsubmission_file_";
    const std::string other = "Anna Ash_22_assignsubmission_file_";
    const std::string has_number = "another person of this name is anna (number 11)";
    const std::string has_address = "another person of this name is anna (address anna@x.example)";
    const std::string shared = "2 people of the course have this name";
    const std::vector<Case> cases{
        {"entry,name,id\nanna,Anna Ash,11\n", "one", "", {}, has_number},
        {"entry,name,who\nanna,Anna Ash,Participant 11\n", "one", "", {}, has_number},
        {"entry,name,id\nanna,Anna Ash,11\n", "grouped", "", {}, has_number},
        {"entry,name,id\nanna,Anna Ash,11\n", "plain", "one.csv", {}, has_number},
        {"entry,name,id\nanna,Anna Ash,11\n", "both", "", {{"anna", own}}, has_number},
        {"entry,name,email\nanna,Anna Ash,anna@x.example\n", "one", "one.csv", {}, has_address},
        {"entry,name,email\nanna,Anna Ash,ANNA@x.example\n",
         "both",
         "both.csv",
         {{"anna", own}},
         has_address},
        {"entry,name,id,email\nanna,Anna Ash,11,other@x.example\n",
         "one",
         "one.csv",
         {{"anna", other}}, // nobody shares an address
         ""},
        {"entry,name,id,email\nanna,Anna Ash,22,changed@x.example\n",
         "one",
         "one.csv",
         {{"anna", other}},
         ""},
        {"entry,name\nanna,Anna Ash\n", "both", "", {}, shared},
        {"entry,name\nanna,Anna Ash\n", "plain", "both.csv", {}, shared},
        {"entry,name\nanna,Anna Ash\n", "one", "", {{"anna", other}}, ""},
        {"entry,name,matriculation\nanna,Anna Ash,7\n", "one", "", {{"anna", other}}, ""},
        {"entry,name,id\nanna,Anna Ash,11\nanna2,Anna Ash,22\n",
         "both",
         "",
         {{"anna", own}, {"anna2", other}},
         ""}};
    for (const Case& each : cases) {
        INFO(each.names + each.exports + " " + each.sheet);
        fs::remove_all(course.season() + "/entries");
        fs::remove(course.season() + "/collected.json");
        fs::create_directories(course.season() + "/entries");
        write_file(course / "names.csv", each.names);
        std::vector<std::string> words{each.exports, "--names", "names.csv"};
        if (!each.sheet.empty()) {
            words.insert(words.end(), {"--worksheet", each.sheet});
        }
        const json collected = course.collect(words);
        std::map<std::string, std::string> files;
        for (const json& row : collected.at("submissions")) {
            const std::string entry = row.at("entry");
            if (entry.empty()) {
                CHECK(!each.why.empty());
                CHECK_THAT(row.at("why").get<std::string>(), ContainsSubstring(each.why));
                continue;
            }
            const std::string text =
                read_file(course.entry(entry + "/" + row.at("version").get<std::string>()));
            const std::string mark = text.substr(player.size() + 2);
            files[entry] = mark.substr(0, mark.find('\n'));
        }
        CHECK(files == each.files);
        CHECK(
            collected.at("unknown") == (each.why.empty()                               ? 0
                                        : each.exports == "both" && each.files.empty() ? 2
                                                                                       : 1));
    }

    // Grades go to nobody else, and a new list has an entry for each.
    write_file(course / "names.csv", "entry,name,id\nanna,Anna Ash,11\n");
    fs::remove_all(course.season() + "/entries");
    fs::create_directories(course.entry("anna/1"));
    fs::create_directories(course.season() + "/notes/anna");
    write_file(course.season() + "/notes/anna/1.txt", "anna 1: rejected.\n");
    std::vector<std::string> grades{"--names",  "names.csv", "--worksheet",
                                    "both.csv", "--grades",  "up.csv"};
    const json graded = course.collect(grades);
    CHECK(graded.at("commented") == 1);
    CHECK(graded.at("unknown") == json{"Anna Ash (22)"});
    CHECK_THAT(read_file(course / "up.csv"), ContainsSubstring(",10.00,-,mine"));
    grades.emplace_back("--force");
    const Output said = course.call(grades);
    CHECK(said.status == 3);
    CHECK_THAT(said.err, ContainsSubstring("the rows of 1 person stay as they are"));
    CHECK_THAT(said.err, ContainsSubstring("Anna Ash (22): " + has_number));
    fs::remove_all(course.entry("anna"));
    for (const std::string list : {"names.csv", ""}) {
        std::vector<std::string> words{"both",    "--worksheet",   "both.csv",
                                       "--force", "--write-names", "new.csv"};
        if (!list.empty()) {
            words.insert(words.end(), {"--names", list});
        }
        course.collect(words);
        const std::string names = read_file(course / "new.csv");
        CHECK_THAT(
            names, ContainsSubstring(list.empty() ? "anna.ash,Anna Ash,11" : "anna,Anna Ash,11"));
        CHECK_THAT(
            names,
            ContainsSubstring(list.empty() ? "anna.ash-2,Anna Ash,22" : "anna.ash,Anna Ash,22"));
    }
}

TEST_CASE("what is older than what was collected isn't taken", "[season][collect]") {
    const Course course;
    const auto sheet = [&](const std::string& name, const std::string& time) {
        write_file(
            course / name, "Identifier,Full name,Last modified (submission)\nParticipant 1,Ann,"
                           "2020-11-20 " +
                               time + " UTC\n");
    };
    sheet("old.csv", "10:00");
    sheet("new.csv", "11:00");
    sheet("last.csv", "12:00");
    for (const std::string name : {"old", "new", "other"}) {
        const std::string path = course / (name + "/Ann_1_assignsubmission_file_");
        fs::create_directories(path);
        tests::write_script(path + "/player.sh", player + "# " + name + "\n");
    }
    write_file(course / "names.csv", "entry,id\nann,1\n");
    const auto collect = [&](const std::string& name, const std::string& list) {
        std::vector<std::string> words{name, "--names", "names.csv"};
        if (!list.empty()) {
            words.insert(words.end(), {"--worksheet", list});
        }
        return course.collect(words).at("submissions").at(0);
    };
    for (const std::string first : {"", "old.csv"}) {
        for (const std::string second : {"", "new.csv"}) {
            INFO("'" + first + "' '" + second + "'");
            fs::remove_all(course.season() + "/entries");
            fs::remove(course.season() + "/collected.json");
            fs::create_directories(course.season() + "/entries");
            CHECK(status_of(collect("old", first)) == "taken");
            CHECK(status_of(collect("new", second)) == "taken");
            for (const std::string third : {"", "old.csv", "new.csv"}) {
                const json row = collect("old", third);
                INFO(third << row.dump());
                CHECK(status_of(row) == "refused");
                CHECK_THAT(
                    row.at("why").get<std::string>(),
                    ContainsSubstring("older than what was collected at"));
            }
            if (!second.empty()) { // else its time isn't known
                CHECK_THAT(
                    collect("other", "old.csv").at("why").get<std::string>(),
                    ContainsSubstring("older than what was collected at 2020-11-20T11:00:00Z"));
            }
            CHECK(!fs::exists(course.entry("ann/3")));
            CHECK(status_of(collect("new", second)) == "unchanged");
        }
    }
    CHECK(status_of(collect("old", "last.csv")) == "taken"); // submitted once more
    CHECK(status_of(collect("new", "new.csv")) == "refused");
    CHECK(status_of(collect("new", "")) == "refused");
}

TEST_CASE("the end of a repository's name counts where it is clear", "[season][collect]") {
    const Course course;
    struct Case {
        std::vector<std::string> repositories;
        std::string entries;                       ///< lines of the list
        std::map<std::string, std::string> owners; ///< by repository; others: nobody
    };
    const std::vector<Case> cases{
        {{"gems-ann", "ann"}, "ann\n", {{"ann", "ann"}}},
        {{"gems-ann", "chess-ann"}, "ann\n", {}},
        {{"gems-ann", "gems-ben"}, "ann\nben\n", {{"gems-ann", "ann"}, {"gems-ben", "ben"}}},
        {{"gems-duel-ann-ben", "gems-duel-cleo"}, "ben\ncleo\n", {{"gems-duel-cleo", "cleo"}}},
        {{"gems-duel-ann-ben", "gems-duel-ben"},
         "ann-ben\nben\n",
         {{"gems-duel-ann-ben", "ann-ben"}, {"gems-duel-ben", "ben"}}},
        {{"gems-duel-team-1", "gems-duel-team-2", "gems-duel-ann"},
         "team-1\nteam-2\nann\n",
         {{"gems-duel-team-1", "team-1"},
          {"gems-duel-team-2", "team-2"},
          {"gems-duel-ann", "ann"}}},
        {{"gems-ann", "gems-ben", "chess-cleo"},
         "ann\nben\ncleo\n",
         {{"gems-ann", "ann"}, {"gems-ben", "ben"}}},
        {{"gems-ann"}, "ann\n", {{"gems-ann", "ann"}}},
        {{"gems-ann-ben"}, "ann-ben\nben\n", {}},
        {{"gemsann", "gemsben"}, "ann\nben\n", {}},
        {{"gems-ann", "gems-ben"}, "ann\nben,gems-ann\n", {{"gems-ann", "ben"}}}};
    for (const Case& each : cases) {
        fs::remove_all(course / "folder");
        for (const std::string& name : each.repositories) {
            INFO(name);
            fs::create_directories(course / ("folder/" + name));
            tests::write_script(course / ("folder/" + name + "/player.sh"), player);
        }
        write_file(course / "names.csv", "entry,name\n" + each.entries);
        std::map<std::string, std::string> owners;
        for (const auto& [name, row] :
             Course::rows(course.collect({"folder", "--names", "names.csv", "--dry-run"}))) {
            if (row.at("entry") != "") {
                owners[name] = row.at("entry");
            }
        }
        INFO(each.entries);
        INFO(each.repositories.at(0));
        CHECK(owners == each.owners);
    }
    fs::remove_all(course / "folder");
    fs::create_directories(course / "folder/gems-duel-student01");
    fs::create_directories(course / "folder/gems-duel-git-hub-Dash");
    fs::create_directories(course / "folder/other");
    course.collect({"folder", "--write-names", "written.csv"});
    CHECK(
        read_file(course / "written.csv") ==
        "entry,name,id,email\r\ngit-hub-dash,gems-duel-git-hub-Dash,,\r\n"
        "student01,gems-duel-student01,,\r\nother,other,,\r\n");
}

TEST_CASE("a stale worksheet makes nothing punctual", "[season][collect]") {
    const Course course("deadline = 2020-11-20 12:00 UTC\n");
    const auto sheet = [&](const std::string& time) {
        write_file(
            course / "sheet.csv", "Identifier,Full name,Last modified (submission)\nParticipant 1,"
                                  "Ann,2020-11-20 " +
                                      time + " UTC\nParticipant 2,Ben,-\n");
    };
    const auto submission = [&](const std::string& who, const std::string& text) {
        const std::string path = course / ("export/" + who + "_assignsubmission_file_");
        fs::create_directories(path);
        tests::write_script(path + "/player.sh", player + text);
    };
    write_file(course / "names.csv", "entry,id\nann,1\nben,2\ncleo,3\n");
    const std::vector<std::string> blind{"export", "--names", "names.csv"};
    std::vector<std::string> knowing = blind;
    knowing.insert(knowing.end(), {"--worksheet", "sheet.csv"});
    const auto row = [&](const std::vector<std::string>& words) {
        return Course::rows(course.collect(words)).at("Ann");
    };
    const std::string stale = "the worksheet has the time of the submission before; download it "
                              "again";
    sheet("10:00");
    submission("Ann_1", "# first\n");
    CHECK(row(knowing).at("late") == false);
    submission("Ann_1", "# second\n");
    const json refused = row(knowing);
    CHECK(status_of(refused) == "refused");
    CHECK(refused.at("why") == stale);
    CHECK(!fs::exists(course.entry("ann/2")));
    CHECK(row(blind).at("late") == true);
    const json known = row(knowing);
    CHECK(status_of(known) == "unchanged");
    CHECK(known.at("by") == "collecting");
    CHECK(known.at("late") == true);
    CHECK(has_text(known.at("remarks"), stale));
    sheet("11:00");
    CHECK(row(knowing).at("late") == false);
    CHECK(row(knowing).at("remarks").empty());

    // Who isn't in it, or has no time there.
    submission("Ben_2", "# ben\n");
    submission("Cleo_3", "# cleo\n");
    const auto rows = Course::rows(course.collect(knowing));
    CHECK(has_text(rows.at("Ben").at("remarks"), "the worksheet has no time for it; its time is"));
    CHECK(
        has_text(rows.at("Cleo").at("remarks"), "the worksheet doesn't have it; its time is that"));
    CHECK(rows.at("Cleo").at("by") == "collecting");
    CHECK(rows.at("Cleo").at("late") == true);
}

TEST_CASE("what a group submits together is the group's", "[season][collect]") {
    const Course course("deadline = 2020-11-20 12:00 UTC\n");
    // Moodle numbers groups and participants apart, so that the numbers meet. The files lie in a
    // folder of the archive's name, as Windows unpacks it.
    const auto submit = [&](const std::string& name, const std::string& text) {
        const std::string folder = course / ("export/CS101-Gems/" + name);
        fs::create_directories(folder);
        write_file(folder + "/player.sh", player + text);
    };
    submit("Team Red_12_assignsubmission_file", "# red\n");
    submit("Team Blue_13_assignsubmission_file", "# blue\n");
    submit("Team Blue_13_assignsubmission_onlinetext", "<p>");
    submit("Default group_assignsubmission_file", "# none\n");
    write_file(
        course / "worksheet.csv",
        "Identifier,\"Full name\",Group,Grade,\"Last modified (submission)\"\n"
        "Participant 11,Anna Ash,Team Red,,\"Friday, 20 November 2020, 11:03 AM\"\n"
        "Participant 12,Ben Birch,Team Blue,,\"Friday, 20 November 2020, 1:03 PM\"\n"
        "Participant 13,Cleo Cole,Team Red,,\"Friday, 20 November 2020, 11:03 AM\"\n"
        "Participant 14,Dora Dix,Team Green,,-\n"
        "Participant 15,Emil Elm,Team Green,,-\n");
    const std::vector<std::string> lists{"--worksheet", "worksheet.csv", "--time-zone", "UTC"};
    std::vector<std::string> words{"export", "--write-names", "names.csv"};
    words.insert(words.end(), lists.begin(), lists.end());
    CHECK(course.collect(words).at("people") == 4); // groups, and not their members
    CHECK(
        read_file(course / "names.csv") ==
        "entry,name,id,email\r\nteam.red,Team Red,,\r\nteam.blue,Team Blue,,\r\n"
        "team.green,Team Green,,\r\ndefault.group,Default group,,\r\n");
    words = {"export", "--names", "names.csv"};
    words.insert(words.end(), lists.begin(), lists.end());
    const json collected = course.collect(words);
    CHECK(collected.at("taken") == 3);
    CHECK(collected.at("missing") == json{"Team Green"});
    const auto rows = Course::rows(collected);
    CHECK(rows.at("Team Red").at("time") == "2020-11-20T11:03:00Z");
    CHECK(rows.at("Team Red").at("late") == false);
    CHECK(rows.at("Team Blue").at("late") == true);
    CHECK(has_text(rows.at("Team Blue").at("remarks"), "a text that was typed"));
    CHECK(read_file(course.entry("team.red/1")) == player + "# red\n");
    CHECK(read_file(course.entry("team.blue/1")) == player + "# blue\n");
    CHECK(read_file(course.entry("default.group/1")) == player + "# none\n");
    // Each member gets what the group has.
    words = {"--grades", "upload.csv", "--names", "names.csv"};
    words.insert(words.end(), lists.begin(), lists.end());
    const json graded = course.collect(words);
    CHECK(graded.at("unknown").empty());
}

TEST_CASE("clones in the folders of a server's groups are found", "[season][collect]") {
    if (tests::lacks("git", "clones")) {
        return;
    }
    const Course course;
    std::string pushes = "repository,commit,time\n";
    for (const std::string who : {"alice", "bob"}) {
        const std::string folder = course / ("export/cs101/" + who + "/gems");
        fs::create_directories(folder);
        tests::write_script(folder + "/player.sh", player + "# " + who + "\n");
        const Output made = run(
            {"/bin/sh", "-ec",
             "git init -q -b main .; git add .; git -c user.name=a -c user.email=a@b commit -qm x; "
             "echo changed >>player.sh; git rev-parse HEAD"},
            folder, {"HOME=" + course.season(), "GIT_CONFIG_NOSYSTEM=1"});
        INFO(made.err);
        REQUIRE(made.status == 0);
        pushes += "https://git.example/cs101/" + who + "/gems.git," +
                  made.out.substr(0, made.out.find('\n')) + ",2026-11-20T1" +
                  (who == "bob" ? "1" : "0") + ":00:00Z\n";
    }
    write_file(course / "pushes.csv", pushes);
    write_file(course / "names.csv", "entry\nalice\nbob\n");
    const json collected =
        course.collect({"export", "--names", "names.csv", "--pushes", "pushes.csv"});
    CHECK(collected.at("taken") == 2);
    const auto rows = Course::rows(collected);
    CHECK(rows.at("cs101/alice/gems").at("time") == "2026-11-20T10:00:00Z");
    CHECK(rows.at("cs101/bob/gems").at("time") == "2026-11-20T11:00:00Z");
    CHECK(read_file(course.entry("bob/1")) == player + "# bob\n"); // what was committed
    // A single one in a folder for all of them has its own name.
    fs::remove_all(course / "export/cs101/bob");
    fs::rename(course / "export/cs101/alice/gems", course / "export/cs101/gems-alice");
    fs::remove_all(course / "export/cs101/alice");
    CHECK(
        Course::rows(course.collect({"export", "--names", "names.csv"}))
            .at("cs101/gems-alice")
            .at("entry") == "alice");
}

TEST_CASE("of several submissions for an entry the newest counts", "[season][collect]") {
    const Course course;
    for (const std::string who : {"one", "two"}) {
        fs::create_directories(course / ("export/" + who));
        write_file(course / ("export/" + who + "/ai.ini"), "command = player.sh\n# " + who + "\n");
        tests::write_script(course / ("export/" + who + "/player.sh"), player);
    }
    write_file(course / "names.csv", "entry,name,other\nteam,one,two\n");
    const json collected = course.collect({"export", "--names", "names.csv"});
    CHECK(collected.at("refused") == 2); // nobody knows which is newer
    CHECK(course.left().empty());
    write_file(course / "export/two/ai.ini", read_file(course / "export/one/ai.ini"));
    CHECK(course.collect({"export", "--names", "names.csv"}).at("taken") == 1);
    write_file(course / "names.csv", "entry,name\na,one\nb,one\n");
    const json several = course.collect({"export", "--names", "names.csv"});
    CHECK_THAT(
        Course::rows(several).at("one").at("why").get<std::string>(),
        ContainsSubstring("several entries have this name: a and b"));
}

TEST_CASE("mistakes in lists of a course are named with their line", "[season][collect]") {
    const Course course;
    fs::create_directories(course / "export");
    const auto says = [&](std::vector<std::string> words, const std::string& text) {
        const Output output = course.call(std::move(words));
        INFO(output.err);
        CHECK(output.status == 2);
        CHECK_THAT(output.err, ContainsSubstring(text));
        CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
    };
    write_file(course / "list.csv", "a,b\n");
    says({"export", "--names", "list.csv"}, "list.csv:1: no column 'entry'");
    says({"export", "--worksheet", "list.csv"}, "list.csv:1: no column 'Identifier'");
    says({"export", "--pushes", "list.csv"}, "list.csv:1: no column 'repository'");
    write_file(course / "list.csv", "entry\nalice\n../bob\n");
    says({"export", "--names", "list.csv"}, "list.csv:3: entry '../bob'");
    write_file(course / "list.csv", "entry,name\nalice,J\xfcrgen\n");
    says({"export", "--names", "list.csv"}, "it isn't UTF-8; save it as 'CSV UTF-8'");
    write_file(course / "list.csv", "Identifier,Last modified (submission)\nParticipant 1,soon\n");
    says({"export", "--worksheet", "list.csv"}, "list.csv:2: 'soon' is no moment");
    write_file(course / "list.csv", "repository,commit,time\na,b,soon\n");
    says({"export", "--pushes", "list.csv"}, "list.csv:2: 'soon' is no moment");
    says({"nowhere.zip"}, "nowhere.zip: no such file or folder");
    says({"list.csv"}, "it is neither a folder nor an archive");
    says({}, "collect needs an export and a season");
    write_file(course.season() + "/collected.json", "{");
    says({"export"}, "collected.json: it is damaged");
}

TEST_CASE("moments are read as servers and Moodle write them", "[season][collect]") {
    constexpr std::int64_t moment = 1'795'194'180; // 2026-11-20T17:03:00Z
    for (const char* const text :
         {"1795194180", "2026-11-20T17:03:00Z", "2026-11-20T17:03:00.123Z", "2026-11-20 17:03 UTC",
          "2026-11-20T18:03:00+01:00", "2026-11-20T18:03:00+0100", "2026-11-20 18:03",
          "Friday, 20 November 2026, 6:03 PM", "Friday, November 20, 2026, 6:03 PM",
          "20 Nov 2026, 18:03", "2026-11-20 18:03 Europe/Berlin"}) {
        INFO(text);
        CHECK(referee::read_moment(text, "Europe/Berlin") == moment);
    }
    CHECK(referee::read_moment("Friday, 20 November 2026, 12:03 AM", "UTC") == 1'795'132'980);
    for (const char* const text : {"", "-", "soon", "20 2026 18:03", "2026-13-20T17:03:00Z"}) {
        INFO(text);
        CHECK(!referee::read_moment(text, "UTC"));
    }
}

TEST_CASE("what a course system had in time is in time", "[season][collect][deadline]") {
    constexpr std::int64_t second = 1'000'000'000;
    const tests::TemporaryFolder folder;
    const std::string file = folder / "collected.json";
    referee::Calendar calendar;
    calendar.deadline = referee::ZonedTime{100, "then"};
    const referee::DeadlineRecord record(folder / "deadline.json", file);
    const auto late = [&](const std::string& hash) {
        return lateness(calendar, record, {"alice", "1", hash}, 150 * second, 160 * second);
    };
    CHECK(!late("abc").empty());
    referee::CollectedRecord collected(file);
    collected.add({"alice", "abc", 99, "worksheet", ""});
    CHECK(collected.last_of("alice") == nullptr); // not handed in yet
    collected.add({"alice", "abc", 99, "worksheet", "1"});
    collected.add({"alice", "def", 120, "worksheet", "2"});
    CHECK(collected.last_of("alice")->version == "2");
    CHECK(late("abc").empty());
    CHECK(by_change_times(calendar, record, {"alice", "1", "abc"}, 160 * second).empty());
    CHECK_THAT(late("def"), ContainsSubstring("changed at 1970-01-01T00:02:00Z"));
    CHECK(!late("other files").empty());
    CHECK(!lateness(calendar, record, {"bob", "1", "abc"}, 150 * second, 160 * second).empty());
    // In time by its change times, whatever the course system says.
    CHECK(lateness(calendar, record, {"alice", "2", "def"}, 90 * second, 95 * second).empty());
    CHECK(referee::CollectedRecord(file).time_of("alice", "abc") == 99);
    write_file(file, "{\"collected\": 2, \"versions\": []}");
    CHECK_THROWS_WITH(
        referee::CollectedRecord(file), ContainsSubstring("a newer version of the referee"));
    CHECK(!late("abc").empty());
}

TEST_CASE("the next assignment numbers everybody anew", "[collect]") {
    const tests::TemporaryFolder folder;
    write_file(
        folder / "names.csv",
        "entry,name,id\nanna,Anna Ash,11\nben,Ben Birch,12\ncleo,Cleo Cole,13\n");
    const auto names_of = [&](const std::vector<referee::CoursePerson>& people) {
        referee::EntryNames names;
        names.read(folder / "names.csv");
        for (const referee::CoursePerson& person : people) {
            names.add_person(person);
        }
        std::vector<std::string> entries;
        for (const referee::CoursePerson& person : people) {
            entries.push_back(names.find(person).entry);
        }
        return entries;
    };
    using Entries = std::vector<std::string>;
    CHECK(
        names_of(
            {{"21", "", {"Anna Ash"}}, {"22", "", {"Ben Birch"}}, {"23", "", {"Cleo Cole"}}}) ==
        Entries{"anna", "ben", "cleo"});
    // One known number says that the numbers are those of the list.
    CHECK(
        names_of({{"21", "", {"Anna Ash"}}, {"12", "", {"Ben Birch"}}, {"23", "", {"Dora"}}}) ==
        Entries{"", "ben", ""});
    CHECK(names_of({{"21", "", {"Anna Ash"}}}) == Entries{""});
    // Two of one name are two people, however they are numbered.
    CHECK(
        names_of({{"21", "", {"Anna Ash"}}, {"22", "", {"Anna Ash"}}, {"23", "", {"Cleo Cole"}}}) ==
        Entries{"", "", "cleo"});
}

TEST_CASE("a course is collected after the deadline, and graded", "[season][collect][deadline]") {
    const season_tests::Cup cup(
        "games = 1\nmark-games = 1\ndeadline = 2020-11-20 18:00 Europe/Berlin\n", 2);
    const tests::TemporaryFolder folder;
    const std::string early = folder / "export/Jane Doe_1_assignsubmission_file_";
    const std::string late = folder / "export/Late Bird_2_assignsubmission_file_";
    fs::create_directories(folder / "export");
    fs::copy(cup.player_folder("jane", 60), early, fs::copy_options::recursive);
    fs::copy(cup.player_folder("late", 40), late, fs::copy_options::recursive);
    write_file(folder / "names.csv", "entry;name\njane;Jane Doe\nlate;Late Bird\n");
    write_file(
        folder / "worksheet.csv",
        "Identifier,Full name,Grade,Maximum Grade,Grade can be changed,Last modified "
        "(submission),Feedback comments\n"
        "Participant 1,Jane Doe,,\"10,00\",Yes,\"20 November 2020, 5:59 PM\",\n"
        "Participant 2,Late Bird,,10.00,Yes,\"20 November 2020, 6:01 PM\",\n");
    const auto collect = [&](std::vector<std::string> words) {
        words.insert(
            words.begin(), {tests::referee_path(), "collect", "--to", cup.path(), "--json"});
        const std::vector<std::string> lists{"--names",     folder / "names.csv",
                                             "--worksheet", folder / "worksheet.csv",
                                             "--time-zone", "Europe/Berlin"};
        words.insert(words.end(), lists.begin(), lists.end());
        const Output output = run(words);
        INFO(output.err);
        REQUIRE(output.status == 0);
        return json::parse(output.out);
    };
    CHECK(collect({folder / "export"}).at("taken") == 2);
    cup.play();
    CHECK_THAT(cup.note("jane", "1"), ContainsSubstring("jane 1: accepted."));
    CHECK_THAT(cup.note("jane", "1"), !ContainsSubstring("change times"));
    CHECK_THAT(
        cup.note("late", "1"),
        ContainsSubstring("it was submitted or changed at 2020-11-20T17:01:00Z"));
    CHECK(collect({folder / "export"}).at("unchanged") == 2);
    const json graded = collect({"--grades", folder / "upload.csv"});
    CHECK(graded.at("graded") == 1);
    CHECK(graded.at("commented") == 2);
    const std::string upload = read_file(folder / "upload.csv");
    CHECK_THAT(upload, ContainsSubstring("Participant 1,Jane Doe,\"0,00\",\"10,00\",Yes,"));
    CHECK_THAT(upload, ContainsSubstring("Participant 2,Late Bird,,10.00,Yes,"));
    CHECK_THAT(upload, ContainsSubstring("jane 1: accepted."));
}
