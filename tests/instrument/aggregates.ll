; Each scalar leaf of an aggregate has its own id, in memory and in registers.
; RUN: %opt -passes=forall-instrument %s | %check
define i64 @f(ptr %p) {
; CHECK-LABEL: define i64 @f(
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 8,
; CHECK: [[P8:%.*]] = getelementptr i8, ptr %p, i64 8
; CHECK: [[ID:%.*]] = call i32 @__forall_load(ptr [[P8]], i32 {{%.*}}, i32 4,
; CHECK: [[IDP:%.*]] = phi i32 [ [[ID]],
; CHECK: call i32 @__forall_unary(i32 16406, i32 [[IDP]], i32 0)
  %v = load { i64, i32 }, ptr %p
  %x = extractvalue { i64, i32 } %v, 1
  %r = zext i32 %x to i64
  ret i64 %r
}
