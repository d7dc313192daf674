// Errors of SQLite never leave the store: each says which database it is about, and what to do.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "tournament/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <filesystem>
#include <regex>

namespace fs = std::filesystem;
using namespace tests;

namespace {

std::string store_source(const std::string& name) {
    return read_file(source_folder() + "/referee/tournament/store/" + name);
}

} // namespace

TEST_CASE("every public function of the store translates errors of the database", "[database]") {
    const std::string header = store_source("store.hpp");
    const std::string shown = header.substr(0, header.find("\n  private:"));
    int found = 0;
    for (const auto& entry :
         fs::directory_iterator(source_folder() + "/referee/tournament/store")) {
        if (entry.path().extension() != ".cpp") {
            continue;
        }
        const std::string text = read_file(entry.path());
        const std::regex head(R"((?:^|\n)[^\n/ }][^\n]*\bStore::(~?\w+)\()");
        for (auto at = std::sregex_iterator(text.begin(), text.end(), head);
             at != std::sregex_iterator(); ++at) {
            const std::string name = (*at)[1];
            const auto begin = static_cast<std::size_t>(at->position() + 1);
            const std::string body = text.substr(begin, text.find("\n}\n", begin) - begin);
            const bool is_public = std::regex_search(shown, std::regex("[ ~]" + name + "\\("));
            if (is_public && body.find("database_->") != std::string::npos) {
                ++found;
                INFO(entry.path().filename() << ": Store::" << name);
                CHECK(
                    (body.find("with_database(") != std::string::npos ||
                     body.find("catch (const SQLite::Exception&") != std::string::npos));
            }
        }
    }
    CHECK(found > 15);
}

TEST_CASE("games that are set aside in a damaged database are an error about it", "[database]") {
    const TemporaryFolder folder;
    const std::string path = folder / "old.sqlite";
    fs::copy_file(source_folder() + "/tests/tournament/store/version-0.1.0.sqlite", path);
    const referee::Store store(path, referee::Store::Access::read);
    {
        SQLite::Database other(path, SQLite::OPEN_READWRITE);
        other.exec("DROP TABLE faults; DROP TABLE seats; DROP TABLE games");
    }
    const auto message = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const SQLite::Exception& problem) {
            return std::string("raw: ") + problem.what();
        } catch (const std::exception& problem) {
            return problem.what();
        }
        return "none";
    };
    for (const std::string& text :
         {message([&] { static_cast<void>(store.has_set_aside()); }),
          message([&] { static_cast<void>(store.set_aside_count()); }),
          message([&] { static_cast<void>(store.set_aside_on(0)); })}) {
        CHECK_THAT(text, StartsWith(path + ": "));
    }
}
