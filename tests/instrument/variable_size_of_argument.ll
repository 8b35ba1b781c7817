; The size of a stack object in the first block may be an argument: its id is taken first.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @external(ptr)
define void @f(i64 %n) {
; CHECK-LABEL: define void @f(
; CHECK: call i32 @__forall_argument(i32 0
; CHECK: [[SIZE:%.*]] = mul i64 %n, 1
; CHECK: call ptr @__forall_variable_array(i64 [[SIZE]], i64 32,
  %a = alloca i8, i64 %n
  call void @external(ptr %a)
  ret void
}
