; Floating point moves ids and concretizes where it computes.
; RUN: %opt -passes=forall-instrument %s | %check
define double @moves(ptr %p) {
; CHECK-LABEL: define double @moves(
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 8,
; CHECK-NOT: __forall_concretize
; CHECK: ret double
  %r = load double, ptr %p
  ret double %r
}
define double @computes(double %a, i32 %b) {
; CHECK-LABEL: define double @computes(
; CHECK: call void @__forall_concretize(i32 3,
; CHECK: sitofp
; CHECK: call void @__forall_concretize(i32 3,
; CHECK: fadd
; CHECK-NOT: store ptr @computes
  %f = sitofp i32 %b to double
  %r = fadd double %a, %f
  ret double %r
}
