// A PostgreSQL server of the test's own: its data in a temporary folder, reachable by a socket in that folder only. It
// ends with the test, even if that is killed. The server refuses to run as root, so it runs as somebody else then.
#pragma once

#include <fcntl.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace forall::store::testing_support {

class PostgresServer {
 public:
  // `authentication` is a method of pg_hba.conf; the password of the user "forall" is "secret".
  explicit PostgresServer(const std::string& authentication = "trust") {
    std::string name = (std::filesystem::temp_directory_path() / "forall-pg-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    if (geteuid() == 0) {
      const passwd* user = getpwnam("postgres");
      if (user == nullptr) user = getpwnam("nobody");
      if (user == nullptr) throw std::runtime_error("no user to run PostgreSQL as");
      uid_ = user->pw_uid;
      gid_ = user->pw_gid;
      if (chown(folder_.c_str(), uid_, gid_) != 0) throw std::runtime_error("chown");
    }
    const std::string password = folder_ + "/password";
    if (FILE* file = fopen(password.c_str(), "w")) {
      fputs("secret\n", file);
      fclose(file);
    }
    const pid_t initdb = start({"initdb", "-D", data(), "-U", "forall", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
                                "--auth=" + authentication, "--pwfile=" + password});
    int status = 0;
    waitpid(initdb, &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed; see " + folder_ + "/log");
    server_ = start({"postgres", "-D", data(), "-k", folder_, "-c", "listen_addresses=", "-c", "fsync=off", "-c",
                     "max_connections=20", "-c", "shared_buffers=32MB"});
    const std::string url = this->url("postgres");
    for (int i = 0; PQping(url.c_str()) != PQPING_OK; ++i) {
      if (i == 600) throw std::runtime_error("PostgreSQL does not start; see " + folder_ + "/log");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer() {
    kill(server_, SIGQUIT);
    waitpid(server_, nullptr, 0);
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }

  std::string url(const std::string& database, const std::string& user = "forall") const {
    return "postgresql://" + user + "@/" + database + "?host=" + folder_;
  }
  const std::string& folder() const { return folder_; }

 private:
  std::string data() const { return folder_ + "/data"; }

  static std::string program(const std::string& name) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", error)) {
      const auto file = version.path() / "bin" / name;
      if (std::filesystem::exists(file)) found.push_back(file.string());
    }
    if (found.empty()) throw std::runtime_error("PostgreSQL's " + name + " is not installed (Debian: postgresql)");
    return *std::max_element(found.begin(), found.end());
  }

  pid_t start(const std::vector<std::string>& command) const {
    const std::string file = program(command.front());
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.front() = const_cast<char*>(file.c_str());  // by which it finds the others
    arguments.push_back(nullptr);
    const std::string log = folder_ + "/log";
    const pid_t child = fork();
    if (child != 0) return child;
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(out, 1);
    dup2(out, 2);
    if (geteuid() == 0 && (setgid(gid_) != 0 || setuid(uid_) != 0)) _exit(98);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (chdir("/") != 0) _exit(98);
    execv(file.c_str(), arguments.data());
    _exit(98);
  }

  std::string folder_;
  uid_t uid_ = 0;
  gid_t gid_ = 0;
  pid_t server_ = -1;
};

}  // namespace forall::store::testing_support
