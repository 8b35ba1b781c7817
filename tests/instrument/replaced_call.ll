; Calls of functions that the runtime models go to the models, also through pointers.
; RUN: %opt -passes=forall-instrument %s | %check
declare i64 @strlen(ptr)
@pointer = global ptr @strlen
; CHECK: @pointer = global ptr @__forall_model_strlen
define i64 @f(ptr %s) {
; CHECK-LABEL: define i64 @f(
; CHECK: store ptr @__forall_model_strlen, ptr @__forall_state
; CHECK: call i64 @__forall_model_strlen(ptr %s)
; CHECK-NOT: __forall_external_returned
; CHECK: call i32 @__forall_result(i32 0,
  %r = call i64 @strlen(ptr %s)
  ret i64 %r
}
; CHECK: declare hidden i64 @__forall_model_strlen(ptr)
