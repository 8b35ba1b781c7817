; Casts: trunc is Extract at bit 0, zext and sext are themselves, a bit cast keeps the id.
; RUN: %opt -passes=forall-instrument %s | %check
define i8 @trunc(i32 %a) {
; CHECK-LABEL: define i8 @trunc(
; 2072 = Extract | 8 << 8
; CHECK: call i32 @__forall_unary(i32 2072, i32 {{%.*}}, i32 0)
  %r = trunc i32 %a to i8
  ret i8 %r
}
define i64 @zext(i32 %a) {
; CHECK-LABEL: define i64 @zext(
; 16406 = ZExt | 64 << 8
; CHECK: call i32 @__forall_unary(i32 16406,
  %r = zext i32 %a to i64
  ret i64 %r
}
define i64 @sext(i1 %a) {
; CHECK-LABEL: define i64 @sext(
; 16407 = SExt | 64 << 8
; CHECK: call i32 @__forall_unary(i32 16407,
  %r = sext i1 %a to i64
  ret i64 %r
}
define i64 @moves(ptr %a) {
; CHECK-LABEL: define i64 @moves(
; CHECK-NOT: __forall_unary
; CHECK: store ptr @moves, ptr getelementptr{{.*}}@__forall_state
  %r = ptrtoint ptr %a to i64
  ret i64 %r
}
