; A symbolic function pointer is decided before the call, which goes through the protocol of unknown callees.
; RUN: %opt -passes=forall-instrument %s | %check
define void @f(ptr %target) {
; CHECK-LABEL: define void @f(
; CHECK: call void @__forall_decide(i32 {{%.*}}, i64 {{%.*}}, i64 0, i32 4, ptr @__forall_site
; CHECK: store ptr %target, ptr @__forall_state
; CHECK-NEXT: call void %target()
; CHECK: call void @__forall_external_returned(ptr %target, ptr null,
  call void %target()
  ret void
}
