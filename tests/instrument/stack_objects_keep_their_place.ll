; Objects that are known by their address do not share a place, whatever their lifetimes, and are closed outside of them.
; RUN: %opt -passes=forall-instrument %s | %check
define void @reads(ptr %p) {
  %r = load i8, ptr %p
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define void @f() {
; CHECK-LABEL: define void @f(
; CHECK-NOT: call void @llvm.lifetime
; CHECK: store i8 5, ptr
; CHECK: call void @reads(
; CHECK: store i8 12, ptr
; CHECK: store i8 0, ptr
; CHECK: call void @reads(
; CHECK: store i8 12, ptr
; CHECK-NOT: call void @llvm.lifetime
; CHECK: ret void
  %a = alloca [5 x i8]
  %b = alloca [8 x i8]
  call void @llvm.lifetime.start.p0(i64 5, ptr %a)
  call void @reads(ptr %a)
  call void @llvm.lifetime.end.p0(i64 5, ptr %a)
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  call void @reads(ptr %b)
  call void @llvm.lifetime.end.p0(i64 8, ptr %b)
  ret void
}
