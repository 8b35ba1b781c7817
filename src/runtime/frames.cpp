#include "runtime/frames.h"

#include <link.h>
#include <unwind.h>

#include "runtime/module.h"

namespace forall::runtime {

namespace {

struct Walk {
  u64 from;
  bool recording;
  u32 count;
  u64 frames[abi::kMaxFrames];
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
  Walk& walk = *static_cast<Walk*>(data);
  const u64 address = _Unwind_GetIP(context);
  if (address == 0) return _URC_END_OF_STACK;
  if (address == walk.from) walk.recording = true;
  if (walk.recording) walk.frames[walk.count++] = address - g.load_bias;
  return walk.count == abi::kMaxFrames ? _URC_END_OF_STACK : _URC_NO_REASON;
}

u32 walk_frames(const void* from, u64* frames) {
  Walk walk{};
  walk.from = reinterpret_cast<u64>(from);
  walk.recording = from == nullptr;
  _Unwind_Backtrace(visit, &walk);
  if (walk.count == 0 && from != nullptr) walk.frames[walk.count++] = walk.from - g.load_bias;
  for (u32 i = 0; i < walk.count; ++i) frames[i] = walk.frames[i];
  return walk.count;
}

int find_load_bias(dl_phdr_info* info, std::size_t, void*) {
  g.load_bias = info->dlpi_addr;  // the executable comes first
  return 1;
}

// The unwinder allocates at its first use.
void start() {
  dl_iterate_phdr(find_load_bias, nullptr);
  Walk walk{};
  _Unwind_Backtrace(visit, &walk);
}

}  // namespace

FORALL_MODULE(frames) = {.phase = Phase::Machine, .start = start};

void record_frames(const void* from) { g.header->outcome.frame_count = walk_frames(from, g.header->outcome.frames); }

void keep_throw_frames(const void* from) { g.throw_frame_count = walk_frames(from, g.throw_frames); }

void record_throw_frames() {
  for (u32 i = 0; i < g.throw_frame_count; ++i) g.header->outcome.frames[i] = g.throw_frames[i];
  g.header->outcome.frame_count = g.throw_frame_count;
}

}  // namespace forall::runtime
