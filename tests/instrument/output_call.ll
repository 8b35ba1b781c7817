; What is printed cannot come back: numbers cost nothing, unless the result is used or the format stores a length.
; RUN: %opt -passes=forall-instrument %s | %check
@number = constant [4 x i8] c"%d\0A\00"
@length = constant [3 x i8] c"%n\00"
declare i32 @printf(ptr, ...)
define void @unused(i32 %a) {
; CHECK-LABEL: define void @unused(
; CHECK-NOT: call void @__forall_concretize
; CHECK: call i32 (ptr, ...) @printf(ptr @number, i32 %a)
  %r = call i32 (ptr, ...) @printf(ptr @number, i32 %a)
  ret void
}
define i32 @used(i32 %a) {
; CHECK-LABEL: define i32 @used(
; CHECK: call void @__forall_concretize(i32 0, ptr @__forall_site
; CHECK: call i32 (ptr, ...) @printf(ptr @number, i32 %a)
  %r = call i32 (ptr, ...) @printf(ptr @number, i32 %a)
  ret i32 %r
}
define void @stores(ptr %a) {
; CHECK-LABEL: define void @stores(
; CHECK: call void @__forall_concretize(i32 0, ptr @__forall_site
; CHECK: call i32 (ptr, ...) @printf(ptr @length, ptr %a)
  %r = call i32 (ptr, ...) @printf(ptr @length, ptr %a)
  ret void
}
