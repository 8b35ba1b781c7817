; The two conditions of a division check are two checks: division by zero (2) and signed overflow (1).
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK: @__forall_site{{.*}} i8 2, i8 2, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
; CHECK: @__forall_site{{.*}} i8 2, i8 1, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites"
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
