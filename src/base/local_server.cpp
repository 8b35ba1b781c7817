#include "base/local_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"

namespace forall::base {

namespace {

constexpr std::size_t kMostHead = 16 * 1024;
constexpr std::size_t kMostBody = 64 * 1024;
constexpr std::size_t kMostConnections = 32;
constexpr auto kDeadline = std::chrono::seconds(5);         // to send a request
constexpr auto kAnswerDeadline = std::chrono::seconds(30);  // to take the answer
using SteadyClock = std::chrono::steady_clock;

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw UserError("no random numbers for the token of --ui");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

// Takes as long whatever the difference is.
bool is_same(std::string_view x, std::string_view y) {
  unsigned difference = x.size() == y.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    difference |= static_cast<unsigned char>(x[i]) ^ static_cast<unsigned char>(y[i]);
  return difference == 0;
}

struct Head {
  std::string method, target, host;
  std::optional<std::string> origin;
  std::size_t body = 0;
  int bad = 0;  // the status to refuse it with
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

Head parse_head(std::string_view text) {
  Head head;
  const auto bad = [&](int status) {
    head.bad = status;
    return head;
  };
  bool is_first = true;
  unsigned hosts = 0;
  while (!text.empty()) {
    const std::size_t end = text.find("\r\n");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    if (is_first) {
      const std::size_t one = line.find(' '), two = line.rfind(' ');
      if (one == std::string_view::npos || two == one) return bad(400);
      head.method = line.substr(0, one);
      head.target = line.substr(one + 1, two - one - 1);
      if (line.substr(two + 1) != "HTTP/1.1" && line.substr(two + 1) != "HTTP/1.0") return bad(400);
      is_first = false;
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return bad(400);
    const std::string name = lower(std::string(line.substr(0, colon)));
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
    if (name == "host") {
      head.host = value;
      ++hosts;
    } else if (name == "origin") {
      if (head.origin) return bad(400);
      head.origin = std::string(value);
    } else if (name == "transfer-encoding") {
      return bad(400);  // no browser sends it here
    } else if (name == "content-length") {
      const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), head.body);
      if (error != std::errc() || rest != value.data() + value.size()) return bad(400);
      if (head.body > kMostBody) return bad(413);
    }
  }
  return hosts == 1 && !is_first ? head : bad(400);
}

struct Connection {
  int descriptor = -1;
  std::string in, out;
  std::size_t sent = 0;
  SteadyClock::time_point deadline;
  bool is_answering = false;
};

}  // namespace

class LocalServer::Work {
 public:
  explicit Work(std::function<LocalResponse(const LocalRequest&)> handler)
      : handler_(std::move(handler)), token_(random_token()) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || bind(listener_, plain, size) != 0 || listen(listener_, 16) != 0 ||
        getsockname(listener_, plain, &size) != 0 || pipe2(wake_.data(), O_CLOEXEC) != 0) {
      const std::string reason = std::strerror(errno);
      if (listener_ >= 0) close(listener_);
      throw UserError("no port of 127.0.0.1 can be had for --ui: " + reason);
    }
    host_ = fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
    address_ = fmt::format("http://{}/{}/", host_, token_);
    thread_ = std::thread([this] { serve(); });
  }
  ~Work() {
    close(wake_[1]);
    thread_.join();
    for (const Connection& connection : connections_) close(connection.descriptor);
    close(listener_);
    close(wake_[0]);
  }
  const std::string& address() const { return address_; }

 private:
  void serve() {
    while (true) {
      std::vector<pollfd> waiting = {{wake_[0], POLLIN, 0}};
      const bool has_room = connections_.size() < kMostConnections;
      waiting.push_back({has_room ? listener_ : -1, POLLIN, 0});
      for (const Connection& connection : connections_)
        waiting.push_back({connection.descriptor, static_cast<short>(connection.is_answering ? POLLOUT : POLLIN), 0});
      poll(waiting.data(), waiting.size(), 500);
      if (waiting[0].revents != 0) return;
      const auto now = SteadyClock::now();
      for (std::size_t i = 0; i < connections_.size(); ++i) {
        Connection& connection = connections_[i];
        const bool is_over = waiting[i + 2].revents != 0 ? !work_on(connection) : now > connection.deadline;
        if (is_over) {
          close(connection.descriptor);
          connection.descriptor = -1;
        }
      }
      std::erase_if(connections_, [](const Connection& connection) { return connection.descriptor < 0; });
      if ((waiting[1].revents & POLLIN) != 0) {
        const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor >= 0) {
          connections_.emplace_back();
          connections_.back().descriptor = descriptor;
          connections_.back().deadline = now + kDeadline;
        }
      }
    }
  }

  // False: the connection is over.
  bool work_on(Connection& connection) {
    if (connection.is_answering) return send_on(connection);
    std::array<char, 4096> buffer{};
    const ssize_t count = recv(connection.descriptor, buffer.data(), buffer.size(), 0);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    if (count == 0) return false;
    connection.in.append(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t end = connection.in.find("\r\n\r\n");
    if (end == std::string::npos) {
      if (connection.in.size() <= kMostHead) return true;
      return answer(connection, {431, "text/plain", ""});
    }
    if (end > kMostHead) return answer(connection, {431, "text/plain", ""});
    const Head head = parse_head(std::string_view(connection.in).substr(0, end));
    if (head.bad != 0) return answer(connection, {head.bad, "text/plain", ""});
    if (connection.in.size() < end + 4 + head.body) return true;
    return answer(connection, response_to(head, connection.in.substr(end + 4, head.body)));
  }

  LocalResponse response_to(const Head& head, std::string body) const {
    LocalResponse refused{403, "text/plain", ""};
    const bool is_post = head.method == "POST";
    if (!is_post && head.method != "GET") return refused;
    if (head.host != host_) return refused;
    if (head.origin ? *head.origin != "http://" + host_ : is_post) return refused;
    const std::string_view target = head.target;
    if (target.size() < token_.size() + 2 || target.front() != '/' || target[token_.size() + 1] != '/') return refused;
    if (!is_same(target.substr(1, token_.size()), token_)) return refused;
    try {
      return handler_({is_post, std::string(target.substr(token_.size() + 2)), std::move(body)});
    } catch (const std::exception&) {
      return {500, "text/plain", ""};
    }
  }

  static bool answer(Connection& connection, const LocalResponse& response) {
    connection.out = fmt::format(
        "HTTP/1.1 {} {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n"
        "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
        "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
        response.status, response.status == 200 ? "OK" : "No", response.type, response.body.size());
    connection.out += response.body;
    connection.is_answering = true;
    connection.deadline = SteadyClock::now() + kAnswerDeadline;
    return send_on(connection);
  }

  static bool send_on(Connection& connection) {
    while (connection.sent < connection.out.size()) {
      const ssize_t count = send(connection.descriptor, connection.out.data() + connection.sent,
                                 connection.out.size() - connection.sent, MSG_NOSIGNAL);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      connection.sent += static_cast<std::size_t>(count);
    }
    shutdown(connection.descriptor, SHUT_WR);
    return false;
  }

  std::function<LocalResponse(const LocalRequest&)> handler_;
  std::string token_, host_, address_;
  int listener_ = -1;
  std::array<int, 2> wake_{-1, -1};
  std::vector<Connection> connections_;
  std::thread thread_;
};

LocalServer::LocalServer(std::function<LocalResponse(const LocalRequest&)> handler)
    : work_(std::make_unique<Work>(std::move(handler))) {}
LocalServer::~LocalServer() = default;
const std::string& LocalServer::address() const { return work_->address(); }

}  // namespace forall::base
