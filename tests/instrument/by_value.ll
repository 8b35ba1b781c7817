; A struct passed by value is copied natively by the call: its ids travel like arguments, 8 bytes each.
; RUN: %opt -passes=forall-instrument %s | %check
%big = type { i64, i64, i32 }
define internal i64 @callee(ptr byval(%big) %p) {
; CHECK-LABEL: define internal i64 @callee(
; CHECK: call void @__forall_store(ptr {{%.*}}, i32 0, i32 8, i32 0,
; CHECK: [[A:%.*]] = call i32 @__forall_argument(i32 1,
; CHECK: call void @__forall_store(ptr {{%.*}}, i32 0, i32 8, i32 [[A]],
  %q = getelementptr i8, ptr %p, i64 8
  %r = load i64, ptr %q
  ret i64 %r
}
define i64 @caller(ptr %s) {
; CHECK-LABEL: define i64 @caller(
; CHECK: call i32 @__forall_load(ptr %s, i32 0, i32 8,
; CHECK: store ptr @callee, ptr @__forall_state
  %r = call i64 @callee(ptr byval(%big) %s)
  ret i64 %r
}
