; A returned aggregate leaves one id per leaf; the caller takes them if the tag names its callee.
; RUN: %opt -passes=forall-instrument %s | %check
define [2 x i64] @callee(i64 %a, i64 %b) {
; CHECK-LABEL: define [2 x i64] @callee(
; CHECK: store i32 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 288)
; CHECK: store i32 {{%.*}}, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 292)
; CHECK: store ptr @callee, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 8)
  %1 = insertvalue [2 x i64] poison, i64 %a, 0
  %2 = insertvalue [2 x i64] %1, i64 %b, 1
  ret [2 x i64] %2
}
define i64 @caller(i64 %a) {
; CHECK-LABEL: define i64 @caller(
; CHECK: call [2 x i64] @callee
; CHECK: [[TAG:%.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 8)
; CHECK: store ptr null, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 8)
; CHECK: icmp eq ptr [[TAG]], @callee
; CHECK: call i32 @__forall_result(i32 0,
; CHECK: call i32 @__forall_result(i32 1,
  %r = call [2 x i64] @callee(i64 %a, i64 1)
  %x = extractvalue [2 x i64] %r, 1
  ret i64 %x
}
