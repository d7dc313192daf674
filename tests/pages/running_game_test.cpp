// What a person can read of a game before it is over, from the outside: the real executable, a
// person at seat 1 of every registered game with secrets, AIs that tell all they know at the other
// seats. Each match is played twice, on the same field, but what seat 1 doesn't know was dealt
// again in the second: all that a person can read must be the same.

#include "support/catch.hpp"
#include "support/net/http_client.hpp"
#include "support/processes.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "cli/commands.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace tests;
using namespace referee;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// Puts the program that knows the rules behind one that deals again, when a game begins, what seat
/// 1 doesn't know. Arguments: a seed (0: nothing is dealt again), the command line of the rules.
constexpr const char* dealer = R"(
import json, subprocess, sys

seed = int(sys.argv[1])
rules = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def asked(line):
    rules.stdin.write(line)
    rules.stdin.flush()
    return rules.stdout.readline()


def asked_for(request):
    return json.loads(asked(json.dumps(request).encode() + b"\n"))


for line in sys.stdin.buffer:
    reply = asked(line)
    begun = json.loads(reply)
    if seed != 0 and json.loads(line)["do"] == "start" and "state" in begun:
        if "fixed" in begun:
            asked_for({"do": "fixed", "fixed": begun["fixed"]})
        begun.update(asked_for({"do": "deal", "state": begun["state"], "seat": 1, "seed": seed}))
        reply = json.dumps(begun).encode() + b"\n"
    sys.stdout.buffer.write(reply)
    sys.stdout.buffer.flush()
)";

/// Tells all it knows, wherever it can.
constexpr const char* tattler = R"sh(#!/bin/sh
text="TATTLED $(cat *.dat) TATTLED"
echo "$text" | tee notes.dat > result.dat
echo "$text"
echo "$text" >&2
)sh";

/// The game in a folder of its own, under another name.
void put_game(const GameInfo& info, const std::string& folder, int seed) {
    fs::create_directories(fs::path(folder).parent_path());
    fs::copy(info.folder, folder, fs::copy_options::recursive);
    write_file(folder + "/dealer.py", dealer);
    std::string ini = "\n" + read_file(folder + "/game.ini");
    const auto replace = [&ini](const std::string& key, const std::string& by) {
        const std::size_t at = ini.find("\n" + key + " = ");
        if (at != std::string::npos) {
            const std::size_t value = at + key.size() + 4;
            ini.replace(value, ini.find('\n', value) - value, by);
        }
    };
    const std::size_t command = ini.find("\ncommand = ") + std::string_view("\ncommand = ").size();
    replace(
        "command", fmt::format(
                       "python3 {{dir}}/dealer.py {} {}", seed,
                       ini.substr(command, ini.find('\n', command) - command)));
    replace("name", "running");
    write_file(folder + "/game.ini", ini);
    // Blocks of a README name the game.
    const std::string readme = read_file(folder + "/README.md");
    write_file(folder + "/README.md", std::regex_replace(readme, std::regex("<!-- .*?-->"), ""));
}

/// A match that is being played, with all options that write something. `quiet`: prints JSON.
class Running {
  public:
    Running(const GameInfo& info, int seed, bool quiet = false) {
        put_game(info, folder_ / "games/running", seed);
        write_script(folder_ / "tattler", tattler);
        fs::permissions(folder_.path(), fs::perms::others_all, fs::perm_options::add);
        std::vector<std::string> create{referee_path(), "create", "field.dat", "--game",
                                        "running",      "--seed", "3"};
        for (const auto& [key, value] : info.example_settings) {
            create.insert(create.end(), {"--set", key + "=" + value});
        }
        const Output created = run(create, folder_.path());
        INFO(created.err);
        REQUIRE(created.status == 0);
        std::vector<std::string> command{
            folder_ / "field.dat", "--watch", "0",    "--seats",   "fixed",
            "--time-limit",        "none",    "--ai", "Anna=human"};
        const int seats = load_field(folder_ / "field.dat").field->seats();
        for (int seat = 2; seat <= seats; ++seat) {
            command.insert(
                command.end(), {"--ai", fmt::format("t{}={}/tattler", seat, folder_.path())});
        }
        for (const Option& option : play_usage().options) {
            const bool writes = option.value == "FILE" || option.value == "DIR";
            const std::string name(option.name);
            if (option.topic != Topic::output || name == "json") {
                continue;
            }
            if (writes) {
                command.insert(command.end(), {"--" + name, folder_ / (name + ".of")});
                written_.insert(name);
            } else if (option.value.empty()) {
                command.push_back("--" + name);
            }
        }
        if (quiet) {
            command.push_back("--json");
        }
        fs::create_directories(folder_ / "work.of");
        fs::permissions(folder_ / "work.of", fs::perms::all);
        match_ = std::make_unique<WatchedRun>(command, folder_.path());
        const std::regex link("plays here: \\S+#key=([0-9a-f]{32})\n");
        std::smatch found;
        std::string err;
        REQUIRE(comes_true([&] {
            err = match_->err();
            return std::regex_search(err, found, link);
        }));
        key_ = found[1];
        events_ = match_->events();
    }

