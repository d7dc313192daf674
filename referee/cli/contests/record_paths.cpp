#include "cli/contests/record_paths.hpp"

#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace referee {

namespace {

namespace fs = std::filesystem;

void add_records(const std::string& path, std::vector<std::string>& records) {
    if (fs::is_directory(path)) {
        std::vector<std::string> inside;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
            if (entry.is_regular_file() && entry.path().extension() == ".jsonl") {
                inside.push_back(entry.path().string());
            }
        }
        std::sort(inside.begin(), inside.end());
        records.insert(records.end(), inside.begin(), inside.end());
    } else if (fs::path(path).extension() == ".sqlite") {
        const Store store(path, Store::Access::read);
        const fs::path folder = fs::absolute(path).parent_path();
        store.for_each([&](const GameOutcome& game) {
            if (!game.record.empty()) {
                records.push_back((folder / game.record).lexically_normal().string());
            }
        });
    } else {
        records.push_back(path);
    }
}

} // namespace

std::vector<std::string> record_paths(const std::vector<std::string>& words) {
    std::vector<std::string> records;
    for (const std::string& word : words) {
        add_records(word, records);
    }
    std::set<fs::path> seen;
    std::erase_if(records, [&seen](const std::string& path) {
        std::error_code code; // a file that is missing is named when it is read
        const fs::path file = fs::weakly_canonical(path, code);
        return !seen.insert(code ? fs::path(path) : file).second;
    });
    return records;
}

} // namespace referee
