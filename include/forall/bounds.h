// Bounds of the exploration of one PUT. A bound that cuts makes the verdict open, with a line that says so.
#ifndef FORALL_BOUNDS_H_
#define FORALL_BOUNDS_H_

#include <cstdint>
#include <optional>

namespace forall {

// From C++20 on: .WithBounds({.unfold = 8, .seconds = 10}); before: .WithBounds(Bounds().Unfold(8).Seconds(10)).
// Bounds that are not set come from the command line.
struct Bounds {
  std::optional<std::uint32_t> unfold = std::nullopt;     // maximum decisions of one site on a path
  std::optional<std::uint32_t> decisions = std::nullopt;  // maximum decisions on a path
  std::optional<std::uint32_t> runs = std::nullopt;       // maximum runs of the PUT
  std::optional<double> seconds = std::nullopt;           // maximum time for the PUT
  std::optional<std::uint32_t> length = std::nullopt;     // maximum elements of a string or container
  std::optional<std::uint32_t> objects = std::nullopt;    // maximum objects that pointers point to

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
