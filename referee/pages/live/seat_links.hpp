#pragma once

/// The links through which people play: referee/pages/README.md, "People". A link has a secret;
/// whoever knows it has the seat. The page sends it with every request.

#include "ai/contestant.hpp"
#include "match/people.hpp"
#include "pages/live/requests.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

class SeatLinks {
  public:
    /// Draws a secret for each contestant who is a person. Keeps references to both arguments.
    SeatLinks(const std::vector<Contestant>& contestants, People& people);

    struct Link {
        const Contestant* person = nullptr;
        std::string key; ///< 128 random bits as 32 hexadecimal digits
    };
    const std::vector<Link>& links() const { return links_; }

    /// The number of the link with this key among links(), from 1; 0: there is none. Any thread.
    int number_of(std::string_view key) const;

    /// The people for whom the match waits, for all pages: a JSON list of {"number", "name",
    /// "seat", "game", "turn", "answered"}. Holds nothing that only one seat may know.
    std::string waiting_json() const;

    /// The reply to a request. {"key": KEY} asks for the person's question, {"key": KEY, "number":
    /// NUMBER, "choices": […]} answers it. Any thread; never waits or throws.
    LiveReply reply(std::string_view body) const;

  private:
    People& people_;
    std::vector<Link> links_;
};

} // namespace referee
