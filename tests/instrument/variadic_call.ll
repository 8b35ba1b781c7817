; Ids of variadic arguments cannot travel.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @print(ptr, ...)
define void @f(i32 %a) {
; CHECK-LABEL: define void @f(
; CHECK: call void @__forall_concretize(i32 0, ptr @__forall_site
; CHECK: call i32 (ptr, ...) @print(ptr null, i32 %a)
  %r = call i32 (ptr, ...) @print(ptr null, i32 %a)
  ret void
}
