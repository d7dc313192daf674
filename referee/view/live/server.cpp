// The only file with Boost.Asio and Boost.Beast, which take long to compile.
//
// One thread runs everything here. It reads what the feed hands over (LiveReader, LiveLog), answers
// requests, and sends each page what it hasn't got yet. Of a page that reads slowly only its cursor
// is behind: nothing is queued for it but the piece that is being written.

#include "view/live/server.hpp"

#include "error.hpp"
#include "process/cores.hpp"
#include "process/interrupt.hpp"
#include "process/priority.hpp"
#include "view/live/live_log.hpp"
#include "view/live/request.hpp"
#include "view/page_parts.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>

namespace referee {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using Error = boost::system::error_code;
using namespace std::chrono_literals;

constexpr std::size_t max_sessions = 64;
constexpr std::uint32_t max_header = 32 * 1024; // browsers send the cookies of all ports
constexpr std::size_t max_body = 64 * 1024;
constexpr std::size_t max_piece = 256 * 1024; // written to a page at a time
constexpr int send_buffer = 256 * 1024;
constexpr int last_offset = 100; // ports looked at for a free one
constexpr auto request_time = 10s;
constexpr auto patience = 10s; // at the end, with a page that takes nothing
constexpr auto linger_time = 2s;
constexpr auto min_interval = 40ms; // between two looks at the games
constexpr auto accept_pause = 1s;   // when there are no descriptors left

/// 128 random bits, in hexadecimal.
std::string random_name() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        fail("drawing random numbers for --watch");
    }
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

