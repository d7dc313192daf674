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
#include "game_programs/game_process.hpp"
#include "game_programs/messages.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <unistd.h>

namespace referee {
namespace {

using ReadJson = nlohmann::ordered_json;

constexpr std::string_view drawing_file = "board.js";

/// What never changes during a game, as the program gave it with `start`.
struct Fixed {
    std::string text; ///< JSON; empty: nothing
    std::string sha256;
};

/// The processes of one game: one for each thread that asks, so that a live page never lets a match
/// wait. After a fork the child starts its own.
class Processes {
  public:
    explicit Processes(const GameDescription& description) : description_(description) {}

    ~Processes() {
        if (owner_ != ::getpid()) {
            forget();
        }
    }
    Processes(const Processes&) = delete;
    Processes& operator=(const Processes&) = delete;

    /// The reply to a request, which `take` has accepted. A failure is tried once more in a new
    /// process. Throws BrokenGame, UserError, Interrupted, InternalError.
    template <typename Take>
    auto
    ask(const std::string& where, const Fixed& fixed, const std::string& request,
        const Take& take) {
        Own& own = of_this_thread();
        std::string first;
        try {
            auto reply = exchange(own, fixed, request, take);
            if (is_audited_) {
                compare(own, where, fixed, request);
            }
            return reply;
        } catch (const ProgramFailure& failure) {
            first = failure.what();
        } catch (const BadReply& problem) {
            first = problem.what();
        }
        own.process->end();
        try {
            auto reply = exchange(own, fixed, request, take);
            note(fmt::format(
                "{}: {}: {}; asked again in a new process it answered: the program is unstable",
                description_.rules_file(), where, first));
            return reply;
        } catch (const ProgramFailure& failure) {
            fail(where, fixed, request, failure.what());
        } catch (const BadReply& problem) {
            own.process->end();
            fail(where, fixed, request, problem.what());
        }
    }

    /// The same without a second try: nothing if the program fails.
    template <typename Take>
    auto try_once(const Fixed& fixed, const std::string& request, const Take& take)
        -> std::optional<decltype(take(ReadJson()))> {
        Own& own = of_this_thread();
        try {
            return exchange(own, fixed, request, take);
        } catch (const ProgramFailure&) {
            return std::nullopt;
        } catch (const BadReply&) {
            own.process->end();
            return std::nullopt;
        }
    }

    void set_audit(bool is_audited) {
        is_audited_ = is_audited;
        const std::lock_guard lock(mutex_);
        for (auto& [thread, own] : processes_) {
            own.second.reset();
        }
    }

    std::vector<std::string> take_notes() {
        const std::lock_guard lock(mutex_);
        return std::exchange(notes_, {});
    }

    void end_all() {
        const std::lock_guard lock(mutex_);
        if (owner_ == ::getpid()) {
            processes_.clear();
        } else {
            forget();
        }
    }

  private:
    struct Own {
        std::unique_ptr<GameProcess> process;
        std::string fixed_sha256{};    ///< of what it has been sent
        std::string reply{};           ///< the last one
        std::unique_ptr<Own> second{}; ///< in an audit
        int audited = 0;               ///< requests that could be compared
    };

    /// Every request after the first few is compared but each third, so that the second process has
    /// seen others than the first; each thirtieth by a process that has seen none.
    void
    compare(Own& own, const std::string& where, const Fixed& fixed, const std::string& request) {
        constexpr int left_out = 3;
        constexpr int until_new = 30;
        const int number = own.audited++;
        if (number % left_out == left_out - 1) {
            return;
        }
        if (!own.second || number % until_new == 0) {
            own.second = std::make_unique<Own>();
            own.second->process = std::make_unique<GameProcess>(description_);
        }
        const std::string reply = own.reply;
        const std::string& other = reply_to(*own.second, fixed, request);
        if (other != reply) {
            own.process->end();
            fail(
                where, fixed, request,
                fmt::format(
                    "two processes replied differently to one request ({}); a reply may depend on "
                    "the request only, not on time, chance or what was asked before",
                    difference(reply, other)));
        }
    }

