; The program's own variadic functions take their variadic arguments from memory. The function under its name remains for callers that
; do not know; there va_start is in the ledger.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare i32 @reads(ptr)
define internal i32 @inner(i32 %n, ...) {
  %list = alloca [32 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  %r = call i32 @reads(ptr %list)
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %r
}
define i32 @outer(i32 %n, ...) {
; CHECK-LABEL: define i32 @outer(
; CHECK: call void @__forall_concretize(i32 6,
; CHECK: call void @llvm.va_start.p0(
; CHECK: call i32 @outer.va(i32 %{{.*}}, ptr
  %list = alloca [32 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  %r = call i32 @reads(ptr %list)
  ret i32 %r
}
define i32 @caller(i32 %a, double %b) {
; CHECK-LABEL: define i32 @caller(
; CHECK-NOT: __forall_concretize
; CHECK: store i32 %a, ptr
; CHECK-NOT: __forall_concretize
; CHECK: store double %b, ptr
; CHECK: call i32 @inner.va(i32 2, ptr
  %r = call i32 (i32, ...) @inner(i32 2, i32 %a, double %b)
  ret i32 %r
}
define i32 @unclear(i32 %a, <4 x i32> %b) {
; An argument whose place is not known: the call stays as it is, with its ledger line.
; CHECK-LABEL: define i32 @unclear(
; CHECK: call void @__forall_concretize(i32 0,
; CHECK: call i32 (i32, ...) @outer(i32 2, i32 %a, <4 x i32> %b)
  %r = call i32 (i32, ...) @outer(i32 2, i32 %a, <4 x i32> %b)
  ret i32 %r
}
define i32 @pointer(ptr %f, i32 %a) {
; CHECK-LABEL: define i32 @pointer(
; CHECK: call void @__forall_concretize(i32 0,
; CHECK: call i32 (i32, ...) %f(i32 1, i32 %a)
  %r = call i32 (i32, ...) %f(i32 1, i32 %a)
  ret i32 %r
}
; CHECK-NOT: define {{.*}} @inner(
; CHECK-LABEL: define internal i32 @inner.va(
; CHECK-NOT: va_start
; CHECK: call void @llvm.memcpy
; CHECK-LABEL: define internal i32 @outer.va(
; CHECK-NOT: va_start
