// The states of a TCP-like connection.
#pragma once

class Connection {
 public:
  enum class State { Closed, Listen, SynSent, Established, FinWait };

  void listen() {
    if (state_ == State::Closed) state_ = State::Listen;
  }
  void connect() {
    if (state_ == State::Closed) {
      state_ = State::SynSent;
      retries_ = 0;
    }
  }
  void receive_syn() {
    if (state_ == State::Listen || state_ == State::SynSent) state_ = State::Established;
  }
  void timeout() {
    if (state_ != State::SynSent) return;
    if (retries_ == 2) {
      state_ = State::Closed;
    } else {
      ++retries_;
    }
  }
  void send(unsigned char bytes) {
    if (state_ == State::Established) sent_ += bytes;
  }
  void close() {
#ifdef PLANTED_FAULT
    if (state_ == State::Established) state_ = State::Closed;
#else
    if (state_ == State::Established) state_ = State::FinWait;
#endif
  }
  void acknowledge() {
    if (state_ == State::FinWait) {
      state_ = State::Closed;
      sent_ = 0;
    }
  }
  bool is_open() const { return state_ == State::Established; }
  unsigned sent() const { return sent_; }

 private:
  State state_ = State::Closed;
  unsigned retries_ = 0;
  unsigned sent_ = 0;
};
