; The two conditions of a division check are two checks: division by zero (2) and signed overflow (1).
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK: @__forall_site{{.*}} i8 2, i8 2, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 1, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 2, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 1, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 1, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 1, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 2, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
declare void @llvm.ubsantrap(i8)
define i32 @f(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: br i1 %nonzero,
; CHECK: br i1 %fits,
  %nonzero = icmp ne i32 %b, 0
  %x = icmp ne i32 %a, -2147483648
  %y = icmp ne i32 %b, -1
  %fits = or i1 %x, %y
  %ok = and i1 %nonzero, %fits
  br i1 %ok, label %good, label %trap
good:
  %r = sdiv i32 %a, %b
  ret i32 %r
trap:
  call void @llvm.ubsantrap(i8 3)
  unreachable
}
; The same turned round, and with a choice in place of the operation on bits.
; CHECK-LABEL: define i32 @turned_round(
; CHECK: br i1 %zero, label %
; CHECK: br i1 %overflows, label %
define i32 @turned_round(i32 %a, i32 %b) {
  %zero = icmp eq i32 %b, 0
  %x = icmp eq i32 %a, -2147483648
  %y = icmp eq i32 %b, -1
  %overflows = and i1 %x, %y
  %bad = select i1 %zero, i1 true, i1 %overflows
  br i1 %bad, label %trap, label %good
good:
  %r = sdiv i32 %a, %b
  ret i32 %r
trap:
  call void @llvm.ubsantrap(i8 3)
  unreachable
}
; Of a division by -1 only the overflow is left.
define i32 @by_minus_one(i32 %a) {
  %ok = icmp ne i32 %a, -2147483648
  br i1 %ok, label %good, label %trap
good:
  %r = sdiv i32 %a, -1
  ret i32 %r
trap:
  call void @llvm.ubsantrap(i8 3)
  unreachable
}
define i64 @remainder_by_minus_one(i64 %a) {
  %bad = icmp eq i64 %a, -9223372036854775808
  br i1 %bad, label %trap, label %good
good:
  %r = srem i64 %a, -1
  ret i64 %r
trap:
  call void @llvm.ubsantrap(i8 3)
  unreachable
}
; Of a division of a constant only the zero is.
define i32 @of_seven(i32 %b) {
  %ok = icmp ne i32 %b, 0
  br i1 %ok, label %good, label %trap
good:
  %r = sdiv i32 7, %b
  ret i32 %r
trap:
  call void @llvm.ubsantrap(i8 3)
  unreachable
}
