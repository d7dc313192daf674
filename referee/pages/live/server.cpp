// One thread runs everything here. It reads what the feed hands over (LiveReader, LiveLog), answers
// requests, and sends each page what it hasn't got yet. For a page that reads slowly only the
// cursor lags behind: nothing is queued for it except the piece being written.
//
// A socket that listens (listening.cpp) gets connections (LiveAcceptor); each becomes a session,
// which reads one request, asks decide() what to do with it (requests.cpp), and answers or becomes
// a stream of events. A session knows its server only as a LiveHost. The server decides when
// sessions get something, which of them end to make room, and when all of them have the end.

#include "pages/live/server.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "os/cores.hpp"
#include "os/descriptor.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"
#include "os/priority.hpp"
#include "pages/live/acceptor.hpp"
#include "pages/live/handlers.hpp"
#include "pages/live/limits.hpp"
#include "pages/live/log.hpp"
#include "pages/live/session.hpp"
#include "pages/page.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace referee {

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using Error = boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto last_words = 100ms; // of an interrupted game

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
    int person_of(std::string_view key) const override {
        return config_.person_of ? config_.person_of(key) : 0;
    }
    LiveLog& log() override { return log_; }
    bool is_finishing() const override { return is_finishing_; }
    void page_was_sent() override;
    void stream_was_opened(const LiveSession& opened) override;
    void all_was_sent() override { end_if_done(); }
    void remove(const std::shared_ptr<LiveSession>& session) override;

    void run();
    void await_all();
    void open_session(tcp::socket socket);
    template <typename IsOfKind>
    void make_room(std::size_t max, const IsOfKind& is_of_kind);
    void await_messages();
    void await_lines();
    void take_messages();
    void look();
    void look_soon();
    void flush();
    void begin_finish();
    void tell_end();
    void await_stream();
    void release();
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
    asio::steady_timer last_timer_{io_};
    std::vector<std::shared_ptr<LiveSession>> sessions_; ///< the oldest first
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
    : config_(std::move(config)), reader_(feed), log_(!config_.is_tournament, config_.people),
      events_("/events/" + random_key()),
      acceptor_(
          io_, listening_on(config_.listen),
          [this](tcp::socket socket) { open_session(std::move(socket)); }),
      done_(::eventfd(0, EFD_CLOEXEC)) {
    if (!done_) {
        fail("making an event for --watch");
    }
    const nlohmann::ordered_json match{
        {"game", page_json(*config_.game, rules_of(*config_.game))},
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
    run_handlers(
        io_, [this] { await_all(); },
        [](const std::string& problem) {
            print_error("note: --watch: a page has lost its connection: " + problem);
        });
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
    make_room(max_requests, [](const LiveSession& session) {
        return !session.is_stream() && session.key().empty();
    });
    const auto session = std::make_shared<LiveSession>(*this, std::move(socket));
    sessions_.push_back(session);
    try {
        session->start();
    } catch (const std::exception&) {
        std::erase(sessions_, session); // nothing else would remove it
        throw;
    }
}

/// Ends the oldest connections of a kind until there are less than `max` of them. A request whose
/// connection has just been opened is the newest, so it has time to come even if somebody opens
/// connections all the time.
template <typename IsOfKind>
void LiveServer::Thread::make_room(std::size_t max, const IsOfKind& is_of_kind) {
    const auto is_it = [&](const auto& session) { return is_of_kind(*session); };
    auto count = static_cast<std::size_t>(std::count_if(sessions_.begin(), sessions_.end(), is_it));
    for (; count >= max; --count) {
        const auto oldest = *std::find_if(sessions_.begin(), sessions_.end(), is_it);
        oldest->close(); // removes it from the list
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
            std::max(std::chrono::steady_clock::now(), last_look_ + min_look_interval));
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
    // Pages that read slowly, or are loaded again and again, would hold the referee up for ever.
    last_timer_.expires_after(max_end_wait);
    last_timer_.async_wait([this](const Error& error) {
        if (!error) {
            release();
        }
    });
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
        await_stream();
    }
    is_end_told_ = true;
    end_if_done();
}

/// A page that was sent while others have yet to read the end is waited for, too.
void LiveServer::Thread::page_was_sent() {
    expects_stream_ = true;
    if (is_finishing_) {
        await_stream();
    }
}

/// Gives up a page that doesn't request its events.
void LiveServer::Thread::await_stream() {
    end_timer_.expires_after(end_patience);
    end_timer_.async_wait([this](const Error& error) {
        if (!error) {
            expects_stream_ = false;
            end_if_done();
        }
    });
}

/// Lets finish() return.
void LiveServer::Thread::release() {
    constexpr std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(done_.get(), &one, sizeof one);
}

void LiveServer::Thread::end_if_done() {
    if (is_interrupted_ && !is_writing()) {
        io_.stop();
    } else if (is_finishing_ && !is_needed()) {
        release();
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

void LiveServer::Thread::stream_was_opened(const LiveSession& opened) {
    const std::size_t max = opened.key().empty() ? max_streams : max_streams_of_key;
    make_room(max + 1, [&](const LiveSession& session) {
        return session.is_stream() && session.key() == opened.key();
    });
    expects_stream_ = false;
    log_.expect_more();
    look_soon();
}

void LiveServer::Thread::remove(const std::shared_ptr<LiveSession>& session) {
    std::erase(sessions_, session);
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