    /// The first place where two replies differ, for people.
    static std::string difference(const std::string& one, const std::string& other) {
        const auto [at, unused] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
        const auto place = static_cast<std::size_t>(at - one.begin());
        const std::size_t begin = place - std::min<std::size_t>(place, 20);
        return fmt::format(
            "…{}… and …{}…", printable(std::string_view(one).substr(begin, 40)),
            printable(std::string_view(other).substr(begin, 40)));
    }

    /// Those of the process that this one was forked from: their keepers aren't our children.
    void forget() {
        for (auto& [thread, own] : processes_) {
            static_cast<void>(own.process.release());
            if (own.second) {
                static_cast<void>(own.second->process.release());
            }
        }
        processes_.clear();
    }

    Own& of_this_thread() {
        const std::lock_guard lock(mutex_);
        if (owner_ != ::getpid()) {
            forget();
            notes_.clear();
            owner_ = ::getpid();
        }
        Own& own = processes_[std::this_thread::get_id()];
        if (!own.process) {
            own.process = std::make_unique<GameProcess>(description_);
        }
        return own;
    }

    static std::string fixed_request(const Fixed& fixed) {
        return fmt::format("{{\"do\":\"fixed\",\"fixed\":{}}}", fixed.text);
    }

    static const std::string& reply_to(Own& own, const Fixed& fixed, const std::string& request) {
        if (!own.process->runs()) {
            own.fixed_sha256.clear();
        }
        if (!fixed.text.empty() && own.fixed_sha256 != fixed.sha256) {
            parse_reply(own.process->ask(fixed_request(fixed)));
            own.fixed_sha256 = fixed.sha256;
        }
        own.reply = own.process->ask(request);
        return own.reply;
    }

    template <typename Take>
    static auto
    exchange(Own& own, const Fixed& fixed, const std::string& request, const Take& take) {
        return take(parse_reply(reply_to(own, fixed, request)));
    }

    void note(std::string text) {
        constexpr std::size_t max_notes = 20;
        const std::lock_guard lock(mutex_);
        if (notes_.size() < max_notes) {
            notes_.push_back(std::move(text));
        }
    }

    [[noreturn]] void fail(
        const std::string& where, const Fixed& fixed, const std::string& request,
        const std::string& what) const {
        const std::string file = save(
            fixed.text.empty() ? request + '\n' : fixed_request(fixed) + '\n' + request + '\n');
        const std::string command = shell_line(description_.program().arguments);
        throw BrokenGame(
            description_.rules_file(), where, what,
            file.empty()
                ? "the request could not be written to a file"
                : fmt::format(
                      "the request is in {}; repeat it with: {} < {}", file, command, file));
    }

    /// Writes the request for people who look for the mistake. Empty if that fails.
    static std::string save(const std::string& lines) {
        const char* const folder = std::getenv("TMPDIR");
        std::string path = fmt::format(
            "{}/referee-request-XXXXXX", folder == nullptr || *folder == '\0' ? "/tmp" : folder);
        const UniqueFd file(::mkstemp(path.data()));
        if (!file) {
            return "";
        }
        std::string_view rest = lines;
        while (!rest.empty()) {
            const ssize_t count = ::write(file.get(), rest.data(), rest.size());
            if (count <= 0) {
                return "";
            }
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
        return path;
    }

    const GameDescription& description_;
    std::mutex mutex_;
    pid_t owner_ = ::getpid();
    std::atomic<bool> is_audited_ = false;
    std::map<std::thread::id, Own> processes_;
    std::vector<std::string> notes_;
};

/// All of this program, for end_game_programs().
class AllProcesses {
  public:
    void add(Processes& added) {
        const std::lock_guard lock(mutex_);
        all_.insert(&added);
    }
    void remove(Processes& removed) {
        const std::lock_guard lock(mutex_);
        all_.erase(&removed);
    }
    void end() {
        const std::lock_guard lock(mutex_);
        for (Processes* const each : all_) {
            each->end_all();
        }
    }

