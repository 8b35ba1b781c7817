; What a comparison with the address of a freed or reallocated block gives is open, and in the ledger (kind 18).
; RUN: %opt -passes=forall-instrument %s | %check
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
define i1 @moves(ptr %p) {
; CHECK-LABEL: define i1 @moves(
; CHECK: call void @__forall_concretize(i32 18, ptr @__forall_site
  %q = call ptr @realloc(ptr %p, i64 8)
  %same = icmp eq ptr %p, %q
  ret i1 %same
}
; CHECK-LABEL: define i1 @null(
; CHECK-NOT: call void @__forall_concretize(i32 18
define i1 @null(ptr %p) {
  call void @free(ptr %p)
  %is_null = icmp eq ptr %p, null
  ret i1 %is_null
}
; Each turn of the loop has another pointer.
; CHECK-LABEL: define void @all(
; CHECK-NOT: call void @__forall_concretize(i32 18
define void @all(ptr %first, ptr %end) {
entry:
  br label %head
head:
  %at = phi ptr [ %first, %entry ], [ %next, %body ]
  %done = icmp eq ptr %at, %end
  br i1 %done, label %exit, label %body
body:
  %next = load ptr, ptr %at
  call void @free(ptr %at)
  br label %head
exit:
  ret void
}
; The comparison is over when the block is freed.
; CHECK-LABEL: define i1 @before(
; CHECK-NOT: call void @__forall_concretize(i32 18
define i1 @before(ptr %p, ptr %q) {
  %same = icmp eq ptr %p, %q
  call void @free(ptr %p)
  ret i1 %same
}
; CHECK: }
