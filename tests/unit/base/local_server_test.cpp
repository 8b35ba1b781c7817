#include "base/local_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>
#include <stdexcept>

namespace forall::base {
namespace {

// What the server answers to these bytes, sent in two parts; nothing if it closes the connection.
class LocalServerTest : public testing::Test {
 protected:
  LocalServerTest()
      : server_([](const LocalRequest& request) -> LocalResponse {
          if (request.path == "throws") throw std::runtime_error("no");
          return {200, "text/plain", (request.is_post ? "post " : "get ") + request.path + " " + request.body};
        }) {
    const std::string& address = server_.address();
    const std::size_t slash = address.find('/', 7);
    host_ = address.substr(7, slash - 7);
    base_ = address.substr(slash);
  }

  std::string send(const std::string& bytes, std::size_t first = 0) const {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(host_.substr(host_.find(':') + 1))));
    EXPECT_EQ(connect(connection, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
    ::send(connection, bytes.data(), first, MSG_NOSIGNAL);
    ::send(connection, bytes.data() + first, bytes.size() - first, MSG_NOSIGNAL);
    shutdown(connection, SHUT_WR);
    std::string answer;
    char buffer[4096];
    for (ssize_t count; (count = recv(connection, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(count));
    close(connection);
    return answer;
  }
  std::string get(const std::string& path, const std::string& more = "") const {
    return "GET " + path + " HTTP/1.1\r\nHost: " + host_ + "\r\n" + more + "\r\n";
  }
  static std::string status(const std::string& answer) { return answer.substr(0, 12); }

  LocalServer server_;
  std::string host_, base_;
};

TEST_F(LocalServerTest, AnswersWhoKnowsTheToken) {
  const std::string answer = send(get(base_ + "data"));
  EXPECT_EQ(status(answer), "HTTP/1.1 200");
  EXPECT_TRUE(answer.ends_with("\r\n\r\nget data ")) << answer;
  EXPECT_EQ(status(send(get("/00000000000000000000000000000000/data"))), "HTTP/1.1 403");
  EXPECT_EQ(status(send(get("/"))), "HTTP/1.1 403");
}

TEST_F(LocalServerTest, TakesRequestsInParts) {
  const std::string request = "POST " + base_ + "x HTTP/1.1\r\nhost:" + host_ + "\r\nOrigin: http://" + host_ +
                              "\r\nContent-Length: 5\r\n\r\nhello";
  for (std::size_t first = 0; first < request.size(); first += 7)
    EXPECT_TRUE(send(request, first).ends_with("post x hello")) << first;
}

TEST_F(LocalServerTest, RefusesOtherHostsAndOrigins) {
  EXPECT_EQ(status(send("GET " + base_ + " HTTP/1.1\r\nHost: example.com\r\n\r\n")), "HTTP/1.1 403");
  EXPECT_EQ(status(send("GET " + base_ + " HTTP/1.1\r\n\r\n")), "HTTP/1.1 400");
  EXPECT_EQ(status(send(get(base_, "Origin: http://example.com\r\n"))), "HTTP/1.1 403");
  EXPECT_EQ(status(send(get(base_, "Origin: http://" + host_ + "\r\n"))), "HTTP/1.1 200");
  EXPECT_EQ(status(send("POST " + base_ + " HTTP/1.1\r\nHost: " + host_ + "\r\n\r\n")), "HTTP/1.1 403")
      << "without an origin";
}

TEST_F(LocalServerTest, AnErrorOfTheHandlerIsAnAnswer) {
  EXPECT_EQ(status(send(get(base_ + "throws"))), "HTTP/1.1 500");
  EXPECT_EQ(status(send(get(base_))), "HTTP/1.1 200");
}

TEST_F(LocalServerTest, SurvivesAnyBytes) {
  std::mt19937 random(1);
  const std::string good = get(base_, "Content-Length: 3\r\nOrigin: http://" + host_ + "\r\n") + "abc";
  for (int i = 0; i < 300; ++i) {
    std::string bytes = good;
    for (int k = 0; k < 1 + i % 20; ++k) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 3) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes.erase(at, random() % 9); break;
        default: bytes.insert(at, random() % 9, "\r\n: \xff"[random() % 5]); break;
      }
      if (bytes.empty()) bytes = good;
    }
    send(bytes, random() % bytes.size());
  }
  EXPECT_EQ(status(send(get(base_))), "HTTP/1.1 200");
}

}  // namespace
}  // namespace forall::base
