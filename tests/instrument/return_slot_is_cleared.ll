; Uninstrumented code writes its result into memory without knowing the shadow: that is dropped before the call.
; RUN: %opt -passes=forall-instrument %s | %check
%result = type { i8, ptr }
declare void @_ZN7testing16AssertionSuccessEv(ptr sret(%result))
define void @f(ptr %r) {
; CHECK-LABEL: define void @f(
; CHECK: call void @__forall_return_slot(ptr %r, i64 16)
; CHECK: call void @_ZN7testing16AssertionSuccessEv(
  call void @_ZN7testing16AssertionSuccessEv(ptr sret(%result) %r)
  ret void
}
