; Values of 128 bits travel as two halves.
; RUN: %opt -passes=forall-instrument %s | %check
define i128 @f(i128 %a, i128 %b) {
; CHECK-LABEL: define i128 @f(
; CHECK: [[LOW:%.*]] = trunc i128 %a to i64
; CHECK: [[SHIFT:%.*]] = lshr i128 %a, 64
; CHECK: [[HIGH:%.*]] = trunc i128 [[SHIFT]] to i64
; CHECK: call i32 @__forall_argument(i32 0, i64 [[LOW]], i64 [[HIGH]])
; 32774 = Mul | 128 << 8
; CHECK: call i32 @__forall_binary(i32 32774,
  %r = mul i128 %a, %b
  ret i128 %r
}
