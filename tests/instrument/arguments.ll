; A known callee gets a tag only if an argument is symbolic; it takes the ids, if there are any, and clears what it took.
; RUN: %opt -passes=forall-instrument %s | %check
define internal void @callee(i32 %a) {
; CHECK-LABEL: define internal void @callee(
; CHECK: [[TAG:%.*]] = load ptr, ptr @__forall_state
; CHECK-NEXT: [[SET:%.*]] = icmp ne ptr [[TAG]], null
; CHECK-NEXT: br i1 [[SET]], {{.*}} !prof
; CHECK: store ptr null, ptr @__forall_state
; CHECK: icmp eq ptr [[TAG]], @callee
; CHECK: [[PASSED:%.*]] = load i32, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 32)
; CHECK-NEXT: [[ANY:%.*]] = icmp ne i32 [[PASSED]], 0
; CHECK-NEXT: br i1 [[ANY]], {{.*}} !prof
; CHECK: call i32 @__forall_argument(i32 0,
; CHECK: store i32 0, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 32)
; CHECK: call void @__forall_external_returned(ptr [[TAG]], ptr null, ptr @__forall_site
  %u = udiv i32 %a, 3
  call void @use(i32 %u)
  ret void
}
declare void @use(i32)
define void @caller(i32 %a) {
; CHECK-LABEL: define void @caller(
; CHECK: call void @__forall_external_returned(
; CHECK: icmp ne i32 [[ID:%.*]], 0
; CHECK-NEXT: br i1 {{.*}}, label %[[COLD:[0-9]+]], label %[[NEXT:[0-9]+]]
; CHECK: [[COLD]]:
; CHECK-NEXT: store i32 [[ID]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 32)
; CHECK-NEXT: store ptr @callee, ptr @__forall_state
; CHECK: [[NEXT]]:
; CHECK-NEXT: call void @callee(i32 %a)
; CHECK-NEXT: ret void
  call void @callee(i32 %a)
  ret void
}
