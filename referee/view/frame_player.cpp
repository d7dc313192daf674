#include "view/frame_player.hpp"

#include "process/clock.hpp"
#include "process/print.hpp"
#include "view/keys.hpp"
#include "view/terminal.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

constexpr std::string_view help = "left, right: step   space: pause, continue   q: quit\n";

} // namespace

bool play_frames(
    const std::vector<Frame>& frames, std::size_t first, std::chrono::milliseconds delay,
    bool is_paused) {
    const RawKeys raw;
    int drawn = 0; // rows that the next picture overwrites
    for (std::size_t at = first; at < frames.size();) {
        const std::string text = frames[at].text + std::string(help);
        print_now((drawn > 0 ? fmt::format("\x1b[{}A\x1b[J", drawn) : "") + text);
        drawn = terminal_rows(text, terminal_columns());
        const std::int64_t deadline =
            is_paused ? -1 : monotonic_ns() + std::chrono::nanoseconds(delay).count();
        switch (read_key(deadline)) {
        case Key::left:
            is_paused = true;
            at -= at > 0 ? 1 : 0;
            break;
        case Key::right:
            is_paused = true;
            at += at + 1 < frames.size() ? 1 : 0;
            break;
        case Key::space:
            is_paused = !is_paused;
            break;
        case Key::quit:
            return false;
        case Key::end:
        case Key::none:
        case Key::other:
            ++at;
            break;
        }
    }
    return true;
}

} // namespace referee
