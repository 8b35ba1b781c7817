; A call in tail position that must stay one leaves the function before; one with a result is an ordinary call, because the id of its
; result is taken after it.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @external(i32)
declare void @next(i32)
define void @stays(i32 %a) {
; CHECK-LABEL: define void @stays(
; CHECK: store ptr @next, ptr @__forall_state
; CHECK-NEXT: musttail call void @next(i32 %a)
; CHECK-NEXT: ret void
  musttail call void @next(i32 %a)
  ret void
}
define i32 @result(i32 %a) {
; CHECK-LABEL: define i32 @result(
; CHECK: %r = tail call i32 @external(i32 %a)
; CHECK: call i32 @__forall_result(
; CHECK: store ptr @result, ptr getelementptr
  %r = musttail call i32 @external(i32 %a)
  ret i32 %r
}
