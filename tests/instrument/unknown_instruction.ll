; What has no symbolic meaning is in the ledger by its name, for symbolic operands and for symbolic memory that it may touch.
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK-DAG: c"va_arg\00"
; CHECK-DAG: c"llvm.smul.fix\00"
; CHECK-DAG: c"_setjmp\00"
; CHECK-DAG: c"llvm.readcyclecounter\00"
declare i32 @llvm.smul.fix.i32(i32, i32, i32)
declare i64 @llvm.readcyclecounter()
declare i32 @_setjmp(ptr) returns_twice
define i32 @argument(ptr %list) {
; CHECK-LABEL: define i32 @argument(
; CHECK: load i32, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 28)
; CHECK: call void @__forall_concretize(i32 6,
; CHECK: va_arg
  %r = va_arg ptr %list, i32
  ret i32 %r
}
define i32 @intrinsic(i32 %a) {
; CHECK-LABEL: define i32 @intrinsic(
; CHECK: call void @__forall_concretize(i32 6,
; CHECK: call i32 @llvm.smul.fix.i32
  %r = call i32 @llvm.smul.fix.i32(i32 %a, i32 %a, i32 2)
  ret i32 %r
}
define i32 @twice(ptr %buffer) {
; Also when nothing is symbolic yet.
; CHECK-LABEL: define i32 @twice(
; CHECK: call void @__forall_external_returned(
; CHECK-NOT: icmp ne i32
; CHECK: call void @__forall_concretize(i32 6,
; CHECK: call i32 @_setjmp
  %r = call i32 @_setjmp(ptr %buffer) returns_twice
  ret i32 %r
}
define i64 @clock() {
; CHECK-LABEL: define i64 @clock(
; CHECK: call void @__forall_concretize(i32 14,
; CHECK: call i64 @llvm.readcyclecounter
  %r = call i64 @llvm.readcyclecounter()
  ret i64 %r
}
