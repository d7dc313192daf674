#include "pages/live/session.hpp"

#include "pages/live/limits.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

namespace referee {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Error = boost::system::error_code;
using namespace std::chrono_literals;

constexpr int send_buffer = 256 * 1024;
constexpr auto linger_time = 2s;

/// The headers of every response: no site may frame the page, no other site may read it, and
/// nothing may cache it.
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

LiveSession::LiveSession(LiveHost& host, asio::ip::tcp::socket socket)
    : host_(host), socket_(std::move(socket)), timer_(socket_.get_executor()),
      buffer_(max_header_bytes + max_body_bytes) {
    parser_.header_limit(max_header_bytes);
    parser_.body_limit(max_body_bytes);
}

void LiveSession::start() {
    set_deadline(max_request_time);
    http::async_read(
        socket_, buffer_, parser_,
        [self = shared_from_this()](const Error& error, std::size_t) { self->answer(error); });
}

void LiveSession::flush() {
    if (!is_stream_ || is_writing_ || is_closed_) {
        return;
    }
    out_ = host_.log().next(cursor_, max_piece_bytes, person_);
    if (!out_.empty()) {
        write();
    } else if (cursor_.has_end && !std::exchange(has_shut_down_, true)) {
        Error ignored;
        socket_.shutdown(asio::socket_base::shutdown_send, ignored);
        set_deadline(end_patience); // until it closes: then it has everything
    }
}

void LiveSession::hurry() {
    if (is_stream_) {
        set_deadline(end_patience);
    }
}

void LiveSession::answer(const Error& error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        respond(http::status::request_header_fields_too_large, "the headers are too large");
    } else if (error == http::error::body_limit) {
        respond(http::status::payload_too_large, "the body is too large");
    } else if (
        error && error.category() == make_error_code(http::error::bad_method).category() &&
        error != http::error::end_of_stream) {
        respond(http::status::bad_request, "this is not an HTTP request");
    } else if (error) {
        close();
    } else {
        answer_request(parser_.get());
    }
}

void LiveSession::answer_request(const http::request<http::string_body>& request) {
    const auto text = [&](auto field) {
        const auto value = request[field];
        return std::string_view(value.data(), value.size());
    };
    const auto view = [](const auto& value) {
        return std::string_view(value.data(), value.size());
    };
    const KeyedTarget target = split_key(view(request.target()));
    person_ = host_.person_of(target.key);
    if (person_ != 0) {
        key_ = target.key;
    }
    const LiveRequest asked{
        view(request.method_string()), target.address,
        text(http::field::host),       static_cast<int>(request.count(http::field::host)),
        text(http::field::origin),     text("Sec-Fetch-Site"),
        text("Sec-Fetch-Mode"),        text(http::field::content_type)};
    const LiveDecision decision = decide(asked, host_.events(), static_cast<bool>(host_.answer()));
    switch (decision.route) {
    case LiveRoute::page:
        host_.page_was_sent();
        respond(http::status::ok, host_.page(), "text/html; charset=utf-8");
        break;
    case LiveRoute::events:
        open_stream();
        break;
    case LiveRoute::answer: {
        LiveReply reply = host_.answer()(request.body());
        key_ = reply.key;
        respond(static_cast<http::status>(reply.status), std::move(reply.json), "application/json");
        break;
    }
    case LiveRoute::refused:
        respond(
            static_cast<http::status>(decision.status), std::string(decision.why), "text/plain",
            decision.allow);
        break;
    }
}

void LiveSession::respond(
    http::status status, std::string body, std::string_view type, std::string_view allow) {
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
    set_deadline(max_request_time);
    is_responding_ = true;
    http::async_write(
        socket_, *response, [self = shared_from_this(), response](const Error& error, std::size_t) {
            self->is_responding_ = false;
            error ? self->close() : self->linger();
        });
}

/// Closing with unread input would discard the answer.
void LiveSession::linger() {
    Error ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
    set_deadline(linger_time);
    await_close();
    host_.all_was_sent();
}

void LiveSession::open_stream() {
    is_stream_ = true;
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
    host_.stream_was_opened(*this);
}

void LiveSession::write() {
    is_writing_ = true;
    if (host_.is_finishing()) {
        set_deadline(end_patience);
    }
    asio::async_write(
        socket_, asio::buffer(out_), [self = shared_from_this()](const Error& error, std::size_t) {
            self->is_writing_ = false;
            error ? self->close() : self->flush();
            if (!self->is_writing_) {
                self->host_.all_was_sent();
            }
        });
}

/// A page sends nothing more: any further input is the end, or noise.
void LiveSession::await_close() {
    socket_.async_read_some(
        asio::buffer(noise_), [self = shared_from_this()](const Error& error, std::size_t) {
            error || self->is_stream_ ? self->close() : self->await_close();
        });
}

void LiveSession::set_deadline(std::chrono::steady_clock::duration time) {
    timer_.expires_after(time);
    timer_.async_wait([self = shared_from_this()](const Error& error) {
        if (!error) {
            self->close();
        }
    });
}

void LiveSession::close() {
    if (std::exchange(is_closed_, true)) {
        return;
    }
    Error ignored;
    socket_.close(ignored);
    timer_.cancel();
    host_.remove(shared_from_this());
}

} // namespace referee
