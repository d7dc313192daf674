#pragma once

/// `--watch` of `play` and `tournament`: the page that shows running games (pages/live/).

#include "ai/contestant.hpp"
#include "match/config.hpp"
#include "pages/live/server.hpp"

#include <optional>
#include <string>
#include <vector>

namespace referee {

/// Where to listen, from "yes", "PORT" or "ADDRESS:PORT". Throws UserError.
LiveListen read_listen(const std::string& text);

class Watch {
  public:
    /// `listen`: as for read_listen(). Removes a core from those of `config` for the page, if there
    /// is one to spare; with `all_cores` the games need all, so none is removed. Create it before
    /// workers and other threads. Throws UserError.
    Watch(const std::string& listen, MatchConfig& config, bool all_cores);

    LiveFeed& feed() { return feed_; }
    LiveServer& server() { return *server_; }

    /// Serves the page from now on and prints its address. `config` needs game, title and kind.
    /// Avoids ports that one of the `networked` AIs may use. Throws UserError.
    void start(
        LiveConfig config, const std::vector<Contestant>& contestants,
        const std::vector<std::string>& networked);
    /// Call it after the end, when everything is printed: LiveServer::finish().
    void finish() { server_->finish(); }

  private:
    LiveFeed feed_;
    LiveListen listen_;
    std::vector<int> cores_; ///< of the page alone
    std::optional<LiveServer> server_;
};

} // namespace referee
