; Addresses that the program makes numbers of go to the runtime; those of clang's checks and of differences do not.
; RUN: %opt -passes=forall-instrument %s | %check
@variable = global i32 0
define i64 @number(ptr %p) {
; CHECK-LABEL: define i64 @number(
; CHECK: call i64 @__forall_model_address_number(ptr
  %n = ptrtoint ptr %p to i64
  ret i64 %n
}
define i1 @of_a_variable(i64 %n) {
; CHECK-LABEL: define i1 @of_a_variable(
; CHECK: call i64 @__forall_model_address_number(ptr
  %below = icmp ult i64 %n, ptrtoint (ptr @variable to i64)
  ret i1 %below
}
define i64 @of_a_check(ptr %p) {
; CHECK-LABEL: define i64 @of_a_check(
; CHECK-NOT: address_number
  %n = ptrtoint ptr %p to i64, !nosanitize !0
  %low = and i64 %n, 7, !nosanitize !0
  ret i64 %low
}
define i64 @difference(ptr %p, ptr %q) {
; CHECK-LABEL: define i64 @difference(
; CHECK-NOT: address_number
  %sub.ptr.lhs.cast = ptrtoint ptr %p to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %q to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  ret i64 %sub.ptr.sub
}
; CHECK: }
!0 = !{}
