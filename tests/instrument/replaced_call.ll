; Calls of functions that the runtime models go to the models, also through pointers.
; RUN: %opt -passes=forall-instrument %s | %check
declare i64 @strlen(ptr)
@pointer = global ptr @strlen
; CHECK: @pointer.guarded = internal global <{ [32 x i8], ptr, [88 x i8] }> <{ [32 x i8] zeroinitializer, ptr @__forall_model_strlen, [88 x i8] zeroinitializer }>, align 32
; CHECK: @pointer = alias ptr, getelementptr inbounds (<{ [32 x i8], ptr, [88 x i8] }>, ptr @pointer.guarded, i32 0, i32 1)
define i64 @f(ptr %s) {
; CHECK-LABEL: define i64 @f(
; The model looks whether what is read may be read.
; CHECK: store ptr @__forall_model_strlen, ptr @__forall_state
; CHECK: [[M:%.*]] = call i64 @__forall_model_strlen(ptr %s)
; CHECK: call i32 @__forall_result(i32 0,
; CHECK: ret i64 [[M]]
  %r = call i64 @strlen(ptr %s)
  ret i64 %r
}
declare ptr @malloc(i64)
define ptr @g(i64 %n) {
; CHECK-LABEL: define ptr @g(
; CHECK: store ptr @__forall_model_malloc, ptr @__forall_state
; CHECK: call ptr @__forall_model_malloc(i64 %n)
; CHECK-NOT: call void @__forall_external_returned
; CHECK: call i32 @__forall_result(i32 0,
  %r = call ptr @malloc(i64 %n)
  ret ptr %r
}
; CHECK-DAG: declare hidden i64 @__forall_model_strlen(ptr)
