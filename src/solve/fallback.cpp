// A second opinion: what the first solver gives up, the second is asked.
#include "solve/decorators.h"

namespace forall::solve {
namespace {

class Fallback final : public Solver {
 public:
  Fallback(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  Answer check(const Query& query, const Effort& effort) override {
    Answer answer = first_->check(query, effort);
    const auto* gave_up = std::get_if<Unknown>(&answer);
    if (gave_up == nullptr) return answer;
    ++fallbacks_;
    Answer other = second_->check(query, effort);
    // Undecided by both: the ledger should show both reasons.
    if (auto* also = std::get_if<Unknown>(&other)) also->reason = gave_up->reason + "; " + also->reason;
    return other;
  }

  void add_statistics(Statistics& s) const override {
    s.fallbacks += fallbacks_;
    first_->add_statistics(s);
    second_->add_statistics(s);
  }

 private:
  std::unique_ptr<Solver> first_, second_;
  std::uint64_t fallbacks_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_fallback(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second) {
  return std::make_unique<Fallback>(std::move(first), std::move(second));
}

}  // namespace forall::solve