  private:
    std::mutex mutex_;
    std::set<Processes*> all_;
};

AllProcesses& all_processes() {
    // Never destroyed: games are, when this process exits, and take themselves out of it.
    static AllProcesses& all = *new AllProcesses;
    return all;
}

/// What the positions of a field share.
struct FieldFacts {
    const GameInfo& info;
    Processes& processes;
    int seats = 2;
    ReadJson parameters;
    Fixed fixed;
    bool can_rank = false; ///< it knows the request `rank`
};

bool is_text(std::string_view text) {
    bool whole = true;
    as_utf8(text, text.size(), whole);
    return whole && text.find('\0') == std::string_view::npos;
}

class ProgramPosition final : public Position {
  public:
    ProgramPosition(const FieldFacts& facts, std::shared_ptr<const Snapshot> snapshot)
        : facts_(facts), now_(std::move(snapshot)) {}

    std::unique_ptr<Position> clone() const override {
        auto copy = std::make_unique<ProgramPosition>(facts_, now_);
        copy->played_ = played_;
        copy->at_limit_ = at_limit_;
        return copy;
    }
    std::span<const Seat> players_to_move() const override {
        return at_limit_ ? std::span<const Seat>() : now_->movers;
    }
    int turn() const override { return now_->turn; }
    std::optional<std::chrono::milliseconds> time_limit() const override {
        return now_->time_limit;
    }
    bool is_eliminated(Seat seat) const override {
        return std::binary_search(now_->eliminated.begin(), now_->eliminated.end(), seat);
    }

    void write_files(Seat seat, Phase phase, StateFiles& files) const override {
        const std::map<Seat, SeatFiles>& all = phase == Phase::prepare ? now_->prepare_files
                                               : phase != Phase::end   ? now_->files
                                               : at_limit_             ? at_limit_->end_files
                                                                       : now_->end_files;
        const auto found = all.find(seat);
        if (found == all.end()) {
            return;
        }
        files.match_keys = found->second.match_keys;
        for (std::size_t i = 0; i < files.count(); ++i) {
            files.of(i) = found->second.files[i];
        }
    }

    std::vector<Effect>
    apply(std::span<const Answer> answers, const StepWatcher& watcher) override {
        ReadJson list = ReadJson::array();
        std::vector<Fault> given;
        std::vector<bool> is_unreadable;
        for (const Answer& answer : answers) {
            is_unreadable.push_back(answer.fault == Fault::none && !is_text(answer.text));
            given.push_back(is_unreadable.back() ? Fault::bad_result : answer.fault);
            ReadJson item{{"seat", answer.seat}};
            if (given.back() == Fault::none) {
                item["text"] = answer.text;
            } else {
                item["fault"] = name_of(given.back());
            }
            list.push_back(std::move(item));
        }
        const std::string request = fmt::format(
            "{{\"do\":\"play\",\"state\":{},\"answers\":{}}}", now_->state, list.dump());
        const int before = now_->turn;
        PositionReply reply =
            facts_.processes.ask(where("play"), facts_.fixed, request, [&](const ReadJson& json) {
                PositionReply found =
                    position_of(json, facts_.info, facts_.seats, facts_.parameters);
                found.effects = effects_of(json, given);
                if (found.snapshot->turn <= before) {
                    throw BadReply(fmt::format(
                        "'turn' is {} after turn {}: it must grow", found.snapshot->turn, before));
                }
                return found;
            });
        now_ = std::move(reply.snapshot);
        for (const std::string& step : watcher ? reply.steps : std::vector<std::string>()) {
            step_ = step;
            watcher();
        }
        step_.clear();
        end_at_limit();
        std::vector<Effect> effects;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            ProgramEffect& found = reply.effects[i];
            Effect effect;
            effect.fault = found.fault;
            effect.text = std::move(found.text);
            effect.reason =
                is_unreadable[i] ? "it isn't UTF-8, or holds a NUL" : std::move(found.reason);
            effect.comment = std::move(found.comment);
            for (const std::string& text : found.legal_if) {
                effect.legal_if.push_back(kept(text));
            }
            effects.push_back(std::move(effect));
        }
        return effects;
    }

