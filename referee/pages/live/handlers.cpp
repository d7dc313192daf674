#include "pages/live/handlers.hpp"

#include <exception>
#include <set>

namespace referee {

void run_handlers(
    boost::asio::io_context& io, const std::function<void()>& await_all,
    const std::function<void(const std::string& problem)>& tell) {
    constexpr std::size_t max_told = 20;
    std::set<std::string> told;
    while (!io.stopped()) {
        try {
            await_all();
            io.run();
        } catch (const std::exception& problem) {
            if (told.size() < max_told && told.insert(problem.what()).second) {
                tell(problem.what());
            }
        }
    }
}

} // namespace referee
