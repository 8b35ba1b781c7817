; A store tells the runtime if its line, its address or its value is symbolic. A truth value fills its byte.
; RUN: %opt -passes=forall-instrument %s | %check
define void @f(ptr %p, i32 %v) {
; CHECK-LABEL: define void @f(
; CHECK: or i32
; CHECK: or i32
; CHECK: call void @__forall_store(ptr %p, i32 {{%.*}}, i32 4, i32 {{%.*}}, i64 {{%.*}}, i64 0, ptr @__forall_site{{.*}}, i64 0, i64 0)
; CHECK: store i32 %v, ptr %p
  store i32 %v, ptr %p
  ret void
}
define void @bit(ptr %p, i1 %v) {
; CHECK-LABEL: define void @bit(
; 2070 = ZExt | 8 << 8
; CHECK: [[Z:%.*]] = call i32 @__forall_unary(i32 2070,
; CHECK: call void @__forall_store(ptr %p, i32 {{%.*}}, i32 1, i32 [[Z]],
  store i1 %v, ptr %p
  ret void
}
; 264 = 8 bytes | kStoresPointer
define void @pointer(ptr %p, ptr %v) {
; CHECK-LABEL: define void @pointer(
; CHECK: call void @__forall_store(ptr %p, i32 {{%.*}}, i32 264, i32 {{%.*}},
  store ptr %v, ptr %p
  ret void
}
