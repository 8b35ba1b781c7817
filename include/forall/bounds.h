// Bounds of the exploration of one PUT. A bound that cuts makes the verdict open, with a line that says so.
#ifndef FORALL_BOUNDS_H_
#define FORALL_BOUNDS_H_

#include <cstdint>

namespace forall {

// A number, or none: an std::optional that costs a compiler nothing.
template <class Number>
class Limit {
 public:
  constexpr Limit() = default;
  constexpr Limit(Number number) : number_(number), is_set_(true) {}
  constexpr explicit operator bool() const { return is_set_; }
  constexpr const Number& operator*() const { return number_; }

 private:
  Number number_ = 0;
  bool is_set_ = false;
};

// From C++20 on: .WithBounds({.unfold = 8, .seconds = 10}); before: .WithBounds(Bounds().Unfold(8).Seconds(10)).
// Bounds that are not set come from the command line.
struct Bounds {
  Limit<std::uint32_t> unfold = {};     // maximum decisions of one site on a path
  Limit<std::uint32_t> decisions = {};  // maximum decisions on a path
  Limit<std::uint32_t> runs = {};       // maximum runs of the PUT
  Limit<double> seconds = {};           // maximum time for the PUT
  Limit<std::uint32_t> length = {};     // maximum elements of a string or container
  Limit<std::uint32_t> objects = {};    // maximum objects that pointers point to

  Bounds Unfold(std::uint32_t count) const {
    Bounds result = *this;
    result.unfold = count;
    return result;
  }
  Bounds Decisions(std::uint32_t count) const {
    Bounds result = *this;
    result.decisions = count;
    return result;
  }
  Bounds Runs(std::uint32_t count) const {
    Bounds result = *this;
    result.runs = count;
    return result;
  }
  Bounds Seconds(double time) const {
    Bounds result = *this;
    result.seconds = time;
    return result;
  }
  Bounds Length(std::uint32_t count) const {
    Bounds result = *this;
    result.length = count;
    return result;
  }
  Bounds Objects(std::uint32_t count) const {
    Bounds result = *this;
    result.objects = count;
    return result;
  }
};

}  // namespace forall

#endif  // FORALL_BOUNDS_H_
