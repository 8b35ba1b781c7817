; Vectors are concrete: symbolic elements and symbolic memory that go in cost a ledger line; stores clear the shadow.
; RUN: %opt -passes=forall-instrument %s | %check
define <4 x i32> @insert(<4 x i32> %v, i32 %x) {
; CHECK-LABEL: define <4 x i32> @insert(
; CHECK: call void @__forall_concretize(i32 4,
  %r = insertelement <4 x i32> %v, i32 %x, i32 0
  ret <4 x i32> %r
}
define void @copy(ptr %p, ptr %q) {
; CHECK-LABEL: define void @copy(
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 16,
; CHECK: call void @__forall_concretize(i32 4,
; CHECK: call i32 @__forall_load(ptr {{%.*}}, i32 {{%.*}}, i32 16,
; CHECK: call void @__forall_store(ptr %q, i32 {{%.*}}, i32 16, i32 0,
; CHECK: call void @__forall_store(ptr {{%.*}}, i32 {{%.*}}, i32 16, i32 0,
  %v = load <8 x i32>, ptr %p
  store <8 x i32> %v, ptr %q
  ret void
}
