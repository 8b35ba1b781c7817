; Atomic operations are lowered to plain ones, which are then instrumented.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(ptr %p, i32 %v) {
; CHECK-LABEL: define i32 @f(
; CHECK-NOT: atomicrmw
; CHECK: call i32 @__forall_load(
; CHECK: call i32 @__forall_binary(i32 8196,
; CHECK: call void @__forall_store(
  %r = atomicrmw add ptr %p, i32 %v seq_cst
  ret i32 %r
}
