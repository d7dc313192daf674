#pragma once

/// The channel from the code that plays games to the thread that shows them, in the same process or
/// another one: referee/pages/README.md, "Live". The playing side never waits here and takes no
/// lock: lines of records go into files in memory, whose descriptors the thread gets through a
/// socket.

#include "os/descriptor.hpp"
#include "record/record.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class LiveFeed : public GameDisplay {
  public:
    /// Create it before workers are forked. Throws InternalError.
    LiveFeed();
    ~LiveFeed() override;
    LiveFeed(const LiveFeed&) = delete;
    LiveFeed& operator=(const LiveFeed&) = delete;

    std::unique_ptr<RecordListener> listener(int slot) override;
    /// Hands over the newest value of a topic, a JSON text of at most max_value bytes. Pages get
    /// the newest value of each topic. False if it was dropped because earlier values haven't been
    /// taken.
    bool publish(std::string_view topic, std::string_view json);
    static constexpr std::size_t max_value = 64 * 1024;

  private:
    friend class LiveRecord;
    friend class LiveReader;

    bool send(std::string_view message, int file);
    void wake();

    UniqueFd in_;    ///< of the socket pair, for the code that plays
    UniqueFd out_;   ///< the other end
    UniqueFd event_; ///< an eventfd: there are new lines
    /// In memory shared with forked workers: the thread wants to be woken by the next line.
    std::atomic<std::uint32_t>* wants_wake_ = nullptr;
};

/// Passes on the record of a game while it is written. `slot` says which board shows it: in a
/// tournament the number of the worker, whose next game takes its place there; in a match 0.
class LiveRecord : public RecordListener {
  public:
    LiveRecord(LiveFeed& feed, int slot) : feed_(feed), slot_(slot) {}
    void begin_game() override;
    void line(std::string_view text) override;

  private:
    LiveFeed& feed_;
    int slot_;
    UniqueFd file_; ///< none if it could not be made: this game is not shown
};

/// A message for the thread that shows games.
class LiveReader {
  public:
    struct Message {
        int slot = -1;     ///< of a game
        UniqueFd game;     ///< the file of the lines of its record
        std::string topic; ///< of a value; else empty
        std::string json;
    };

    explicit LiveReader(LiveFeed& feed) : feed_(feed) {}
    /// Readable when there is a message; when there are lines and wake_me() was called.
    int messages() const { return feed_.out_.get(); }
    int lines() const { return feed_.event_.get(); }
    /// False if there is none.
    bool receive(Message& message);
    /// Asks for lines() to become readable at the next line. Look for lines again after this call:
    /// it doesn't report lines written before.
    void wake_me();
    /// Takes what made lines() readable.
    void take_event();

  private:
    LiveFeed& feed_;
    std::string buffer_; ///< for a message
};

} // namespace referee
