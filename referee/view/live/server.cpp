// One thread runs everything here. It reads what the feed hands over (LiveReader, LiveLog), answers
// requests, and sends each page what it hasn't got yet. For a page that reads slowly only the
// cursor lags behind: nothing is queued for it except the piece being written.

#include "view/live/server.hpp"

#include "error.hpp"
#include "process/cores.hpp"
#include "process/interrupt.hpp"
#include "process/priority.hpp"
#include "process/random.hpp"
#include "view/live/acceptor.hpp"
#include "view/live/listen.hpp"
#include "view/live/live_log.hpp"
#include "view/live/session.hpp"
#include "view/page_parts.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <set>
#include <sys/eventfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace referee {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using Error = boost::system::error_code;
using namespace std::chrono_literals;

constexpr std::size_t max_sessions = 64;
constexpr auto patience = 10s;      // at the end, with a page that takes nothing
constexpr auto last_words = 100ms;  // of an interrupted game
constexpr auto min_interval = 40ms; // between two looks at the games

} // namespace

class LiveServer::Thread final : public LiveHost {
  public:
    Thread(LiveConfig config, LiveFeed& feed);
    ~Thread() override;
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    void finish();
    const std::string& url() const { return acceptor_.url(); }

  private:
    const std::string& events() const override { return events_; }
    const std::string& page() const override { return page_; }
    const std::function<LiveReply(std::string_view)>& answer() const override {
        return config_.answer;
    }
    LiveLog& log() override { return log_; }
    bool is_finishing() const override { return is_finishing_; }
    void page_was_sent() override { expects_stream_ = true; }
    void stream_was_opened() override;
    void all_was_sent() override { end_if_done(); }
    void remove(const std::shared_ptr<LiveSession>& session) override;

    void run();
    void await_all();
    void open_session(tcp::socket socket);
    void await_messages();
    void await_lines();
    void take_messages();
    void look();
    void look_soon();
    void flush();
    void begin_finish();
    void tell_end();
    void interrupt();
    void end_if_done();
    bool has_streams() const;
    bool is_writing() const;
    bool is_needed() const;

    LiveConfig config_;
    LiveReader reader_;
    LiveLog log_;
    std::string events_; ///< address of the event stream, another one for each run
    std::string page_;
    asio::io_context io_{1};
    LiveAcceptor acceptor_;
    asio::posix::stream_descriptor messages_{io_};
    asio::posix::stream_descriptor lines_{io_};
    asio::steady_timer look_timer_{io_};
    asio::steady_timer end_timer_{io_};
    std::set<std::shared_ptr<LiveSession>> sessions_;
    std::chrono::steady_clock::time_point last_look_{};
    bool is_look_due_ = false;
    // What is being waited for; an exception can end a handler before it waits again.
    bool awaits_messages_ = false;
    bool awaits_lines_ = false;
    bool is_finishing_ = false;
    bool is_end_told_ = false; ///< to the pages
    bool is_interrupted_ = false;
    /// A browser has received the page, but hasn't requested its events yet.
    bool expects_stream_ = false;
    UniqueFd done_; ///< an eventfd: every page has the end
    std::thread thread_;
};

LiveServer::Thread::Thread(LiveConfig config, LiveFeed& feed)
    : config_(std::move(config)), reader_(feed), log_(!config_.is_tournament, config_.has_people),
      events_("/events/" + random_key()),
      acceptor_(
          io_, listening_on(config_.listen),
          [this](tcp::socket socket) { open_session(std::move(socket)); }),
      done_(::eventfd(0, EFD_CLOEXEC)) {
    if (!done_) {
        fail("making an event for --watch");
    }
    const nlohmann::ordered_json match{
        {"game", page_json(*config_.game)},
        {"games", nlohmann::ordered_json::array()},
        {"live", {{"events", events_}, {"tournament", config_.is_tournament}}}};
    page_ = page_of(
        config_.title, config_.game->name, match_element(page_text(match, true)), PageKind::live);
    // Copies: each of these objects closes its own.
    messages_.assign(::fcntl(reader_.messages(), F_DUPFD_CLOEXEC, 0));
    lines_.assign(::fcntl(reader_.lines(), F_DUPFD_CLOEXEC, 0));
    await_all();
    // Signals are for the main thread, which waits for them.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error& problem) {
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        fail("starting the thread of --watch", problem.code().value());
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

LiveServer::Thread::~Thread() {
    asio::post(io_, [this] { interrupt(); });
    thread_.join();
}

void LiveServer::Thread::finish() {
    asio::post(io_, [this] { begin_finish(); });
    pollfd event{done_.get(), POLLIN, 0};
    wait_for(&event, 1, -1);
}

void LiveServer::Thread::run() {
    if (!config_.cores.empty()) {
        try {
            use_cores(config_.cores);
        } catch (const InternalError&) {
            config_.cores.clear(); // they have been taken away since
        }
    }
    lower_priority(config_.cores.empty());
    while (!io_.stopped()) {
        try {
            await_all();
            io_.run();
        } catch (const std::exception&) {
            // For example, out of memory: one page loses its connection, and the others continue.
        }
    }
}

/// Waits again for what nothing waits for, and looks at the games: the handler that failed may
/// have been about to.
void LiveServer::Thread::await_all() {
    acceptor_.await();
    if (!awaits_messages_) {
        await_messages();
    }
    if (!awaits_lines_) {
        await_lines();
    }
    if (is_finishing_ && !is_end_told_) {
        tell_end();
    }
    look_soon();
}

void LiveServer::Thread::open_session(tcp::socket socket) {
    const auto session = std::make_shared<LiveSession>(*this, std::move(socket));
    // Connections over the limit get a reply, unless there are too many of these as well.
    const std::size_t count = sessions_.size();
    if (count < 2 * max_sessions) {
        sessions_.insert(session);
        try {
            count < max_sessions ? session->start() : session->refuse_when_full();
        } catch (const std::exception&) {
            sessions_.erase(session); // nothing else would remove it
            throw;
        }
    }
}

void LiveServer::Thread::await_messages() {
    messages_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const Error& error) {
        awaits_messages_ = false;
        if (!error) {
            take_messages();
            await_messages();
        }
    });
    awaits_messages_ = true;
}

