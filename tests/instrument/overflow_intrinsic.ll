; An overflow intrinsic has two leaves: the wrapped result and whether it overflowed.
; RUN: %opt -passes=forall-instrument %s | %check
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
define i1 @f(i32 %a, i32 %b) {
; CHECK-LABEL: define i1 @f(
; 8206 = SAddOverflow | 32 << 8
; CHECK: [[O:%.*]] = call i32 @__forall_intrinsic2(i32 8206,
; CHECK: call i32 @__forall_binary(i32 8196,
; CHECK: [[P:%.*]] = phi i32 [ [[O]],
; CHECK: store i32 [[P]], ptr getelementptr{{.*}}@__forall_state
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  ret i1 %o
}
