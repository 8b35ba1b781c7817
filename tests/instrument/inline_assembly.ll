; Inline assembly has no symbolic meaning.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i32 %a) {
; CHECK-LABEL: define i32 @f(
; CHECK: call void @__forall_concretize(i32 6,
; CHECK: call i32 asm
; CHECK-NOT: store ptr @f, ptr getelementptr
  %r = call i32 asm sideeffect "", "=r,r"(i32 %a)
  ret i32 %r
}
