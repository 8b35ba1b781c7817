; Integer intrinsics go to the runtime with their kind and width.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i64 @llvm.expect.i64(i64, i64)
define i32 @one(i32 %a) {
; CHECK-LABEL: define i32 @one(
; CHECK: call i32 @__forall_intrinsic1(i32 8192, i32 {{%.*}}, i64 {{%.*}}, i64 0)
  %r = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %r
}
define i32 @poison(i32 %a) {
; CHECK-LABEL: define i32 @poison(
; CHECK: icmp eq i32 %a, 0
; CHECK: call void @__forall_concretize(i32 8,
; CHECK: call i32 @__forall_intrinsic1(i32 8193,
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  ret i32 %r
}
define i64 @two(i64 %a, i64 %b) {
; CHECK-LABEL: define i64 @two(
; CHECK: call i32 @__forall_intrinsic2(i32 16391,
  %r = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  ret i64 %r
}
define i16 @three(i16 %a, i16 %b, i16 %c) {
; CHECK-LABEL: define i16 @three(
; CHECK: call i32 @__forall_intrinsic3(i32 4116,
  %r = call i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 %c)
  ret i16 %r
}
define i64 @hint(i64 %a) {
; CHECK-LABEL: define i64 @hint(
; CHECK-NOT: __forall_concretize
; CHECK-NOT: __forall_intrinsic
; CHECK: ret i64
  %r = call i64 @llvm.expect.i64(i64 %a, i64 1)
  ret i64 %r
}
