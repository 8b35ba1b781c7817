// unique_ptr and shared_ptr as inputs.
//
// No other owner has the object of a unique pointer, although raw pointers may refer to it; which object it is gets
// decided where it matters.
// A shared pointer is null, or has its own object or that of an earlier shared pointer of the same type: that is
// decided when the pointer is made, because the number of owners shows it. Objects of shared pointers are a separate
// class for the runtime: no raw pointer refers to them.
#ifndef FORALL_INTERNAL_OWNERS_H_
#define FORALL_INTERNAL_OWNERS_H_

#include <memory>
#include <new>
#include <type_traits>

#include "forall/internal/objects.h"

namespace forall::internal {

inline constexpr char kUniqueOwner[] = "unique";
inline constexpr char kSharedOwner[] = "shared";

template <class T>
struct LibraryAdapter<std::unique_ptr<T>> {
  using Pointer = std::unique_ptr<T>;
  using Pointee = std::remove_cv_t<T>;
  static constexpr bool kIsSupported = kIsReferable<T> && !std::is_array_v<T>;
  static constexpr bool kIsValue = false;
  static constexpr bool kCanFlatten = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return PointerDescription<T, kUniqueOwner>::describe(
        describer, joined({"std::unique_ptr<", std::is_const_v<T> ? "const " : "", type_spelling<Pointee>(), ">"}));
  }
  template <class Source>
  static void build(Source& source, const char* name, Pointer* place) {
    static_assert(sizeof(Pointer) == sizeof(void*));
    new (place) Pointer();
    source.pointer(name, reinterpret_cast<void**>(place), ClassOf<Pointee>::get(),
                   FORALL_MAY_BE_NULL | FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS | FORALL_OWNS);
  }
};

template <class T>
struct LibraryAdapter<std::shared_ptr<T>> {
  using Pointer = std::shared_ptr<T>;
  using Pointee = std::remove_cv_t<T>;
  static constexpr bool kIsSupported = kIsReferable<T> && !std::is_array_v<T>;
  static constexpr bool kIsValue = false;
  static constexpr bool kCanFlatten = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return PointerDescription<T, kSharedOwner>::describe(
        describer, joined({"std::shared_ptr<", std::is_const_v<T> ? "const " : "", type_spelling<Pointee>(), ">"}));
  }
  template <class Source>
  static void build(Source& source, const char* name, Pointer* place) {
    new (place) Pointer();
    void* object = nullptr;
    source.pointer(name, &object, ClassOf<Pointee, Shared>::get(),
                   FORALL_MAY_BE_NULL | FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS);
    if (object == nullptr) return;
    const Owner*& first = source.template first_owner<Owner>();
    for (const Owner* owner = first; owner != nullptr; owner = owner->next) {
      if (owner->object != object) continue;
      // Code under test may have dropped its owners before it accessed the object that this pointer is part of.
      source.bound(!owner->owners.expired(), "shared objects of which one owner was dropped before another was seen");
      new (place) Pointer(owner->owners.lock());
      return;
    }
    source.begin_building();
    new (place) Pointer(static_cast<T*>(object));
    auto* owner = new (source.allocate(sizeof(Owner), alignof(Owner))) Owner{object, {}, first};
    owner->owners = *place;
    source.end_building();
    first = owner;
  }

 private:
  // The shared objects of a run.
  struct Owner {
    void* object;
    std::weak_ptr<T> owners;
    const Owner* next;
  };
};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_OWNERS_H_
