; Operations that plain instructions can say become those.
; RUN: %opt -passes=forall-instrument %s | %check
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.vector.reduce.umax.v2i32(<2 x i32>)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i8 @three_way(i32 %a, i32 %b) {
; CHECK-LABEL: define i8 @three_way(
; CHECK: icmp sgt i32 %a, %b
; CHECK: icmp slt i32 %a, %b
; CHECK-NOT: call {{.*}}@llvm
; CHECK-NOT: __forall_concretize
; CHECK: ret i8
  %r = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  ret i8 %r
}
define i32 @saturating(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @saturating(
; CHECK: shl i32 %a, %b
; CHECK: ashr i32
; CHECK: select i1 {{%.*}}, i32 -2147483648, i32 2147483647
; CHECK: lshr i32
  %s = call i32 @llvm.sshl.sat.i32(i32 %a, i32 %b)
  %u = call i32 @llvm.ushl.sat.i32(i32 %s, i32 %b)
  ret i32 %u
}
define i32 @reduction(<2 x i32> %v) {
; CHECK-LABEL: define i32 @reduction(
; CHECK: call i32 @__forall_intrinsic2(i32 8201,
; CHECK-NOT: @llvm.vector.reduce
; CHECK: ret i32
  %r = call i32 @llvm.vector.reduce.umax.v2i32(<2 x i32> %v)
  ret i32 %r
}
define ptr @mask(ptr %p, i64 %m) {
; CHECK-LABEL: define ptr @mask(
; CHECK: call i32 @__forall_binary(i32 16395,
  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 %m)
  ret ptr %r
}
define <8 x i1> @packed(ptr %p, <8 x i1> %v) {
; CHECK-LABEL: define <8 x i1> @packed(
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 1,
; CHECK: load i8, ptr %p
; CHECK: call void @__forall_store(ptr %p, i32 {{%.*}}, i32 1,
  %old = load <8 x i1>, ptr %p
  store <8 x i1> %v, ptr %p
  ret <8 x i1> %old
}
define i32 @wide_switch(i128 %x) {
; CHECK-LABEL: define i32 @wide_switch(
; CHECK-NOT: __forall_switch
; CHECK-NOT: __forall_decide
; CHECK: icmp eq i128 %x, 7
; CHECK: icmp eq i128 %x, 9
; CHECK: phi i32 [ 1, {{%.*}} ], [ 0, {{%.*}} ], [ 1, {{%.*}} ]
entry:
  switch i128 %x, label %other [
    i128 7, label %same
    i128 9, label %same
  ]
other:
  br label %same
same:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 0, %other ]
  ret i32 %r
}
