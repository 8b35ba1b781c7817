; A function annotated "forall_uninstrumented" is left alone, and called as an unknown one.
; RUN: %opt -passes=forall-instrument %s | %check
@label = private unnamed_addr constant [22 x i8] c"forall_uninstrumented\00", section "llvm.metadata"
@file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @left, ptr @label, ptr @file, i32 1, ptr null }], section "llvm.metadata"
define i32 @left(ptr %p) {
; CHECK-LABEL: define i32 @left(
; CHECK-NEXT: load
; CHECK-NEXT: ret
  %r = load i32, ptr %p
  ret i32 %r
}
define i32 @f(ptr %p) {
; CHECK-LABEL: define i32 @f(
; CHECK: call i32 @left(
; CHECK: call void @__forall_external_returned(ptr @left
  %r = call i32 @left(ptr %p)
  ret i32 %r
}
