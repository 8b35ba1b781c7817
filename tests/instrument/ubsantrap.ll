; Each check has its own site of kind Check (2) with its fault, and its own trap block.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @llvm.ubsantrap(i8)
; SiteKind::Check, then Fault::OutOfBounds
; CHECK: [[FIRST:@__forall_site[.0-9]*]] = internal global %forall.site { {{.*}}, i8 2, i8 4, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites", align 8
; CHECK: [[SECOND:@__forall_site[.0-9]*]] = internal global %forall.site { {{.*}}, i8 2, i8 4, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites", align 8
define i32 @f(i1 %a, i1 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: call void @__forall_branch(i32 {{%.*}}, i1 zeroext %a, ptr [[FIRST]])
; CHECK: br i1 %a, label %next, label %[[T1:.*]]
; CHECK: call void @__forall_branch(i32 {{%.*}}, i1 zeroext %b, ptr [[SECOND]])
; CHECK: br i1 %b, label %good, label %[[T2:.*]]
; CHECK: call void @__forall_check_failed(ptr
; CHECK: call void @__forall_check_failed(ptr
  br i1 %a, label %next, label %trap
next:
  br i1 %b, label %good, label %trap
good:
  ret i32 1
trap:
  call void @llvm.ubsantrap(i8 18)
  unreachable
}
