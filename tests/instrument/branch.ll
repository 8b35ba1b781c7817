; A branch on a symbolic condition is a decision.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i1 %c) {
; CHECK-LABEL: define i32 @f(
; CHECK: call void @__forall_branch(i32 {{%.*}}, i1 zeroext %c, ptr @__forall_site
; CHECK: br i1 %c, label %yes, label %no
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