/// A socket that listens, or none and errno. AIs must not inherit it.
UniqueFd listening(const tcp::endpoint& endpoint) {
    UniqueFd file(
        ::socket(endpoint.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    constexpr int yes = 1;
    if (file &&
        (::setsockopt(file.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
         ::bind(file.get(), endpoint.data(), static_cast<socklen_t>(endpoint.size())) != 0 ||
         ::listen(file.get(), SOMAXCONN) != 0)) {
        const int error = errno;
        file.reset();
        errno = error;
    }
    return file;
}

[[noreturn]] void refuse(const LiveListen& listen, int error) {
    const std::string text = std::generic_category().message(error);
    if (error == EADDRINUSE && !listen.takes_next) {
        throw UserError(fmt::format(
            "--watch: port {} is taken; name another, or none for the next free one", listen.port));
    }
    throw UserError(fmt::format(
        "--watch: can't listen on {} port {} ({}); name another address or port", listen.address,
        listen.port, text));
}

/// Listens where it is said, or on the next free port.
UniqueFd listening_on(const LiveListen& listen) {
    Error wrong;
    const asio::ip::address address = asio::ip::make_address(listen.address, wrong);
    if (wrong) {
        throw UserError(fmt::format(
            "--watch {}: not a numeric address; write e.g. 0.0.0.0:8009", listen.address));
    }
    int error = EADDRINUSE;
    const int tries = listen.takes_next ? last_offset : 0;
    for (int offset = 0; offset <= tries && listen.port + offset <= 65535; ++offset) {
        const int port = listen.port + offset;
        if (std::find(listen.avoided_ports.begin(), listen.avoided_ports.end(), port) !=
            listen.avoided_ports.end()) {
            if (!listen.takes_next) {
                throw UserError(fmt::format(
                    "--watch: an AI may use port {} and could read the page; name another", port));
            }
            continue;
        }
        UniqueFd file = listening({address, static_cast<std::uint16_t>(port)});
        if (file) {
            return file;
        }
        error = errno;
        if (error != EADDRINUSE) {
            break;
        }
    }
    refuse(listen, error);
}

/// What every response says: the page is for nobody's frame, cache or other site.
template <typename Response>
void set_headers(Response& response) {
    response.set(http::field::cache_control, "no-store");
    response.set("Content-Security-Policy", "frame-ancestors 'none'");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Referrer-Policy", "no-referrer");
    response.set("X-Content-Type-Options", "nosniff");
    response.keep_alive(false);
}

} // namespace

class LiveServer::Thread {
  public:
    Thread(LiveConfig config, LiveFeed& feed);
    ~Thread();

    void finish();
    const std::string& url() const { return url_; }

  private:
    class Session;

    void run();
    void accept_later();
    void accept();
    void await_messages();
    void await_lines();
    void take_messages();
    void look();
    void look_soon();
    void begin_finish();
    void interrupt();
    void remove(const std::shared_ptr<Session>& session);
    void end_if_done();
    bool has_streams() const;
    bool is_needed() const;

    LiveConfig config_;
    LiveReader reader_;
    LiveLog log_;
    std::string events_; ///< address of the event stream, another one for each run
    std::string page_;
    std::string url_;
    asio::io_context io_{1};
    tcp::acceptor acceptor_{io_};
    asio::posix::stream_descriptor messages_{io_};
    asio::posix::stream_descriptor lines_{io_};
    asio::steady_timer accept_timer_{io_};
    asio::steady_timer look_timer_{io_};
    asio::steady_timer end_timer_{io_};
    std::set<std::shared_ptr<Session>> sessions_;
    std::chrono::steady_clock::time_point last_look_{};
    bool is_look_due_ = false;
    bool is_finishing_ = false;
    /// A browser has got the page and not yet asked for its events.
    bool expects_stream_ = false;
    UniqueFd done_; ///< an eventfd: every page has the end
    std::thread thread_;
};

/// A connection: one request and its answer, or a stream of events.
class LiveServer::Thread::Session : public std::enable_shared_from_this<Session> {
  public:
    Session(Thread& server, tcp::socket socket)
        : server_(server), socket_(std::move(socket)), timer_(socket_.get_executor()) {
        parser_.header_limit(max_header);
        parser_.body_limit(max_body);
    }

    void start() {
        set_deadline(request_time);
        http::async_read(
            socket_, buffer_, parser_,
            [self = shared_from_this()](const Error& error, std::size_t) { self->answer(error); });
    }

    bool is_stream() const { return is_stream_; }
    /// Somebody waits for what is being sent. Browsers also open connections in store.
    bool is_needed() const { return is_stream_ || is_responding_; }

    /// Sends what the page hasn't got yet, unless it is still reading.
    void flush() {
        if (!is_stream_ || is_writing_ || is_closed_) {
            return;
        }
        out_ = server_.log_.next(cursor_, max_piece);
        if (!out_.empty()) {
            write();
        } else if (cursor_.has_end && !std::exchange(has_shut_down_, true)) {
            Error ignored;
            socket_.shutdown(tcp::socket::shutdown_send, ignored);
            set_deadline(patience); // until it closes: then it has everything
        }
    }

    /// The last words of an interrupted game, if they can be said at once.
    void flush_now() {
        if (is_stream_ && !is_writing_ && !is_closed_) {
            out_ = server_.log_.next(cursor_, max_piece);
            [[maybe_unused]] const ssize_t sent = ::send(
                socket_.native_handle(), out_.data(), out_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        }
    }

    void hurry() {
        if (is_stream_) {
            set_deadline(patience);
        }
    }

    void refuse_when_full() { respond(http::status::service_unavailable, "too many connections"); }

  private:
    void answer(const Error& error) {
        if (error == http::error::header_limit || error == http::error::buffer_overflow) {
            respond(http::status::request_header_fields_too_large, "the headers are too large");
        } else if (error == http::error::body_limit) {
            respond(http::status::payload_too_large, "the body is too large");
        } else if (
            error && error.category() == make_error_code(http::error::bad_method).category() &&
            error != http::error::end_of_stream) {
            respond(http::status::bad_request, "this is no HTTP request");
        } else if (error) {
            close();
        } else {
            answer_request(parser_.get());
        }
    }

    void answer_request(const http::request<http::string_body>& request) {
        const auto text = [&](auto field) {
            const auto value = request[field];
            return std::string_view(value.data(), value.size());
        };
        const auto view = [](const auto& value) {
            return std::string_view(value.data(), value.size());
        };
        const LiveRequest asked{
            view(request.method_string()), view(request.target()),
            text(http::field::host),       static_cast<int>(request.count(http::field::host)),
            text(http::field::origin),     text("Sec-Fetch-Site"),
            text("Sec-Fetch-Mode"),        text(http::field::content_type)};
        const LiveDecision decision =
            decide(asked, server_.events_, static_cast<bool>(server_.config_.answer));
        switch (decision.route) {
        case LiveRoute::page:
            server_.expects_stream_ = true;
            respond(http::status::ok, server_.page_, "text/html; charset=utf-8");
            break;
        case LiveRoute::events:
            open_stream();
            break;
        case LiveRoute::answer: {
            LiveReply reply = server_.config_.answer(request.body());
            respond(
                static_cast<http::status>(reply.status), std::move(reply.json), "application/json");
            break;
        }
        case LiveRoute::refused:
            respond(
                static_cast<http::status>(decision.status), std::string(decision.why), "text/plain",
                decision.allow);
            break;
        }
    }

    void respond(
        http::status status, std::string body, std::string_view type = "text/plain",
        std::string_view allow = "") {
        if (type == "text/plain") {
            body += "\n";
        }
        auto response = std::make_shared<http::response<http::string_body>>(status, 11);
        set_headers(*response);
        response->set(http::field::content_type, std::string(type));
        if (!allow.empty()) {
            response->set(http::field::allow, std::string(allow));
        }
        response->body() = std::move(body);
        response->prepare_payload();
        set_deadline(request_time);
        is_responding_ = true;
        http::async_write(
            socket_, *response,
            [self = shared_from_this(), response](const Error& error, std::size_t) {
                self->is_responding_ = false;
                error ? self->close() : self->linger();
            });
    }

    /// Closing while something unread is there would take the answer back.
    void linger() {
        Error ignored;
        socket_.shutdown(tcp::socket::shutdown_send, ignored);
        set_deadline(linger_time);
        await_close();
        server_.end_if_done();
    }

    void open_stream() {
        is_stream_ = true;
        server_.expects_stream_ = false;
        Error ignored;
        socket_.set_option(asio::socket_base::send_buffer_size(send_buffer), ignored);
        socket_.set_option(asio::socket_base::keep_alive(true), ignored);
        http::response<http::string_body> head(http::status::ok, 11);
        set_headers(head);
        head.set(http::field::content_type, "text/event-stream");
        out_ = "HTTP/1.1 200 OK\r\n";
        for (const auto& field : head) {
            out_.append(field.name_string().data(), field.name_string().size());
            out_.append(": ").append(field.value().data(), field.value().size()).append("\r\n");
        }
        out_ += "\r\nretry: 1000\n\n";
        timer_.cancel();
        await_close();
        write();
        server_.log_.expect_more();
        server_.look_soon();
    }

    void write() {
        is_writing_ = true;
        if (server_.is_finishing_) {
            set_deadline(patience);
        }
        asio::async_write(
            socket_, asio::buffer(out_),
            [self = shared_from_this()](const Error& error, std::size_t) {
                self->is_writing_ = false;
                error ? self->close() : self->flush();
            });
    }

    /// A page has nothing more to say: whatever comes now is the end, or noise.
    void await_close() {
        socket_.async_read_some(
            asio::buffer(noise_), [self = shared_from_this()](const Error& error, std::size_t) {
                error || self->is_stream_ ? self->close() : self->await_close();
            });
    }

    void set_deadline(std::chrono::steady_clock::duration time) {
        timer_.expires_after(time);
        timer_.async_wait([self = shared_from_this()](const Error& error) {
            if (!error) {
                self->close();
            }
        });
    }

    void close() {
        if (std::exchange(is_closed_, true)) {
            return;
        }
        Error ignored;
        socket_.close(ignored);
        timer_.cancel();
        server_.remove(shared_from_this());
    }

    Thread& server_;
    tcp::socket socket_;
    asio::steady_timer timer_;
    boost::beast::flat_buffer buffer_{max_header + max_body};
    http::request_parser<http::string_body> parser_;
    LiveLog::Cursor cursor_;
    std::string out_; ///< what is being written to a stream
    std::array<char, 512> noise_{};
    bool is_stream_ = false;
    bool is_responding_ = false;
    bool is_writing_ = false;
    bool is_closed_ = false;
    bool has_shut_down_ = false;
};

LiveServer::Thread::Thread(LiveConfig config, LiveFeed& feed)
    : config_(std::move(config)), reader_(feed), log_(!config_.is_tournament, config_.has_people),
      events_("/events/" + random_name()), done_(::eventfd(0, EFD_CLOEXEC)) {
    if (!done_) {
        fail("making an event for --watch");
    }
    const nlohmann::ordered_json match{
        {"game", page_json(*config_.game)},
        {"games", nlohmann::ordered_json::array()},
        {"live", {{"events", events_}, {"tournament", config_.is_tournament}}}};
    page_ = page_of(
        config_.title, config_.game->name, match_element(page_text(match, true)), PageKind::live);
    UniqueFd file = listening_on(config_.listen);
    tcp::endpoint bound;
    socklen_t size = static_cast<socklen_t>(bound.capacity());
    ::getsockname(file.get(), bound.data(), &size);
    bound.resize(size);
    const std::string address = bound.address().to_string();
    url_ = fmt::format(
        "http://{}:{}/", bound.address().is_v6() ? "[" + address + "]" : address, bound.port());
    acceptor_.assign(bound.protocol(), file.release());
    // Copies: each of these objects closes its own.
    messages_.assign(::fcntl(reader_.messages(), F_DUPFD_CLOEXEC, 0));
    lines_.assign(::fcntl(reader_.lines(), F_DUPFD_CLOEXEC, 0));
    accept_later();
    await_messages();
    await_lines();
    look_soon();
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
            io_.run();
        } catch (const std::exception&) {
            // Out of memory, for example: it costs a page its connection, and the next goes on.
        }
    }
}

void LiveServer::Thread::accept_later() {
    acceptor_.async_wait(tcp::acceptor::wait_read, [this](const Error& error) {
        if (error != asio::error::operation_aborted) {
            accept();
        }
    });
}

void LiveServer::Thread::accept() {
    // Boost.Asio would accept without close-on-exec, and AIs are started at any time.
    const int file =
        ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (file < 0 && errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) {
        // Out of descriptors or memory. The connection waits, and would wake us again at once.
        accept_timer_.expires_after(accept_pause);
        accept_timer_.async_wait([this](const Error&) { accept_later(); });
        return;
    }
    if (file >= 0) {
        tcp::socket socket(io_);
        socket.assign(acceptor_.local_endpoint().protocol(), file);
        const auto session = std::make_shared<Session>(*this, std::move(socket));
        // Those over the limit are told so, unless there are too many of them as well.
        const std::size_t count = sessions_.size();
        if (count < 2 * max_sessions) {
            sessions_.insert(session);
            count < max_sessions ? session->start() : session->refuse_when_full();
        }
    }
    accept_later();
}

void LiveServer::Thread::await_messages() {
    messages_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const Error& error) {
        if (!error) {
            take_messages();
            await_messages();
        }
    });
}

