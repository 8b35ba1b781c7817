; Calls of functions that the runtime models go to the models, also through pointers.
; RUN: %opt -passes=forall-instrument %s | %check
declare i64 @strlen(ptr)
@pointer = global ptr @strlen
; CHECK: @pointer = global ptr @__forall_model_strlen
define i64 @f(ptr %s) {
; CHECK-LABEL: define i64 @f(
; A function that only reads is called natively while no memory is symbolic.
; CHECK: load i32, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 28)
; CHECK: store ptr @__forall_model_strlen, ptr @__forall_state
; CHECK: [[M:%.*]] = call i64 @__forall_model_strlen(ptr %s)
; CHECK: call i32 @__forall_result(i32 0,
; CHECK: [[N:%.*]] = call i64 @strlen(ptr %s)
; CHECK: [[R:%.*]] = phi i64 [ [[M]], {{%.*}} ], [ [[N]], {{%.*}} ]
; CHECK: ret i64 [[R]]
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