    LegalAnswers legal_answers(Seat seat) const override {
        return facts_.processes.ask(
            where("choices"), facts_.fixed,
            fmt::format("{{\"do\":\"choices\",\"state\":{},\"seat\":{}}}", now_->state, seat),
            choices_of);
    }

    std::optional<Ending> ending() const override {
        return at_limit_ ? at_limit_->ending : now_->ending;
    }

    std::optional<Ending> ranks_now() const override { return rank_reply().ending; }

    std::string canonical_text() const override {
        const Fixed& fixed = facts_.fixed;
        return now_->state + '\n' + (fixed.text.empty() ? "" : fixed.sha256 + '\n');
    }

    std::string render(bool /*colours*/) const override {
        const Frame& frame = shown(std::nullopt);
        return frame.picture.empty() ? as_lines(frame.json) : frame.picture;
    }

    std::string to_json() const override { return with_picture(shown(std::nullopt)); }

    std::string frame_for(Seat viewer) const override {
        return facts_.info.hidden ? with_picture(shown(viewer)) : to_json();
    }

    std::unique_ptr<Position> dealt_again(Seat seat, Rng& rng) const override {
        const std::string request = fmt::format(
            "{{\"do\":\"deal\",\"state\":{},\"seat\":{},\"seed\":{}}}", now_->state, seat,
            rng.below(std::uint64_t{1} << 53));
        const auto dealt =
            facts_.processes.try_once(facts_.fixed, request, [&](const ReadJson& json) {
                return position_of(json, facts_.info, facts_.seats, facts_.parameters);
            });
        if (!dealt) {
            return nullptr;
        }
        auto other = std::make_unique<ProgramPosition>(facts_, dealt->snapshot);
        other->played_ = played_;
        return other;
    }

  private:
    /// The game's ranks, although it isn't over; none if it can't tell.
    RankReply rank_reply() const {
        if (!facts_.can_rank) {
            return {};
        }
        return facts_.processes.ask(
            where("rank"), facts_.fixed,
            fmt::format("{{\"do\":\"rank\",\"state\":{}}}", now_->state),
            [&](const ReadJson& json) {
                return rank_of(json, facts_.info, facts_.seats, facts_.parameters);
            });
    }

    /// So that it has an end wherever it is played: in matches, checks, replays and pages.
    void end_at_limit() {
        ++played_;
        if (played_ < facts_.info.max_turns || now_->ending) {
            return;
        }
        RankReply reply = rank_reply();
        reply.ending = ended_by_limit(
            reply.ending, facts_.seats, EndedBy::max_turns,
            fmt::format("{} are played", counted(played_, "turn")));
        at_limit_ = std::make_shared<const RankReply>(std::move(reply));
    }

    struct Shown {
        std::string state;
        std::optional<Seat> viewer;
        Frame frame;
    };

    std::string where(std::string_view what) const {
        return fmt::format("{} in turn {}", what, now_->turn);
    }

    /// The frame that was asked for last is often asked for again.
    const Frame& shown(std::optional<Seat> viewer) const {
        const std::string& state = step_.empty() ? now_->state : step_;
        if (!last_ || last_->viewer != viewer || last_->state != state) {
            const std::string request = fmt::format(
                "{{\"do\":\"show\",\"state\":{},\"seat\":{}}}", state,
                viewer ? std::to_string(*viewer) : "null");
            last_ = Shown{
                state, viewer,
                facts_.processes.ask(
                    where("show"), facts_.fixed, request, [&](const ReadJson& json) {
                        return frame_of(json, facts_.info, facts_.seats);
                    })};
        }
        return last_->frame;
    }

