; A shift by the width or more differs from the model's: the ledger says so.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: [[U:%.*]] = icmp uge i32 %b, 32
; CHECK: [[S:%.*]] = and i1 [[U]],
; CHECK-NEXT: br i1 [[S]]
; 8 = LedgerKind::UndefinedValue
; CHECK: call void @__forall_concretize(i32 8, ptr @__forall_site
; CHECK: call i32 @__forall_binary(i32 8206,
  %r = shl i32 %a, %b
  ret i32 %r
}
define i32 @in_range(i32 %a) {
; CHECK-LABEL: define i32 @in_range(
; CHECK-NOT: __forall_concretize
; CHECK: ret i32
  %r = shl i32 %a, 3
  ret i32 %r
}
