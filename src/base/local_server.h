// A small HTTP server for one page on this machine. It listens on 127.0.0.1 only, and answers only those who know its
// token, which is the first part of every path: http://127.0.0.1:PORT/TOKEN/...
//
// A request must name this server as its Host, so that no other name leads here (DNS rebinding), and if it has an Origin,
// that must be this server: pages of others cannot ask. Everything else is answered with an empty 403, whatever is wrong,
// or 4xx if it is no HTTP. Requests are small and have a deadline; each connection is closed after its answer.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace forall::base {

struct LocalRequest {
  bool is_post = false;
  std::string path;  // after the token: "", "state"
  std::string body;
};
struct LocalResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
};

class LocalServer {
 public:
  // The handler runs in the server's thread, one request at a time. Throws UserError if no port can be had.
  explicit LocalServer(std::function<LocalResponse(const LocalRequest&)> handler);
  ~LocalServer();

  const std::string& address() const;  // "http://127.0.0.1:41234/TOKEN/"

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace forall::base
