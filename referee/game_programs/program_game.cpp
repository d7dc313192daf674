#include "game_programs/program_game.hpp"

#include "ai/shipped.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "game/parameters.hpp"
#include "game_programs/description.hpp"
#include "game_programs/game_folder.hpp"
#include "game_programs/messages.hpp"
#include "game_programs/program_position.hpp"
#include "game_programs/rules_processes.hpp"

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace referee {
namespace {

using ReadJson = nlohmann::ordered_json;

constexpr std::string_view drawing_file = "board.js";

class ProgramField final : public Field {
  public:
    ProgramField(
        const GameDescription& description, RulesProcesses& processes, int seats,
        ReadJson parameters, std::vector<std::string> lines)
        : facts_{description.info(), processes, seats, std::move(parameters), {}, false},
          lines_(std::move(lines)) {}

    int seats() const override { return facts_.seats; }
    std::unique_ptr<Position> start() const override { return program_position(facts_, start_); }
    std::vector<std::string> describe() const override { return lines_; }

    const ProgramFieldFacts& facts() const { return facts_; }
    void begin(PositionReply reply) {
        facts_.fixed.sha256 = reply.fixed.empty() ? "" : sha256(reply.fixed);
        facts_.fixed.text = std::move(reply.fixed);
        facts_.can_rank = reply.can_rank;
        start_ = std::move(reply.snapshot);
    }

  private:
    ProgramFieldFacts facts_;
    std::vector<std::string> lines_;
    std::shared_ptr<const Snapshot> start_;
};

/// True if the folder, whose path has no links, is among the installed games, or one of them links
/// to it.
bool is_installed(const std::filesystem::path& folder) {
    try {
        std::error_code code;
        return std::filesystem::equivalent(folder, folder_of_games() / folder.filename(), code);
    } catch (const UserError&) {
        return false; // /proc isn't mounted
    }
}

std::string text_of_value(const ReadJson& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

class ProgramGame final : public Game {
  public:
    explicit ProgramGame(const std::filesystem::path& folder)
        : description_(folder), processes_(description_), info_(description_.info()) {
        folder_ = description_.folder().string();
        info_.folder = folder_;
        info_.sha256 = description_.sha256();
        read_drawing();
        // A page may need it: better it fails now than after a day of games.
        read_game_text(description_.folder(), "README.md");
        info_.drawing = drawing_;
        info_.is_shipped = is_installed(description_.folder());
    }
    ProgramGame(const ProgramGame&) = delete;
    ProgramGame& operator=(const ProgramGame&) = delete;

    const GameInfo& info() const override { return info_; }
    std::vector<std::string> take_notes() const override { return processes_.take_notes(); }
    void set_audit(bool is_audited) const { processes_.set_audit(is_audited); }

    std::unique_ptr<const Field> read_field(FieldText& text) const override {
        const int seats = description_.read_players(text);
        ReadJson parameters = description_.read_parameters(text);
        ReadJson sections = ReadJson::object();
        std::map<std::string, const Section*> known;
        for (const DeclaredSection& declared : description_.sections()) {
            const Section& section = text.section(declared.name);
            known[declared.name] = &section;
            ReadJson& rows = sections[declared.name] = ReadJson::array();
            for (const Row& row : section.rows) {
                rows.push_back(row.words);
            }
        }
        text.finish();
        if (!is_plain_text(text.bytes())) {
            text.error(1, "the field isn't UTF-8, or holds a NUL", "save it as UTF-8");
        }
        std::vector<std::string> lines = lines_of(seats, parameters, sections);
        const std::string request = ReadJson{
            {"do", "start"},
            {"players", seats},
            {"parameters", parameters},
            {"sections", sections}}.dump();
        auto field = std::make_unique<ProgramField>(
            description_, processes_, seats, std::move(parameters), std::move(lines));
        std::optional<Refusal> refusal;
        PositionReply reply =
            processes_.ask("start", {}, request, [&](const ReadJson& json) -> PositionReply {
                refusal = refusal_of(json);
                return refusal ? PositionReply()
                               : position_of(json, info_, seats, field->facts().parameters);
            });
        if (refusal) {
            refuse(text, *refusal, known);
        }
        field->begin(std::move(reply));
        return field;
    }

    std::string create_field(const CreateRequest& given, Rng& rng) const override {
        const CreateRequest request = checked(given, info_);
        const ReadJson values = description_.requested(request);
        const std::string line = ReadJson{
            {"do", "create"},
            {"players", request.players},
            {"parameters", values},
            {"seed", rng.below(
                         std::uint64_t{1}
                         << 53)}}.dump();
        std::string text = fmt::format("game {}\n", info_.name);
        if (info_.min_seats != info_.max_seats) {
            text += fmt::format("players {}\n", request.players);
        }
        for (const DeclaredParameter& parameter : description_.parameters()) {
            if (parameter.in_field) {
                text += fmt::format(
                    "{} {}\n", parameter.shown.name, text_of_value(values[parameter.shown.name]));
            }
        }
        std::optional<Refusal> refusal;
        text += processes_.ask("create", {}, line, [&](const ReadJson& json) -> std::string {
            refusal = refusal_of(json);
            return refusal ? "" : sections_of(json, description_);
        });
        if (refusal) {
            throw UserError(fmt::format("--set: {}", safe_text(refusal->what)));
        }
        FieldText made("the field that " + description_.rules_file() + " made", text);
        read_field(made); // it must be able to read what it makes
        return text;
    }

  private:
    void read_drawing() {
        drawing_ = read_game_text(description_.folder(), drawing_file);
        if (!is_plain_text(drawing_)) {
            throw UserError(
                (description_.folder() / drawing_file).string() + ": not UTF-8; save it as UTF-8");
        }
    }

    static std::vector<std::string>
    lines_of(int seats, const ReadJson& parameters, const ReadJson& sections) {
        std::vector<std::string> lines{counted(seats, "player")};
        for (const auto& [name, value] : parameters.items()) {
            lines.push_back(fmt::format("{} {}", name, safe_text(text_of_value(value))));
        }
        for (const auto& [name, rows] : sections.items()) {
            lines.push_back(fmt::format(
                "[{}]: {}", name, counted(static_cast<std::int64_t>(rows.size()), "row")));
        }
        return lines;
    }

    [[noreturn]] static void refuse(
        const FieldText& text, const Refusal& refusal,
        const std::map<std::string, const Section*>& known) {
        const auto at = known.find(refusal.section);
        int line = 1;
        if (at != known.end()) {
            const auto row = static_cast<std::size_t>(refusal.row);
            line = row >= 1 && row <= at->second->rows.size() ? at->second->rows[row - 1].line
                                                              : at->second->line;
        }
        text.error(line, safe_text(refusal.what), "correct the field");
    }

    GameDescription description_;
    mutable RulesProcesses processes_;
    std::string folder_;
    std::string drawing_;
    GameInfo info_;
};

void set_audit(const Game& game, bool is_audited) {
    if (const auto* const program = dynamic_cast<const ProgramGame*>(&game)) {
        program->set_audit(is_audited);
    }
}

} // namespace

std::unique_ptr<const Game> read_program_game(const std::filesystem::path& folder) {
    return std::make_unique<ProgramGame>(folder);
}

Audit::Audit(const Game& game) : game_(game) {
    set_audit(game_, true);
}

Audit::~Audit() {
    set_audit(game_, false);
}

} // namespace referee
