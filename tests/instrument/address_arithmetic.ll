; getelementptr is 64-bit arithmetic: base + sign-extended index * scale + constant.
; RUN: %opt -passes=forall-instrument %s | %check
define ptr @f(i32 %i) {
; CHECK-LABEL: define ptr @f(
; 16407 = SExt | 64 << 8, 16390 = Mul | 64 << 8, 16388 = Add | 64 << 8
; CHECK: [[S:%.*]] = call i32 @__forall_unary(i32 16407,
; CHECK: [[M:%.*]] = call i32 @__forall_binary(i32 16390, i32 [[S]], i64 {{%.*}}, i64 0, i32 0, i64 12, i64 0)
; CHECK: [[A:%.*]] = call i32 @__forall_binary(i32 16388, i32 0, i64 ptrtoint (ptr @g to i64), i64 0, i32 [[M]],
; CHECK: call i32 @__forall_binary(i32 16388, i32 [[A]], i64 {{%.*}}, i64 0, i32 0, i64 8, i64 0)
  %p = getelementptr { i32, i32, i32 }, ptr @g, i32 %i, i32 2
  ret ptr %p
}
@g = external global [10 x { i32, i32, i32 }]
