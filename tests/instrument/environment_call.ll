; A function that asks the world outside is in the ledger (kind 14) whenever it is called.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @getpid()
define i32 @f() {
; CHECK-LABEL: define i32 @f(
; CHECK: call void @__forall_concretize(i32 14, ptr @__forall_site
; CHECK: call i32 @getpid()
  %r = call i32 @getpid()
  ret i32 %r
}
