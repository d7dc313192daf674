#pragma once

/// The server of `--watch`: shows games in browsers while they are played.
/// referee/pages/README.md, "Live".

#include "game/game.hpp"
#include "pages/live/feed.hpp"
#include "pages/live/listening.hpp"
#include "pages/live/requests.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct LiveConfig {
    LiveListen listen;
    const GameInfo* game = nullptr;
    std::string title;          ///< of the page
    bool is_tournament = false; ///< the page shows a board for each slot, else all games of a match
    /// Names of the people who play. If there are any, pages show only what everybody may know, or
    /// to a person what that person may know.
    std::vector<std::string> people;
    std::vector<int> cores; ///< for the thread; empty: those of the AIs
    /// Called with the body of a POST to /answer, in the server's thread: it must not wait or
    /// throw. None: there is no such address.
    std::function<LiveReply(std::string_view body)> answer;
    /// Whose key it is: the number of the person in `people` from 1, or 0. Called as `answer`;
    /// none: there are no keys.
    std::function<int(std::string_view key)> person_of;
};

class LiveServer {
  public:
    /// Listens and starts the thread. Keeps a reference to the feed. Throws UserError (the port is
    /// taken, the address is not of this machine), InternalError.
    LiveServer(LiveConfig config, LiveFeed& feed);
    /// Ends the thread at once. Pages show that the game was interrupted, unless finish() has been
    /// called.
    ~LiveServer();
    LiveServer(const LiveServer&) = delete;
    LiveServer& operator=(const LiveServer&) = delete;

    /// "http://127.0.0.1:8009/"
    const std::string& url() const;
    /// Call it when everything has been played: waits until every connected page has everything.
    /// Gives up on a page that accepts nothing for ten seconds, on all after two minutes. SIGINT,
    /// SIGTERM and SIGHUP end the process then.
    void finish();

  private:
    class Thread;
    std::unique_ptr<Thread> thread_;
};

} // namespace referee