void LiveServer::Thread::await_lines() {
    lines_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const Error& error) {
        awaits_lines_ = false;
        if (!error) {
            reader_.take_event();
            look_soon();
            await_lines();
        }
    });
    awaits_lines_ = true;
}

void LiveServer::Thread::take_messages() {
    LiveReader::Message message;
    while (reader_.receive(message)) {
        if (!message.topic.empty()) {
            log_.set(message.topic, std::move(message.json));
        } else if (message.game) {
            log_.begin(message.slot, std::move(message.game));
        }
    }
    look_soon();
}

/// Continues reading the games, and sends each page what is new.
void LiveServer::Thread::look() {
    last_look_ = std::chrono::steady_clock::now();
    is_look_due_ = false;
    bool has_more = false;
    // Games of a tournament are read only while somebody watches: there may be thousands of them.
    if (!config_.is_tournament || has_streams()) {
        reader_.wake_me();
        has_more = log_.advance();
    }
    flush();
    if (has_more && !is_look_due_) {
        asio::post(io_, [this] { look(); });
        is_look_due_ = true;
    }
}

void LiveServer::Thread::flush() {
    const auto sessions = sessions_; // one that fails is removed
    for (const auto& session : sessions) {
        try {
            session->flush();
        } catch (const std::exception&) {
            session->hurry(); // it ends soon; its browser connects again and gets everything
        }
    }
}

void LiveServer::Thread::look_soon() {
    if (!is_look_due_) {
        look_timer_.expires_at(
            std::max(std::chrono::steady_clock::now(), last_look_ + min_interval));
        look_timer_.async_wait([this](const Error& error) {
            if (!error) {
                look();
            }
        });
        is_look_due_ = true;
    }
}

/// True if somebody still waits for something.
bool LiveServer::Thread::is_needed() const {
    return expects_stream_ ||
           std::any_of(sessions_.begin(), sessions_.end(), [](const auto& session) {
               return session->is_needed();
           });
}

bool LiveServer::Thread::is_writing() const {
    return std::any_of(sessions_.begin(), sessions_.end(), [](const auto& session) {
        return session->is_writing();
    });
}

bool LiveServer::Thread::has_streams() const {
    return std::any_of(sessions_.begin(), sessions_.end(), [](const auto& session) {
        return session->is_stream();
    });
}

void LiveServer::Thread::begin_finish() {
    is_finishing_ = true;
    tell_end();
}

/// Tells the pages that everything has been played.
void LiveServer::Thread::tell_end() {
    if (is_needed()) {
        take_messages();
        while (log_.advance()) {
        }
        log_.end(LiveEnd::finished);
        for (const auto& session : sessions_) {
            session->hurry();
        }
        look_soon();
        end_timer_.expires_after(patience);
        end_timer_.async_wait([this](const Error& error) {
            if (!error) {
                expects_stream_ = false;
                end_if_done();
            }
        });
    }
    is_end_told_ = true;
    end_if_done();
}

void LiveServer::Thread::end_if_done() {
    if (is_interrupted_ && !is_writing()) {
        io_.stop();
    } else if (is_finishing_ && !is_needed()) {
        constexpr std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(done_.get(), &one, sizeof one);
    }
}

/// Pages get the last lines of the game if they read them at once.
void LiveServer::Thread::interrupt() {
    if (!is_finishing_) {
        log_.end(LiveEnd::interrupted);
        flush();
    }
    is_interrupted_ = true;
    end_timer_.expires_after(last_words);
    end_timer_.async_wait([this](const Error& error) {
        if (!error) {
            io_.stop();
        }
    });
    end_if_done();
}

void LiveServer::Thread::stream_was_opened() {
    expects_stream_ = false;
    log_.expect_more();
    look_soon();
}

void LiveServer::Thread::remove(const std::shared_ptr<LiveSession>& session) {
    sessions_.erase(session);
    end_if_done();
}

LiveServer::LiveServer(LiveConfig config, LiveFeed& feed)
    : thread_(std::make_unique<Thread>(std::move(config), feed)) {}

LiveServer::~LiveServer() = default;

const std::string& LiveServer::url() const {
    return thread_->url();
}

void LiveServer::finish() {
    thread_->finish();
}

} // namespace referee
