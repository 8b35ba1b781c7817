; Functions on numbers: intrinsics are operations like others, calls of libm stay and give an expression, what leaves the
; compiler a choice gets one meaning.
; RUN: %opt -passes=forall-instrument %s | %check
declare double @llvm.floor.f64(double)
declare float @llvm.fma.f32(float, float, float)
declare double @llvm.fmuladd.f64(double, double, double)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare double @llvm.pow.f64(double, double)
declare i64 @llvm.lround.i64.f64(double)
declare double @sin(double)
declare fp128 @sqrtl(fp128)
define double @floor(double %a) {
; CHECK-LABEL: define double @floor(
; FRound with Rounding::Down
; CHECK: call i32 @__forall_float1(i32 67125281,
  %r = call double @llvm.floor.f64(double %a)
  ret double %r
}
define float @fma(float %a, float %b, float %c) {
; CHECK-LABEL: define float @fma(
; CHECK: call i32 @__forall_float3(i32 8223,
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}
define double @unfused(double %a, double %b, double %c) {
; CHECK-LABEL: define double @unfused(
; CHECK: fmul double %a, %b
; CHECK: fadd double
; CHECK-NOT: llvm.fmuladd
; CHECK: ret double
  %r = call double @llvm.fmuladd.f64(double %a, double %b, double %c)
  ret double %r
}
define i1 @class(double %a) {
; CHECK-LABEL: define i1 @class(
; CHECK: call i32 @__forall_float2(i32 16520, i32 {{%.*}}, i64 {{%.*}}, i64 0, i32 0, i64 3, i64 0,
  %r = call i1 @llvm.is.fpclass.f64(double %a, i32 3)
  ret i1 %r
}
define i64 @nearest(double %a) {
; CHECK-LABEL: define i64 @nearest(
; CHECK: call double @llvm.round.f64(double %a)
; CHECK: call i64 @llvm.fptosi.sat.i64.f64(
  %r = call i64 @llvm.lround.i64.f64(double %a)
  ret i64 %r
}
define double @library(double %a) {
; CHECK-LABEL: define double @library(
; CHECK: %r = call double @sin(double %a) #[[BUILTIN:[0-9]+]]
; CHECK: call i32 @__forall_float1(i32 16427,
; CHECK-NOT: external_returned
; CHECK: ret double
  %r = call double @sin(double %a)
  ret double %r
}
define double @power(double %a, double %b) {
; CHECK-LABEL: define double @power(
; CHECK: %r = call double @pow(double %a, double %b) #[[BUILTIN]]
; CHECK: call i32 @__forall_float2(i32 419446828,
  %r = call fast double @llvm.pow.f64(double %a, double %b)
  ret double %r
}
define fp128 @root(fp128 %a) {
; CHECK-LABEL: define fp128 @root(
; CHECK: call fp128 @sqrtl(fp128 %a)
; CHECK: call i32 @__forall_float1(i32 16810016,
  %r = call fp128 @sqrtl(fp128 %a)
  ret fp128 %r
}
; CHECK: attributes #[[BUILTIN]] = { nobuiltin }
