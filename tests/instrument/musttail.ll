; A call that must be a tail call stays one.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @external(i32)
define i32 @f(i32 %a) {
; CHECK-LABEL: define i32 @f(
; CHECK: store ptr @external, ptr @__forall_state
; CHECK-NEXT: [[R:%.*]] = musttail call i32 @external(i32 %a)
; CHECK-NEXT: ret i32 [[R]]
  %r = musttail call i32 @external(i32 %a)
  ret i32 %r
}
