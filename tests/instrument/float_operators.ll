; Floating-point operations go to the runtime with operator, width, operands and the machine's result, on one cold path.
; RUN: %opt -passes=forall-instrument %s | %check
define double @moves(ptr %p) {
; CHECK-LABEL: define double @moves(
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 8,
; CHECK-NOT: __forall_float
; CHECK: ret double
  %r = load double, ptr %p
  ret double %r
}
define i1 @computes(double %a, i32 %b) {
; CHECK-LABEL: define i1 @computes(
; CHECK: %f = sitofp i32 %b to double
; CHECK-NEXT: %r = fadd double %a, %f
; CHECK-NEXT: %c = fcmp ult double %r, 1.000000e+00
; SToF (39) of width 64, FAdd (27), Compare (131) with the predicate 12
; CHECK: call i32 @__forall_float1(i32 16423, i32 {{%.*}}, i64 {{%.*}}, i64 0, i64 {{%.*}}, i64 0)
; CHECK-NOT: br
; CHECK: call i32 @__forall_float2(i32 16411,
; CHECK-NOT: br
; CHECK: call i32 @__forall_float2(i32 201343107, i32 {{%.*}}, i64 {{%.*}}, i64 0, i32 0, i64 4607182418800017408, i64 0,
; CHECK-NOT: __forall_concretize
; CHECK: ret i1
  %f = sitofp i32 %b to double
  %r = fadd double %a, %f
  %c = fcmp ult double %r, 1.0
  ret i1 %c
}
define float @sign(float %a) {
; CHECK-LABEL: define float @sign(
; CHECK: call i32 @__forall_float1(i32 8320,
  %r = fneg float %a
  ret float %r
}
define i64 @to_integer(half %a) {
; CHECK-LABEL: define i64 @to_integer(
; CHECK: call i32 @__forall_float1(i32 16425,
  %r = fptosi half %a to i64
  ret i64 %r
}
; A format that operators do not know.
define bfloat @unknown(bfloat %a) {
; CHECK-LABEL: define bfloat @unknown(
; CHECK: call void @__forall_concretize(i32 3,
; CHECK-NOT: __forall_float
; CHECK: ret bfloat
  %r = fadd bfloat %a, %a
  ret bfloat %r
}
