; A parameter that the caller copies to the stack becomes a variable, which has guards as others have.
; RUN: %opt -passes=forall-instrument %s | %check
%big = type { i64, i64, i32 }
; CHECK: [[VARIABLES:@__forall_variables]] = private constant [1 x { i64, i64, ptr, ptr, i64, ptr }] [{{.*}} { i64 32, i64 24,
; CHECK: [[FRAME:@__forall_frame]] = private constant { i64, i64, ptr } { i64 96, i64 1, ptr [[VARIABLES]] }
define i64 @callee(ptr byval(%big) align 8 %p, i64 %i) {
; CHECK-LABEL: define i64 @callee(
; CHECK: [[MEMORY:%.*]] = alloca [96 x i8], align 32
; CHECK: store ptr [[FRAME]], ptr
; CHECK: [[VARIABLE:%.*]] = getelementptr i8, ptr [[MEMORY]], i64 32
; CHECK: call i32 @__forall_argument(i32 0,
; CHECK: call ptr @__forall_model_memcpy(ptr [[VARIABLE]], ptr %{{.*}}, i64 24)
  %q = getelementptr i64, ptr %p, i64 %i
  %r = load i64, ptr %q
  ret i64 %r
}
define i64 @unused(ptr byval(%big) align 8 %p) {
; CHECK-LABEL: define i64 @unused(
; CHECK-NOT: memcpy
; CHECK: ret i64 0
  ret i64 0
}