    /// Waits for the person's next question.
    void await_question() {
        REQUIRE(comes_true([&] {
            const json reply = json::parse(body_of(post({{"key", key_}})));
            const json& question = reply["question"];
            if (!question.is_object() || question["number"] <= question_["number"]) {
                return false;
            }
            question_ = question;
            return true;
        }));
    }

    /// Gives the first answer that is offered.
    void answer() const {
        json choices = json::array();
        if (question_.contains("slots")) {
            for (const json& slot : question_["slots"]) {
                const json& first =
                    slot.contains("words") ? slot["words"][0] : json(slot["from"].dump());
                choices.push_back(first);
            }
        } else {
            for (int i = 0; i < question_["length"]; ++i) {
                choices.push_back(question_["choices"][0]);
            }
        }
        const std::string reply =
            post({{"key", key_}, {"number", question_["number"]}, {"choices", choices}});
        CAPTURE(reply);
        REQUIRE(status_of(reply) == 200);
    }

    /// By what was asked for: all that the server answers to a person and to anybody.
    std::map<std::string, std::string> served() const {
        std::map<std::string, std::string> all;
        const std::string wrong(key_.size(), '0');
        for (const std::string& target :
             {std::string("/"), events_, events_ + "?key=" + key_, events_ + "?key=" + wrong,
              std::string("/nothing")}) {
            HttpClient client(match_->port());
            client.send(http_get(target));
            all[plain(target)] = plain(
                target.starts_with("/events/") ? client.read_until("event: current")
                                               : client.read_all());
        }
        for (const json& request : std::vector<json>{
                 {{"key", key_}},
                 {{"key", wrong}},
                 {{"key", key_}, {"number", 1}, {"choices", {"TATTLED"}}},
                 {{"key", key_}, {"number", 99999}, {"choices", {"1"}}},
                 {{"key", key_}, {"choices", 1}},
                 json::array()}) {
            all["POST " + plain(request.dump())] = plain(post(request));
        }
        return all;
    }

    std::string printed() const { return plain(match_->out() + match_->err()); }
    std::string out() const { return match_->out(); }

    /// By option, what the files that it has written hold.
    std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> all;
        for (const std::string& option : written_) {
            const std::string path = folder_ / (option + ".of");
            std::string& text = all[option];
            if (fs::is_regular_file(path)) {
                text = plain(read_file(path));
            }
            std::set<fs::path> inside;
            std::error_code code;
            for (fs::recursive_directory_iterator at(path, code), end; !code && at != end;
                 at.increment(code)) {
                inside.insert(at->path());
            }
            for (const fs::path& file : inside) {
                text += fs::is_regular_file(file) ? plain(read_file(file)) : "";
            }
        }
        return all;
    }

    /// Files that no option has named.
    std::set<std::string> others() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_.path())) {
            names.insert(entry.path().filename());
        }
        for (const std::string& option : written_) {
            names.erase(option + ".of");
        }
        return names;
    }

    int interrupt() {
        ::kill(match_->pid(), SIGINT);
        return match_->finish();
    }

  private:
    static std::string body_of(const std::string& response) {
        return response.substr(response.find("\r\n\r\n") + 4);
    }

    std::string post(const json& request) const {
        const std::string body = request.dump();
        HttpClient client(match_->port());
        client.send(fmt::format(
            "POST /answer HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nOrigin: http://127.0.0.1:{0}\r\n"
            "Content-Type: application/json\r\nContent-Length: {1}\r\n\r\n{2}",
            match_->port(), body.size(), body));
        return client.read_all();
    }

    /// Without what is of this run alone.
    std::string plain(std::string text) const {
        for (const auto& [word, by] : std::map<std::string, std::string>{
                 {folder_.path(), "FOLDER"},
                 {key_, "KEY"},
                 {events_, "/events/EVENTS"},
                 {fmt::format("127.0.0.1:{}", match_->port()), "HOST"}}) {
            for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos;) {
                text.replace(at, word.size(), by);
            }
        }
        static const std::regex own(
            "(/referee-)[0-9A-Za-z]{6}\\b|(-)[0-9a-f]{16}\\b|(\"ms\":)[0-9.e-]+");
        return std::regex_replace(text, own, "$1$2$3");
    }

    TemporaryFolder folder_{true};
    std::set<std::string> written_; ///< options
    std::unique_ptr<WatchedRun> match_;
    std::string key_;
    std::string events_;
    json question_{{"number", 0}};
};

