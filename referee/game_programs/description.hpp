#pragma once

/// What a game's folder says of it: game.ini and the files beside it. See
/// referee/game_programs/README.md, "The folder".

#include "ai/program.hpp"
#include "base/error.hpp"
#include "game/field_text.hpp"
#include "game/game.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The file that makes a folder a game.
inline constexpr std::string_view game_file = "game.ini";

/// The program that `command` of a game.ini names isn't installed on this machine.
struct MissingProgram : UserError {
    using UserError::UserError;
};

/// A parameter as game.ini declares it: of fields, or of `create` alone.
struct DeclaredParameter {
    enum class Kind { integer, number, word };
    Kind kind = Kind::integer;
    Parameter shown;                ///< name, default, range, unit, meaning
    double min = 0;                 ///< of integers and numbers
    double max = 0;                 ///< the same
    std::vector<std::string> words; ///< of a word; empty: any
    bool in_field = true;           ///< false: only `create` knows it
};

constexpr auto enum_names(DeclaredParameter::Kind) {
    return std::to_array<std::string_view>({"int", "float", "word"});
}

/// A section of fields.
struct DeclaredSection {
    std::string name;
    std::string holds;
};

/// A description never moves, because GameInfo points to its texts.
class GameDescription {
  public:
    /// Reads game.ini of the folder and hashes the files. Throws UserError with file and line.
    explicit GameDescription(const std::filesystem::path& folder);
    GameDescription(const GameDescription&) = delete;
    GameDescription& operator=(const GameDescription&) = delete;

    const GameInfo& info() const { return info_; }
    /// The rules as a program. Its executable may be missing until it has been built.
    const Program& program() const { return program_; }
    /// For messages: the folder's name and the file with the rules, "goofspiel/game.py".
    const std::string& rules_file() const { return rules_file_; }
    const std::filesystem::path& folder() const { return folder_; }
    const std::string& sha256() const { return sha256_; }
    /// How long the program may take for a reply.
    std::chrono::milliseconds reply_limit() const { return reply_limit_; }
    const std::vector<DeclaredParameter>& parameters() const { return parameters_; }
    const std::vector<DeclaredSection>& sections() const { return sections_; }

    /// The values of a field, in the order of game.ini. Throws UserError with file and line.
    nlohmann::ordered_json read_parameters(FieldText& text) const;
    /// The values of `create`: defaults and what the request sets. Throws UserError.
    nlohmann::ordered_json requested(const CreateRequest& request) const;
    /// The number of players of a field. Throws UserError with file and line.
    int read_players(FieldText& text) const;

  private:
    struct Reader;
    /// The text, kept as long as this object.
    std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

    std::filesystem::path folder_;
    std::string sha256_;
    std::string rules_file_;
    Program program_;
    std::chrono::milliseconds reply_limit_{10'000};
    std::vector<DeclaredParameter> parameters_;
    std::vector<DeclaredSection> sections_;
    std::deque<std::string> texts_;
    std::vector<StateFile> files_;
    std::vector<AnswerExample> answers_;
    std::vector<std::string_view> measures_;
    GameInfo info_;
};

/// Files of a game's folder that are only shown. They decide no game, so a change of them is no
/// change of the rules.
inline constexpr auto shown_files =
    std::to_array<std::string_view>({"README.md", "board.js", "judge.json"});

} // namespace referee
