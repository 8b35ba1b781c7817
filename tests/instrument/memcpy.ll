; A short block copy stays native while its flags and operands are 0. For others the model looks at the flags.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @short(ptr %d, ptr %s) {
; CHECK-LABEL: define void @short(
; CHECK: add i64 {{%.*}}, 68719476736
; CHECK: add i64 {{%.*}}, 68719476736
; CHECK: call ptr @__forall_model_memcpy(ptr %d, ptr %s, i64 16)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 16, i1 false)
  ret void
}
define void @long(ptr %d, ptr %s, i64 %n) {
; CHECK-LABEL: define void @long(
; CHECK: store ptr @__forall_model_memcpy, ptr @__forall_state
; CHECK: call ptr @__forall_model_memcpy(ptr %d, ptr %s, i64 %n)
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 %n, i1 false)
  ret void
}
define void @fill(ptr %d, i8 %v, i64 %n) {
; CHECK-LABEL: define void @fill(
; CHECK: [[V:%.*]] = zext i8 %v to i32
; CHECK: call i32 @__forall_unary(i32 8214,
; CHECK: call ptr @__forall_model_memset(ptr %d, i32 [[V]], i64 %n)
  call void @llvm.memset.p0.i64(ptr %d, i8 %v, i64 %n, i1 false)
  ret void
}
