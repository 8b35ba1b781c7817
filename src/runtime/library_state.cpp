// State that a run may leave in the libraries: the formatting and error state of the standard streams and where they
// write to, the global locale, the handlers of new and of signals, errno, the floating-point environment; and in the
// system: the working directory and the mode of new files. None of it is in the globals that instrumented code defines.
// (faults.cpp has exceptions and the terminate handler. All other state ends with the process: State::left.)
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <istream>
#include <locale>
#include <new>
#include <ostream>

#include "runtime/models/protocol.h"
#include "runtime/module.h"

namespace std {
// As <iostream> declares them; that header would also initialize them from here.
extern istream cin;
extern ostream cout, cerr, clog;
extern wistream wcin;
extern wostream wcout, wcerr, wclog;
}  // namespace std

namespace forall::runtime {

namespace {

template <typename Char>
class StreamState {
 public:
  void save(std::basic_ios<Char>& stream) {
    stream_ = &stream;
    flags_ = stream.flags();
    width_ = stream.width();
    precision_ = stream.precision();
    fill_ = stream.fill();
    state_ = stream.rdstate();
    exceptions_ = stream.exceptions();
    buffer_ = stream.rdbuf();
    tie_ = stream.tie();
    locale_ = stream.getloc();
  }

  void restore() const {
    if (stream_->exceptions() != std::ios_base::goodbit) stream_->exceptions(std::ios_base::goodbit);
    if (stream_->rdbuf() != buffer_) stream_->rdbuf(buffer_);
    if (stream_->rdstate() != state_) stream_->clear(state_);
    if (stream_->getloc() != locale_) stream_->imbue(locale_);
    stream_->flags(flags_);
    stream_->width(width_);
    stream_->precision(precision_);
    stream_->fill(fill_);
    stream_->tie(tie_);
    if (exceptions_ != std::ios_base::goodbit) stream_->exceptions(exceptions_);
  }

 private:
  std::basic_ios<Char>* stream_;
  std::ios_base::fmtflags flags_;
  std::streamsize width_;
  std::streamsize precision_;
  Char fill_;
  std::ios_base::iostate state_;
  std::ios_base::iostate exceptions_;
  std::basic_streambuf<Char>* buffer_;
  std::basic_ostream<Char>* tie_;
  std::locale locale_;
};

struct Saved {
  StreamState<char> narrow[4];
  StreamState<wchar_t> wide[4];
  std::locale global;
  std::new_handler new_handler;
};
Saved* saved = nullptr;  // never destroyed: runs end the process in many ways

constexpr int kSignals = 65;
struct sigaction first_actions[kSignals];
bool changed[kSignals];
bool any_changed = false;

int first_folder = -1;
mode_t first_mask = 0;

constexpr Kept kKept[] = {saved, first_actions, changed, any_changed, first_folder, first_mask};

void save() {
  static const std::ios_base::Init streams;  // a program that does not include <iostream> has none yet
  delete saved;
  saved = new Saved;
  std::ios* const narrow[] = {&std::cin, &std::cout, &std::cerr, &std::clog};
  std::wios* const wide[] = {&std::wcin, &std::wcout, &std::wcerr, &std::wclog};
  for (unsigned i = 0; i < 4; ++i) {
    saved->narrow[i].save(*narrow[i]);
    saved->wide[i].save(*wide[i]);
  }
  saved->new_handler = std::get_new_handler();
  if (first_folder >= 0) close(first_folder);
  first_folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  first_mask = umask(0);
  umask(first_mask);
  for (bool& is_changed : changed) is_changed = false;  // handlers set before the runs stay
  any_changed = false;
}

void begin() {
  errno = 0;  // an earlier run may have set it
  std::fesetenv(FE_DFL_ENV);
}

void end() {
  if (saved == nullptr) return;
  for (const auto& stream : saved->narrow) stream.restore();
  for (const auto& stream : saved->wide) stream.restore();
  if (std::locale() != saved->global) std::locale::global(saved->global);
  std::set_new_handler(saved->new_handler);
  if (first_folder >= 0) static_cast<void>(!fchdir(first_folder));
  umask(first_mask);
  if (!any_changed) return;
  for (int i = 0; i < kSignals; ++i) {
    if (changed[i]) sigaction(i, &first_actions[i], nullptr);
    changed[i] = false;
  }
  any_changed = false;
}

}  // namespace

FORALL_MODULE(library_state) = {
    .phase = Phase::Libraries, .keeps = kKept, .save = save, .begin_run = begin, .end_run = end};

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" sighandler_t __forall_model_signal(int number, sighandler_t handler) {
  const ModelCall call(&__forall_model_signal, "signal", 2);
  call.decide(0, static_cast<u32>(number), 32);
  call.decide(1, reinterpret_cast<u64>(handler));
  if (number > 0 && number < kSignals && !changed[number] && sigaction(number, nullptr, &first_actions[number]) == 0) {
    changed[number] = any_changed = true;
  }
  return signal(number, handler);
}

// These two cannot be undone.
extern "C" int __forall_model_xalloc() {
  const ModelCall call(&__forall_model_xalloc, "xalloc", 0);
  g.has_lasting_effects = true;
  return std::ios_base::xalloc();
}

extern "C" bool __forall_model_sync_with_stdio(bool is_synchronized) {
  const ModelCall call(&__forall_model_sync_with_stdio, "sync_with_stdio", 1);
  call.decide(0, u64{is_synchronized}, 1);
  g.has_lasting_effects = true;
  return std::ios_base::sync_with_stdio(is_synchronized);
}
