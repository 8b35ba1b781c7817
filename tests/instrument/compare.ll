; Comparisons become Eq, Slt, Sle, Ult and Ule; the others swap their operands or negate.
; RUN: %opt -passes=forall-instrument %s | %check
define i1 @ne(i64 %a, i64 %b) {
; CHECK-LABEL: define i1 @ne(
; 16401 = Eq | 64 << 8, 258 = Not | 1 << 8
; CHECK: [[E:%.*]] = call i32 @__forall_binary(i32 16401,
; CHECK-NEXT: call i32 @__forall_unary(i32 258, i32 [[E]], i32 0)
  %r = icmp ne i64 %a, %b
  ret i1 %r
}
define i1 @sgt(i8 %a, i8 %b) {
; CHECK-LABEL: define i1 @sgt(
; CHECK: [[A:%.*]] = zext i8 %a to i64
; CHECK: [[B:%.*]] = zext i8 %b to i64
; CHECK: [[B2:%.*]] = zext i8 %b to i64
; CHECK: [[A2:%.*]] = zext i8 %a to i64
; 2068 = Slt | 8 << 8
; CHECK: call i32 @__forall_binary(i32 2068, i32 {{%.*}}, i64 [[B2]], i64 0, i32 {{%.*}}, i64 [[A2]], i64 0)
  %r = icmp sgt i8 %a, %b
  ret i1 %r
}
define i1 @pointers(ptr %a, ptr %b) {
; CHECK-LABEL: define i1 @pointers(
; 16402 = Ult | 64 << 8
; CHECK: call i32 @__forall_binary(i32 16402,
  %r = icmp ult ptr %a, %b
  ret i1 %r
}
