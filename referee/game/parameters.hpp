#pragma once

/// The parameters of a game, each described once in a table. A row says the parameter's name, the
/// member that holds it, its range, unit and meaning; the default is the member's initial value.
/// Reading a field, `create --set`, writing a field and match.dat, `referee games` and all error
/// messages go through the table, so a new parameter is one member and one row. One that changes no
/// rule says so, by without_rule(); of all others "In short" of the game's README.md tells.
///
///     struct Parameters { int life = 30; };
///     using Of = ParametersOf<Parameters>;
///     inline constexpr auto parameter_table = Of::table(
///         Of::integer<&Parameters::life>("life", 1, 1000, "points", "life at the start"));

#include "base/described.hpp"
#include "game/game.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class FieldText;

struct ParameterRow : Member {
    std::string_view shown_default{}; ///< for people, if the initial value isn't the default
    std::string_view shown_range{};   ///< for people, if min and max don't say everything
    /// What to give instead of `--set`, for keys of the field that `create` derives.
    std::string_view derived_from{};
    bool changes_rules = true; ///< as in Parameter
    bool is_end = false;       ///< a number of turns or moves after which the game is over

    constexpr ParameterRow with_default(std::string_view text) const {
        ParameterRow row = *this;
        row.shown_default = text;
        return row;
    }
    constexpr ParameterRow with_range(std::string_view text) const {
        ParameterRow row = *this;
        row.shown_range = text;
        return row;
    }
    /// A size, or a way to draw a field: "In short" of the README.md needn't tell of it.
    constexpr ParameterRow without_rule() const {
        ParameterRow row = *this;
        row.changes_rules = false;
        return row;
    }
    constexpr ParameterRow ends_game() const {
        ParameterRow row = *this;
        row.is_end = true;
        return row;
    }
    constexpr ParameterRow derived(std::string_view advice) const {
        ParameterRow row = *this;
        row.derived_from = advice;
        return row;
    }
};

/// The common base of tables of all types; `values` points to the struct that the rows belong to.
namespace parameter_rows {

void read(std::span<const ParameterRow> rows, FieldText& text, void* values);
void set(std::span<const ParameterRow> rows, const CreateRequest& request, void* values);
void append(std::span<const ParameterRow> rows, const void* values, std::string& text);
std::vector<Parameter> describe(std::span<const ParameterRow> rows, const void* defaults);

} // namespace parameter_rows

/// The parameters in a struct of type Values.
template <typename Values, std::size_t count>
class ParameterTable {
  public:
    constexpr explicit ParameterTable(const std::array<ParameterRow, count>& rows) : rows_(rows) {}

    /// The values of a field; absent keys have their defaults. Throws UserError with file and line.
    Values read(FieldText& text) const {
        Values values;
        parameter_rows::read(rows_, text, &values);
        return values;
    }
    /// Changes what the request sets. Throws UserError that names the setting.
    void set(const CreateRequest& request, Values& values) const {
        parameter_rows::set(rows_, request, &values);
    }
    /// Appends a line `name value` for each parameter, as in fields and in match.dat.
    void append(const Values& values, std::string& text) const {
        parameter_rows::append(rows_, &values, text);
    }
    /// For people: one entry for each row.
    std::vector<Parameter> describe() const {
        const Values defaults;
        return parameter_rows::describe(rows_, &defaults);
    }

  private:
    std::array<ParameterRow, count> rows_;
};

/// Makes the rows of a table. `Pointer` is a pointer to a member of Values or of its base.
template <typename Values>
struct ParametersOf {
    using Of = MembersOf<Values>;

    template <auto Pointer>
    static constexpr ParameterRow integer(
        std::string_view name, std::int64_t min, std::int64_t max, std::string_view unit,
        std::string_view meaning) {
        return {Of::template integer<Pointer>(name, min, max, unit, meaning)};
    }

    template <auto Pointer>
    static constexpr ParameterRow number(
        std::string_view name, double min, double max, std::string_view unit,
        std::string_view meaning) {
        return {Of::template number<Pointer>(name, min, max, unit, meaning)};
    }

    /// An enumeration, by its names (base/names.hpp).
    template <auto Pointer>
    static constexpr ParameterRow word(std::string_view name, std::string_view meaning) {
        return {Of::template word<Pointer>(name, meaning)};
    }

    /// A std::string without blanks. The game checks its form; `range` describes it for people.
    template <auto Pointer>
    static constexpr ParameterRow text(
        std::string_view name, std::string_view range, std::string_view unit,
        std::string_view meaning) {
        return ParameterRow{Of::template text<Pointer>(name, unit, meaning)}.with_range(range);
    }

    template <typename... Rows>
    static constexpr auto table(const Rows&... rows) {
        return ParameterTable<Values, sizeof...(Rows)>({rows...});
    }
};

/// The entries of both tables, in order.
std::vector<Parameter> joined(std::vector<Parameter> first, const std::vector<Parameter>& second);

/// The request, with the game's default number of players if it doesn't set one. Throws UserError
/// for a number of players or a setting that the game doesn't have.
CreateRequest checked(CreateRequest request, const GameInfo& info);

/// Throws UserError "--set NAME=VALUE: what".
[[noreturn]] void
refuse_setting(std::string_view name, std::string_view value, std::string_view what);

} // namespace referee
