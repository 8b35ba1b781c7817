; Assertion printing runs with `suspended` raised, gets no ids and is not instrumented itself.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @_ZN7testing7MessageC1Ev(ptr)
define linkonce_odr i32 @_ZN7testing7MessagelsIiEERS0_RKT_(ptr %m, ptr %v) {
; CHECK-LABEL: define internal i32 @_ZN7testing7MessagelsIiEERS0_RKT_.forall(
; CHECK-NEXT: load i32, ptr %v
; CHECK-NEXT: ret
  %r = load i32, ptr %v
  ret i32 %r
}
define void @f(ptr %m) {
; CHECK-LABEL: define void @f(
; CHECK: [[L:%.*]] = load i32, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 24)
; CHECK-NEXT: [[U:%.*]] = add i32 [[L]], 1
; CHECK-NEXT: store i32 [[U]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 24)
; CHECK-NEXT: call void @_ZN7testing7MessageC1Ev(ptr %m)
; CHECK-NEXT: store i32 [[L]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 24)
  call void @_ZN7testing7MessageC1Ev(ptr %m)
  ret void
}
