#include "tournament/store/fingerprint.hpp"

#include "base/bytes.hpp"
#include "tournament/store/database.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <bit>
#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

namespace {

/// Rows by the functions of SQLite itself: with an object for each value it takes twice as long.
class AllRows {
  public:
    AllRows(SQLite::Database& connection, const std::string& select) {
        sqlite3_stmt* statement = nullptr;
        const int error =
            ::sqlite3_prepare_v2(connection.getHandle(), select.c_str(), -1, &statement, nullptr);
        if (error != SQLITE_OK) {
            throw SQLite::Exception(connection.getHandle(), error);
        }
        statement_.reset(statement);
    }

    bool next() {
        const int result = ::sqlite3_step(statement_.get());
        if (result != SQLITE_ROW && result != SQLITE_DONE) {
            throw SQLite::Exception(::sqlite3_db_handle(statement_.get()), result);
        }
        return result == SQLITE_ROW;
    }

    int columns() const { return ::sqlite3_column_count(statement_.get()); }
    int type(int column) const { return ::sqlite3_column_type(statement_.get(), column); }
    std::int64_t integer(int column) const {
        return ::sqlite3_column_int64(statement_.get(), column);
    }
    double number(int column) const { return ::sqlite3_column_double(statement_.get(), column); }
    /// Texts and blobs.
    std::string_view text(int column) const {
        const auto* const bytes = static_cast<const char*>(
            type(column) == SQLITE_BLOB
                ? ::sqlite3_column_blob(statement_.get(), column)
                : static_cast<const void*>(::sqlite3_column_text(statement_.get(), column)));
        return {bytes, static_cast<std::size_t>(::sqlite3_column_bytes(statement_.get(), column))};
    }

  private:
    struct Finish {
        void operator()(sqlite3_stmt* statement) const { ::sqlite3_finalize(statement); }
    };
    std::unique_ptr<sqlite3_stmt, Finish> statement_;
};

/// Collects values, each with its kind and length, and hashes many at once.
class ValueHash {
  public:
    void add(std::int64_t number) {
        parts_ += 'i';
        append(number);
    }
    void add(double number) { add(std::bit_cast<std::int64_t>(number)); }
    void add(std::string_view text) {
        parts_ += 't';
        append(static_cast<std::int64_t>(text.size()));
        parts_ += text;
        constexpr std::size_t many = 1U << 16U;
        if (parts_.size() > many) {
            hash_.add(parts_);
            parts_.clear();
        }
    }
    std::string digits() {
        hash_.add(parts_);
        return hash_.digits();
    }

  private:
    void append(std::int64_t number) {
        parts_.append(reinterpret_cast<const char*>(&number), sizeof number);
    }

    Sha256 hash_;
    std::string parts_;
};

void add_table(SQLite::Database& connection, const std::string& table, ValueHash& hash) {
    AllRows rows(connection, "SELECT * FROM main.\"" + table + "\"");
    hash.add(table);
    hash.add(std::int64_t{rows.columns()});
    while (rows.next()) {
        for (int column = 0; column < rows.columns(); ++column) {
            const int type = rows.type(column);
            if (type == SQLITE_INTEGER) {
                hash.add(rows.integer(column));
            } else if (type == SQLITE_FLOAT) { // as text it would take long
                hash.add(std::string_view("number"));
                hash.add(rows.number(column));
            } else {
                hash.add(std::int64_t{type});
                hash.add(rows.text(column));
            }
        }
    }
}

} // namespace

std::string fingerprint_of(
    const std::string& path, const std::function<void(const std::string& record)>& look) {
    try {
        SQLite::Database connection(path, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, busy_ms);
        const SQLite::Transaction all_of_one_moment(connection);
        std::vector<std::string> tables;
        for (AllRows names(
                 connection, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
             names.next();) {
            tables.emplace_back(names.text(0));
        }
        ValueHash hash;
        for (const std::string& table : tables) {
            add_table(connection, table, hash);
        }
        for (AllRows records(connection, "SELECT record FROM games WHERE record <> '' ORDER BY id");
             records.next();) {
            look(std::string(records.text(0)));
        }
        return hash.digits();
    } catch (const SQLite::Exception&) { // who reads the results says what is wrong with it
        return "";
    }
}

} // namespace referee
