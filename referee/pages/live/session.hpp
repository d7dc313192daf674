#pragma once

/// A connection to the server of `--watch`: one request and its answer, or a stream of events.

#include "pages/live/log.hpp"
#include "pages/live/requests.hpp"

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace referee {

class LiveSession;

/// The interface that a connection needs of its server. All functions are called in the server's
/// thread.
class LiveHost {
  public:
    virtual ~LiveHost() = default;

    /// Address of the event stream.
    virtual const std::string& events() const = 0;
    virtual const std::string& page() const = 0;
    /// None: there is no address for answers.
    virtual const std::function<LiveReply(std::string_view body)>& answer() const = 0;
    /// The number of the person whose key it is, from 1; 0: nobody's.
    virtual int person_of(std::string_view key) const = 0;
    virtual LiveLog& log() = 0;
    /// True if everything has been played.
    virtual bool is_finishing() const = 0;

    /// Called when a browser gets the page: it will request its events.
    virtual void page_was_sent() = 0;
    virtual void stream_was_opened(const LiveSession& session) = 0;
    /// A response has been sent, or the last piece that a stream had to send.
    virtual void all_was_sent() = 0;
    /// The connection is closed.
    virtual void remove(const std::shared_ptr<LiveSession>& session) = 0;
};

class LiveSession : public std::enable_shared_from_this<LiveSession> {
  public:
    LiveSession(LiveHost& host, boost::asio::ip::tcp::socket socket);

    /// Reads the request and answers it.
    void start();
    /// Sends what the page hasn't got yet, unless it is still reading.
    void flush();
    /// From now on a page that accepts no data for ten seconds is dropped.
    void hurry();
    void close();

    /// The key of a person's seat that it came with; empty for all others. Such a connection is
    /// never closed for one without a key.
    const std::string& key() const { return key_; }
    bool is_stream() const { return is_stream_; }
    /// Data is being sent to a stream.
    bool is_writing() const { return is_writing_; }
    /// True if somebody waits for the data being sent. Browsers also open spare connections.
    bool is_needed() const { return is_stream_ || is_responding_; }

  private:
    using Request = boost::beast::http::request<boost::beast::http::string_body>;

    void answer(const boost::system::error_code& error);
    void answer_request(const Request& request);
    void respond(
        boost::beast::http::status status, std::string body, std::string_view type = "text/plain",
        std::string_view allow = "");
    void linger();
    void open_stream();
    void write();
    void await_close();
    void set_deadline(std::chrono::steady_clock::duration time);

    LiveHost& host_;
    boost::asio::ip::tcp::socket socket_;
    boost::asio::steady_timer timer_;
    boost::beast::flat_buffer buffer_;
    boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
    LiveLog::Cursor cursor_;
    std::string key_;
    int person_ = 0;  ///< whose key it is
    std::string out_; ///< what is being written to a stream
    std::array<char, 512> noise_{};
    bool is_stream_ = false;
    bool is_responding_ = false;
    bool is_writing_ = false;
    bool is_closed_ = false;
    bool has_shut_down_ = false;
};

} // namespace referee
