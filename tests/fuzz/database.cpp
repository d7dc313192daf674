// The database of a tournament. An input is a list of edits of a right one
// (driver/damage.hpp); then everything that reads databases reads it.

#include "fuzz/driver/damage.hpp"
#include "fuzz/driver/harness.hpp"
#include "support/stored/stored_tournament.hpp"

#include "base/error.hpp"
#include "pages/report/report.hpp"
#include "tournament/play/merge.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/csv.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/report/text.hpp"
#include "tournament/store/store.hpp"

using namespace referee;

namespace fuzz {
namespace {

constexpr int stored_matches = 5;

const std::string& right_database() {
    static const std::string bytes = [] {
        const std::string path = scratch_folder() + "/right.sqlite";
        tests::store_tournament(path, stored_matches);
        return read_file(path);
    }();
    return bytes;
}

void read_all(const std::string& path, const std::string& merged) {
    expect_user_errors([&] {
        const Store store(path, Store::Access::read);
        store.game_count();
        store.for_each_fault([](const StoredFault&) {});
        store.times();
        const TournamentSummary summary = read_summary(store, {});
        tables_text(summary);
        tables_json(summary);
        const Context context = read_context(store, "");
        for (const CsvTable& table : csv_tables(summary, context)) {
            table.text();
        }
        head_text(context);
        faults_text(context);
        report_html(summary, context, "report.html");
    });
    expect_user_errors([&] { merge_shards(merged, {path, path}); });
    expect_user_errors([&] {
        Store store(path, Store::Access::write);
        store.add_machine({1, "another", 1});
        store.games_between(0, 10);
        store.replace_ai(0, store.ais().front());
        store.replace_field(0, store.fields().front());
    });
}

} // namespace

std::vector<std::string> seeds() {
    return damages();
}

void execute(std::string_view input) {
    static const std::string path = scratch_folder() + "/results.sqlite";
    static const std::string merged = scratch_folder() + "/merged.sqlite";
    write_file(path, right_database());
    damage_database(path, input);
    read_all(path, merged);
    remove_database(path);
    remove_database(merged);
}

} // namespace fuzz