void LiveServer::Thread::await_lines() {
    lines_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const Error& error) {
        if (!error) {
            reader_.take_event();
            look_soon();
            await_lines();
        }
    });
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

/// Reads on in the games, and sends each page what is new.
void LiveServer::Thread::look() {
    last_look_ = std::chrono::steady_clock::now();
    is_look_due_ = false;
    bool has_more = false;
    // Games of a tournament are read while somebody looks: there may be thousands of them.
    if (!config_.is_tournament || has_streams()) {
        reader_.wake_me();
        has_more = log_.advance();
    }
    const auto sessions = sessions_; // one that fails is removed
    for (const auto& session : sessions) {
        session->flush();
    }
    if (has_more && !is_look_due_) {
        is_look_due_ = true;
        asio::post(io_, [this] { look(); });
    }
}

void LiveServer::Thread::look_soon() {
    if (!is_look_due_) {
        is_look_due_ = true;
        look_timer_.expires_at(
            std::max(std::chrono::steady_clock::now(), last_look_ + min_interval));
        look_timer_.async_wait([this](const Error& error) {
            if (!error) {
                look();
            }
        });
    }
}

/// Somebody still waits for something.
bool LiveServer::Thread::is_needed() const {
    return expects_stream_ ||
           std::any_of(sessions_.begin(), sessions_.end(), [](const auto& session) {
               return session->is_needed();
           });
}

bool LiveServer::Thread::has_streams() const {
    return std::any_of(sessions_.begin(), sessions_.end(), [](const auto& session) {
        return session->is_stream();
    });
}

void LiveServer::Thread::begin_finish() {
    is_finishing_ = true;
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
    end_if_done();
}

void LiveServer::Thread::end_if_done() {
    if (is_finishing_ && !is_needed()) {
        constexpr std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(done_.get(), &one, sizeof one);
    }
}

void LiveServer::Thread::interrupt() {
    if (!is_finishing_) {
        log_.end(LiveEnd::interrupted);
        for (const auto& session : sessions_) {
            session->flush_now();
        }
    }
    io_.stop();
}

void LiveServer::Thread::remove(const std::shared_ptr<Session>& session) {
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