/// The options that tell everything: those of this sentence of the manual.
std::set<std::string> told_by_manual() {
    const std::string manual = std::regex_replace(
        read_file(source_folder() + "/referee/match/README.md"), std::regex("\\s+"), " ");
    const std::size_t end = manual.find("contain everything");
    REQUIRE(end != std::string::npos);
    const std::size_t begin = manual.rfind(". ", end);
    const std::string sentence = manual.substr(begin, end - begin);
    std::set<std::string> options;
    static const std::regex option("`--([a-z-]+)`");
    for (std::sregex_iterator at(sentence.begin(), sentence.end(), option), last; at != last;
         ++at) {
        options.insert((*at)[1]);
    }
    return options;
}

bool tells(const std::string& text) {
    return text.find("TATTLED") != std::string::npos;
}

} // namespace

TEST_CASE(
    "while a game with secrets is played, a person can read nothing that their seat doesn't know",
    "[people][end-to-end]") {
    if (lacks("python3", "what people can read of running games")) {
        return;
    }
    const std::set<std::string> manual = told_by_manual();
    int games = 0;
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        if (!info.hidden) {
            continue;
        }
        ++games;
        CAPTURE(info.name);
        REQUIRE(!info.folder.empty()); // the rules are a program: nothing else deals again here
        Running one(info, 0);
        Running other(info, 5);
        for (Running* const match : {&one, &other}) {
            match->await_question();
        }
        // What AIs have done by now may still be on its way.
        static_cast<void>(comes_true(
            [&] { return one.served() == other.served() && one.printed() == other.printed(); }));
        CHECK(one.served() == other.served());
        CHECK(one.printed() == other.printed());
        for (Running* const match : {&one, &other}) {
            match->answer();
            match->await_question();
        }
        static_cast<void>(comes_true([&] { return one.printed() == other.printed(); }));
        CHECK(one.printed() == other.printed());
        CHECK_THAT(one.printed(), ContainsSubstring("what it wrote is shown after the match"));
        CHECK_FALSE(tells(one.printed()));
        for (const auto& [target, text] : one.served()) {
            CAPTURE(target);
            CHECK_FALSE(tells(text));
        }
        const auto files = one.files();
        const auto dealt_again = other.files();
        for (const auto& [option, text] : files) {
            CAPTURE(option);
            const bool is_secret = tells(text) || text != dealt_again.at(option);
            CHECK((manual.count(option) > 0 || !is_secret));
        }
        // Were the secrets others at all?
        CHECK(tells(files.at("logs")));
        CHECK(files.at("logs") != dealt_again.at("logs"));
        CHECK(one.others() == std::set<std::string>{"err", "field.dat", "games", "out", "tattler"});
        // When the match is over, everybody may know what the AIs did wrong.
        CHECK(one.interrupt() == 130);
        CHECK(tells(one.out()));
    }
    CHECK(games > 0);
}

TEST_CASE("--json prints nothing before a match of people is over", "[people][end-to-end]") {
    if (lacks("python3", "what --json prints of running games")) {
        return;
    }
    for (const Game* const game : all_games()) {
        if (game->info().hidden) {
            CAPTURE(game->info().name);
            Running match(game->info(), 0, true);
            match.await_question();
            match.answer();
            match.await_question();
            CHECK(match.out() == "");
            CHECK_FALSE(tells(match.printed()));
            break; // what a game can do about it is the same in all of them: nothing
        }
    }
}
