// A season that plays on Slurm: real processes and files, but sbatch, squeue and scancel are shell
// scripts that run jobs on this machine. scripts/slurm/try does it with the real ones.

#include "season/admission.hpp"
#include "season/arena.hpp"
#include "season/cluster/shards.hpp"
#include "season/cluster/slurm.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace season_tests;
using referee::ClusterJob;
using referee::read_squeue;

namespace {

/// A folder with the three commands. A job is a file in `jobs`, whose line is what squeue prints.
/// While there is a file `hold`, shards don't begin, and with `hold-checks` no checks; with a file
/// `refuse`, none is taken.
class FakeSlurm {
  public:
    explicit FakeSlurm(const Cup& cup) : folder_(cup.path("../slurm")) {
        fs::create_directories(folder_ + "/jobs");
        tests::write_file(folder_ + "/last", "100");
        const std::string head = "#!/bin/sh\ncd '" + folder_ + "' || exit 1\n";
        tests::write_script(folder_ + "/squeue", head + R"sh(
[ ! -e away ] || { echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1; }
cat jobs/* 2>/dev/null
exit 0
)sh");
        tests::write_script(folder_ + "/sbatch", head + R"sh(
echo "$*" >>calls
[ ! -e refuse ] || { echo 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2; exit 1; }
for word; do
    case $word in
    --job-name=*) name=${word#*=} ;;
    --array=*) array=${word#*=} ;;
    --output=*) output=${word#*=} ;;
    esac
done
while [ "${1#-}" != "$1" ]; do shift; done
id=$(($(cat last) + 1))
echo "$id" >last
for index in $(echo "$array" | tr , ' '); do
    job=${id}_$index
    state=R
    hold=hold
    [ ! -e "$2/$3/$index/check.json" ] || hold=hold-checks
    [ ! -e $hold ] || state=PD
    echo "$name|$index|$job|$state|None" >"jobs/$job"
    (
        while [ -e $hold ]; do sleep 0.05; done
        [ -e "jobs/$job" ] || exit
        SLURM_ARRAY_TASK_ID=$index SLURM_CPUS_ON_NODE=2 sh "$@" >>"$(echo "$output" | sed "s/%a/$index/")" 2>&1
        rm -f "jobs/$job"
    ) </dev/null >/dev/null 2>&1 &
done
echo "$id"
)sh");
        tests::write_script(folder_ + "/scancel", head + R"sh(
for job; do rm "jobs/$job"; done
)sh");
        path_ = "PATH=" + folder_ + ":" + std::getenv("PATH");
    }
    ~FakeSlurm() { // what waits for the end of `hold` ends
        for (const fs::directory_entry& job : fs::directory_iterator(folder_ + "/jobs")) {
            fs::remove(job.path());
        }
        fs::remove(folder_ + "/hold");
        fs::remove(folder_ + "/hold-checks");
    }
    FakeSlurm(const FakeSlurm&) = delete;
    FakeSlurm& operator=(const FakeSlurm&) = delete;

    void set(const std::string& name) const { tests::write_file(folder_ + "/" + name, "x"); }
    void unset(const std::string& name) const { fs::remove(folder_ + "/" + name); }
    std::string calls() const { return read_file(folder_ + "/calls"); }
    std::size_t jobs() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_ + "/jobs"), fs::directory_iterator()));
    }
    /// The words before a command that finds these commands first.
    std::vector<std::string> words() const { return {"env", "REFEREE_TEST_SCAN=1", path_}; }
    Output run(const Cup& cup, const std::vector<std::string>& more) const {
        std::vector<std::string> all = words();
        const std::vector<std::string> own = cup.command(more);
        all.insert(all.end(), own.begin(), own.end());
        return season_tests::run(all);
    }

  private:
    std::string folder_;
    std::string path_;
};

nlohmann::json status_of(const FakeSlurm& slurm, const Cup& cup) {
    const Output output = slurm.run(cup, {"--status", "--json"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    return nlohmann::json::parse(output.out);
}

} // namespace

TEST_CASE("a season plays on Slurm as on this machine", "[season][cluster][slow]") {
    const Cup cup("games = 2\nengine = slurm\nshards = 2\nslurm-options = --partition=games\n");
    const FakeSlurm slurm(cup);
    cup.hand_in_player("alice", "1", 90);
    cup.hand_in_player("bob", "1", 10);
    const Output output = slurm.run(cup, {"--once"});
    INFO(output.err << read_file(cup.path("../slurm/calls")) << cup.note("alice", "1"));
    REQUIRE(output.status == 0);
    for (const char* const name : {"alice@1", "bob@1", "half"}) {
        CHECK(cup.matches()[name] >= 2);
    }
    CHECK_THAT(slurm.calls(), ContainsSubstring("--partition=games"));

    const referee::Store store(cup.database(), referee::Store::Access::read);
    std::map<std::int64_t, int> games;
    store.for_each([&](const referee::GameOutcome& game) {
        ++games[game.match];
        INFO(game.record);
        CHECK(game.record == fmt::format("records/game-{:06}.jsonl", game.index + 1));
        const std::string record = read_file(cup.path(game.record));
        CHECK_THAT(
            record.substr(0, record.find('\n')),
            ContainsSubstring(fmt::format("\"number\":{},", game.index + 1)));
    });
    for (const auto& [match, count] : games) {
        CHECK(count == 2);
    }
    CHECK(fs::exists(cup.path("site/index.html")));
    struct stat folder {};
    REQUIRE(::stat(cup.path("cluster").c_str(), &folder) == 0);
    CHECK((folder.st_mode & 0777U) == 0700U);
    // The shards are gone; what they have cost is known.
    CHECK(referee::HostShards::block == 1000);
    CHECK_FALSE(fs::exists(cup.path("cluster/0/1")));
    const nlohmann::json status = status_of(slurm, cup);
    CHECK(status["games"] == store.game_count());
    CHECK(status["jobs"].empty());
    CHECK(status["core_hours_used"] > 0);
    CHECK(status["core_hours_left"] >= 0);
}

TEST_CASE(
    "SIGTERM and SIGKILL leave a season's jobs, and the next start finds them",
    "[season][cluster][slow]") {
    const Cup cup("games = 2\nmax-games = 2\nengine = slurm\n");
    const FakeSlurm slurm(cup);
    cup.hand_in_player("alice", "1", 90);
    slurm.set("hold");
    const bool stops = GENERATE(false, true);
    {
        RunningSeason season(cup, {}, slurm.words());
        REQUIRE(happens([&] { // its version is checked, and its games wait
            const std::string calls = slurm.calls();
            return std::count(calls.begin(), calls.end(), '\n') == 2 && slurm.jobs() == 1;
        }));
        CHECK_THAT(
            slurm.run(cup, {"--stop-jobs"}).err,
            ContainsSubstring("this season is already running"));
        season.end(stops ? SIGKILL : SIGTERM);
    }
    CHECK(slurm.jobs() == 1);
    const nlohmann::json before = status_of(slurm, cup);
    CHECK(before["jobs"].size() == 1);
    CHECK(before["jobs"][0]["state"] == "waiting");
    CHECK(before["on_cluster"] == 4);
    CHECK(before["waiting"] == 0);
    CHECK(before["core_hours_left"].is_null());
    if (stops) {
        const Output stopped = slurm.run(cup, {"--stop-jobs"});
        CHECK(
            stopped.out == "1 job stopped; the next start of the season submits what is missing\n");
        CHECK(slurm.jobs() == 0);
        CHECK(status_of(slurm, cup)["jobs"][0]["state"] == "not in the queue");
    }
    slurm.unset("hold");
    const Output output = slurm.run(cup, {"--once"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK(cup.game_count() == 4);
}

TEST_CASE(
    "a season that goes back to one machine collects what the cluster has played",
    "[season][cluster][slow]") {
    const Cup cup("games = 2\nmax-games = 2\nengine = slurm\nshards = 1\n");
    const FakeSlurm slurm(cup);
    cup.hand_in_player("alice", "1", 90);
    slurm.set("hold");
    {
        RunningSeason season(cup, {}, slurm.words());
        REQUIRE(happens([&] {
            const std::string calls = slurm.calls();
            return std::count(calls.begin(), calls.end(), '\n') == 2 && slurm.jobs() == 1;
        }));
        season.end(SIGTERM);
        CHECK_THAT(read_file(cup.path("log")), ContainsSubstring("its jobs on the cluster go on"));
    }
    const auto local = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"--engine", "local"};
        words.insert(words.end(), more.begin(), more.end());
        return slurm.run(cup, words);
    };
    SECTION("when its jobs have ended") {
        slurm.unset("hold");
        REQUIRE(happens([&] { return slurm.jobs() == 0; }));
        const Output output = local({"--once"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        CHECK_THAT(output.err, ContainsSubstring("4 games of the cluster collected"));
        CHECK_FALSE(fs::exists(cup.path("cluster/0/2")));
    }
    SECTION("but not while they may play") {
        CHECK_THAT(
            local({"--status"}).out, ContainsSubstring("engine: local; 4 games on the cluster"));
        const Output output = local({"--once"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        CHECK_THAT(output.err, ContainsSubstring("1 shard of the cluster may still be played"));
        CHECK(fs::exists(cup.path("cluster/0/2")));
        CHECK_THAT(
            local({"--stop-jobs"}).out,
            ContainsSubstring("1 job stopped; the next start of the season collects what they"));
        CHECK(local({"--once"}).status == 0);
        CHECK_FALSE(fs::exists(cup.path("cluster/0/2")));
    }
    CHECK(cup.game_count() == 4);
    CHECK(cup.matches()["alice@1"] == 2);
}

TEST_CASE("a season waits for a Slurm that refuses or doesn't answer", "[season][cluster][slow]") {
    const Cup cup("games = 2\nengine = slurm\n");
    const FakeSlurm slurm(cup);
    cup.hand_in_player("alice", "1", 90);
    slurm.set("refuse");
    RunningSeason season(cup, {"--once"}, slurm.words());
    const auto has_said = [&](const std::string& text) {
        return happens([&] { return read_file(cup.path("log")).find(text) != std::string::npos; });
    };
    CHECK(has_said("the cluster takes no jobs: sbatch: QOSMaxSubmitJobPerUserLimit (with "
                   "slurm-options = --exclusive); the season tries again"));
    slurm.set("away");
    CHECK(has_said("the cluster doesn't answer: squeue: slurm_load_jobs error"));
    CHECK_THAT(
        slurm.run(cup, {"--status"}).out,
        ContainsSubstring("Slurm doesn't answer: squeue: slurm_load_jobs error"));
    slurm.unset("refuse");
    slurm.unset("away");
    CHECK(has_said("so far; written:"));
    CHECK(cup.game_count() == 4);
}

TEST_CASE(
    "on a cluster versions are built and checked by jobs, from one copy of them",
    "[season][cluster][slow]") {
    const Cup cup("games = 2\nmax-games = 2\nbuild-limit = 20s\nengine = slurm\nslurm-options =\n");
    const FakeSlurm slurm(cup);
    cup.hand_in_player("alice", "1", 90);
    const auto hand_in_built = [&](const std::string& entry, const std::string& build) {
        const std::string folder = cup.player_folder(entry + "-1", 50);
        std::ofstream(folder + "/ai.ini", std::ios::app) << "build = " << build << "\n";
        cup.hand_in(entry, "1", folder);
    };
    hand_in_built("built", "echo made >made.txt");
    hand_in_built("broken", "echo this fails >&2; exit 3");
    hand_in_built("bomb", "tail -f /dev/null");
    const std::string wrong = cup.player_folder("wrong-1", 50);
    tests::write_file(wrong + "/ai.ini", "command = no-such-program\n");
    cup.hand_in("wrong", "1", wrong);
    slurm.set("hold-checks");
    {
        RunningSeason season(cup, {}, slurm.words());
        REQUIRE(happens([&] { return slurm.jobs() >= 4; }));
        // Who changes his files now changes another version, not this one.
        tests::write_file(cup.path("entries/built/1/later.txt"), "x");
        season.end(SIGKILL);
    }
    const nlohmann::json before = status_of(slurm, cup);
    CHECK(before["jobs"].empty());
    REQUIRE(before["checks"].size() == 4);
    CHECK(before["checks"][0]["version"] == "1");
    CHECK(before["checks"][0]["state"] == "waiting");
    CHECK_THAT(slurm.run(cup, {"--status"}).out, ContainsSubstring(" 1: waiting as job "));
    fs::remove(cup.path("entries/built/1/later.txt"));
    slurm.unset("hold-checks");
    const Output output = slurm.run(cup, {"--once", "--build-limit", "1s"});
    INFO(output.err << read_file(cup.path("../slurm/calls")) << cup.note("alice", "1"));
    REQUIRE(output.status == 0);
    const auto note = [&](const std::string& entry) { return cup.note(entry, "1"); };
    CHECK_THAT(note("alice"), ContainsSubstring("a game against the reference AI: "));
    CHECK_THAT(note("built"), ContainsSubstring("built: echo made"));
    CHECK_THAT(note("broken"), ContainsSubstring("this fails"));
    CHECK_THAT(note("bomb"), ContainsSubstring("build = tail -f /dev/null\ntimeout"));
    CHECK_THAT(note("wrong"), ContainsSubstring("no-such-program"));
    for (const char* const entry : {"alice", "built", "broken", "bomb", "wrong"}) {
        CHECK_THAT(note(entry), !ContainsSubstring(cup.path("")));
    }
    const auto files_of = [&](const std::string& entry) {
        std::set<std::string> names;
        for (const auto& file : fs::recursive_directory_iterator(cup.path("versions/" + entry))) {
            names.insert(file.path().filename());
        }
        return names;
    };
    CHECK(files_of("built").contains("made.txt"));
    CHECK_FALSE(files_of("built").contains("later.txt"));
    CHECK(files_of("broken").empty());
    CHECK(cup.matches()["built@1"] >= 2);
    // Nothing of a check stays but what it has cost.
    for (const fs::directory_entry& left : fs::recursive_directory_iterator(cup.path("cluster"))) {
        CHECK(left.path().filename() != "check.json");
    }
    std::istringstream used(read_file(cup.path("cluster/used")));
    int checks = 0;
    for (std::string line; std::getline(used, line);) {
        checks += line.find(" 0 0 ") != std::string::npos ? 1 : 0;
    }
    CHECK(checks >= 5);
}

TEST_CASE("a season's start spares what jobs are working on", "[season][cluster]") {
    const tests::TemporaryFolder folder;
    const auto put = [&](const std::string& name) {
        fs::create_directories(folder / ("alice/" + name + "/below"));
        return folder / ("alice/" + name);
    };
    const std::string dead = put("1.4711.part");
    const std::string dead_sources = put("1.4711.part.sources.4711.part");
    const std::string third = put("1.check-3.node7-4711.part");
    const std::string sources = put("1.check-3.node7-4711.part.sources.4711.part");
    const std::string thirtieth = put("1.check-30.node7-4711.part");
    const std::string other = put("11.check-3.node7-4711.part");
    const std::string version = put("1");
    const std::string namesake = put("1.check-3.x"); // as an entrant may call a version
    referee::remove_drafts(folder.path());
    CHECK_FALSE(fs::exists(dead));
    CHECK_FALSE(fs::exists(dead_sources));
    for (const std::string& kept : {third, sources, thirtieth, other, version, namesake}) {
        CHECK(fs::exists(kept));
    }
    referee::remove_drafts_of_check(folder.path(), "alice", "1", 3);
    for (const std::string& gone : {third, sources}) {
        CHECK_FALSE(fs::exists(gone));
    }
    for (const std::string& kept : {thirtieth, other, version, namesake}) {
        CHECK(fs::exists(kept));
    }
}

TEST_CASE("the queue of Slurm says which shards it has", "[season][cluster]") {
    const std::vector<ClusterJob> jobs = read_squeue(
        "referee-ab-0|12|7_12|PD|Resources\n"
        "referee-ab-3|999|8_999|R|None\n"
        "referee-ab-0|5|9_5|PD|JobHeldUser\n"
        "referee-ab-0|6|9_6|PD|launch failed requeued held\n"
        "referee-abc-0|6|9_6|PD|None\n"
        "else|N/A|10|R|a|b\n",
        "referee-ab");
    REQUIRE(jobs.size() == 4);
    CHECK(jobs[0].shard == 12);
    CHECK(jobs[0].id == "7_12");
    CHECK(jobs[0].state == ClusterJob::State::waiting);
    CHECK(jobs[1].shard == 3999);
    CHECK(jobs[1].state == ClusterJob::State::running);
    CHECK(jobs[2].state == ClusterJob::State::held);
    CHECK(jobs[3].state == ClusterJob::State::held);
    for (const char* const line :
         {"referee-ab-0|N/A|10|R|None\n", "referee-ab-x|1|10|R|None\n",
          "referee-ab-0|1000|10|R|None\n", "referee-ab-0|1\n"}) {
        CHECK_THROWS_AS(read_squeue(line, "referee-ab"), referee::ClusterAway);
    }
}

TEST_CASE("the runs of a shard are read as far as they were written", "[season][cluster]") {
    const std::vector<referee::ShardRun> runs =
        referee::read_runs("begin 100.5 4 node7 AMD EPYC 7742 64-Core\n"
                           "begin 200 4 node8 AMD\nend 260.25 143\nbegin 30");
    REQUIRE(runs.size() == 3);
    CHECK(runs[0].processor == "AMD EPYC 7742 64-Core");
    CHECK(runs[0].cores == 4);
    CHECK(runs[0].ended == 0);
    CHECK(runs[1].ended == 260.25);
    CHECK(runs[1].status == 143);
    CHECK(runs[1].node == "node8");
}

TEST_CASE("options for sbatch are words", "[season][cluster]") {
    using Words = std::vector<std::string>;
    CHECK(referee::words_of_options("") == Words{});
    CHECK(
        referee::words_of_options(" --exclusive  --comment='a season' -p \"x y\"z") ==
        Words{"--exclusive", "--comment=a season", "-p", "x yz"});
    CHECK_THROWS_AS(referee::words_of_options("--comment='a"), referee::UserError);
    // What would hide the jobs from the season, also shortened.
    for (const char* const text :
         {"--job-name=x", "--job-n=x", "-J x", "-Jx", "--array=0-7%2", "-a 1",
          "--exclusive --output=x", "-o x", "--error=x", "--wrap=ls", "--wait", "--parsable",
          "exclusive"}) {
        INFO(text);
        CHECK_THROWS_AS(referee::words_of_options(text), referee::UserError);
    }
    for (const char* const text :
         {"--wait-all-nodes=1", "--export=NONE", "-p games", "--time=10", "--nice=100",
          "-A group"}) {
        INFO(text);
        CHECK_NOTHROW(referee::words_of_options(text));
    }
}