    /// A page without a drawing shows the picture.
    std::string with_picture(const Frame& frame) const {
        if (frame.picture.empty() || !facts_.info.drawing.empty()) {
            return frame.json;
        }
        return fmt::format(
            "{},\"picture\":{}}}", std::string_view(frame.json).substr(0, frame.json.size() - 1),
            ReadJson(frame.picture).dump());
    }

    /// A frame without a picture, for a terminal: its members, a line each.
    static std::string as_lines(const std::string& frame) {
        std::string lines;
        const ReadJson json = ReadJson::parse(frame);
        for (const auto& [key, value] : json.items()) {
            lines += wrapped_below(safe_text(key) + ": ", safe_text(value.dump()));
        }
        return lines;
    }

    /// Effect::legal_if refers to texts that live on. There are few different ones.
    static std::string_view kept(const std::string& text) {
        constexpr std::size_t max_kept = 1000;
        static std::mutex mutex;
        static std::set<std::string, std::less<>> texts;
        const std::lock_guard lock(mutex);
        return texts.size() < max_kept ? *texts.insert(text).first : std::string_view();
    }

    const FieldFacts& facts_;
    std::shared_ptr<const Snapshot> now_;
    int played_ = 0;                            ///< turns since the start
    std::shared_ptr<const RankReply> at_limit_; ///< set when max-turns has ended it
    std::string step_; ///< while a step within a turn is watched: its state
    mutable std::optional<Shown> last_;
};

class ProgramField final : public Field {
  public:
    ProgramField(
        const GameDescription& description, Processes& processes, int seats, ReadJson parameters,
        std::vector<std::string> lines)
        : facts_{description.info(), processes, seats, std::move(parameters), {}, false},
          lines_(std::move(lines)) {}

    int seats() const override { return facts_.seats; }
    std::unique_ptr<Position> start() const override {
        return std::make_unique<ProgramPosition>(facts_, start_);
    }
    std::vector<std::string> describe() const override { return lines_; }

    const FieldFacts& facts() const { return facts_; }
    void begin(PositionReply reply) {
        facts_.fixed.sha256 = reply.fixed.empty() ? "" : sha256(reply.fixed);
        facts_.fixed.text = std::move(reply.fixed);
        facts_.can_rank = reply.can_rank;
        start_ = std::move(reply.snapshot);
    }

  private:
    FieldFacts facts_;
    std::vector<std::string> lines_;
    std::shared_ptr<const Snapshot> start_;
};

/// True if the folder, whose path has no links, lies directly among the installed games.
bool is_installed(const std::filesystem::path& folder) {
    try {
        std::error_code code;
        return std::filesystem::equivalent(folder.parent_path(), folder_of_games(), code);
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
        // Whoever needs it learns now that it can't be read, not after a day of games.
        read_game_text(description_.folder(), "README.md");
        info_.drawing = drawing_;
        info_.is_shipped = is_installed(description_.folder());
        all_processes().add(processes_);
    }
    ~ProgramGame() override { all_processes().remove(processes_); }
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
        if (!is_text(text.bytes())) {
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
        if (!is_text(drawing_)) {
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
    mutable Processes processes_;
    std::string folder_;
    std::string drawing_;
    GameInfo info_;
};

} // namespace

std::unique_ptr<const Game> read_program_game(const std::filesystem::path& folder) {
    return std::make_unique<ProgramGame>(folder);
}

namespace {

void set_audit(const Game& game, bool is_audited) {
    if (const auto* const program = dynamic_cast<const ProgramGame*>(&game)) {
        program->set_audit(is_audited);
    }
}

} // namespace

Audit::Audit(const Game& game) : game_(game) {
    set_audit(game_, true);
}

Audit::~Audit() {
    set_audit(game_, false);
}

void end_game_programs() {
    all_processes().end();
}

} // namespace referee
