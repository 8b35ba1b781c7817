; An array whose address leaves the function is a known object until the function returns.
; RUN: %opt -passes=forall-instrument %s | %check
declare void @external(ptr)
define void @f() {
; CHECK-LABEL: define void @f(
; CHECK: %a = alloca [4 x i32]
; CHECK: [[TOP:%.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK: store ptr %a, ptr
; CHECK: store i64 16, ptr
; CHECK: [[NEW:%.*]] = getelementptr i8, ptr [[TOP]], i64 16
; CHECK: store ptr [[NEW]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK: store ptr [[TOP]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK-NEXT: ret void
  %x = alloca i32
  %a = alloca [4 x i32]
  call void @external(ptr %a)
  call void @external(ptr %x)
  ret void
}
