; An unknown callee always gets its tag; if it is still there afterwards, uninstrumented code ran.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @external(i32)
define i32 @f(i32 %a) {
; CHECK-LABEL: define i32 @f(
; CHECK: store i32 [[ID:%.*]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 32)
; CHECK-NEXT: store ptr @external, ptr @__forall_state
; CHECK-NEXT: call i32 @external(i32 %a)
; CHECK-NEXT: [[TAG:%.*]] = load ptr, ptr @__forall_state
; CHECK-NEXT: icmp ne ptr [[TAG]], null
; CHECK: store ptr null, ptr @__forall_state
; CHECK-NEXT: call void @__forall_external_returned(ptr @external, ptr @__forall_text{{.*}}, ptr @__forall_site
; CHECK: call void @__forall_concretize(i32 0,
; CHECK: call i32 @__forall_result(i32 0,
  %r = call i32 @external(i32 %a)
  ret i32 %r
}
