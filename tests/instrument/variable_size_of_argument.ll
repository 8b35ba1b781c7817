; The size of a stack object in the first block may be an argument: its id is taken first.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @external(ptr)
define void @f(i64 %n) {
; CHECK-LABEL: define void @f(
; CHECK: call i32 @__forall_argument(i32 0
; CHECK: alloca i8, i64 %n
  %a = alloca i8, i64 %n
  call void @external(ptr %a)
  ret void
}
