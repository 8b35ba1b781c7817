; A vector has an id per lane. What moves lanes moves their ids; what computes with whole vectors concretizes where it was not taken
; apart before.
; RUN: %opt -passes=forall-instrument %s | %check
; RUN: %opt -passes=forall %s | %check --check-prefix=APART
define <4 x i32> @insert(<4 x i32> %v, i32 %x) {
; CHECK-LABEL: define <4 x i32> @insert(
; CHECK: call i32 @__forall_argument(i32 4,
; CHECK-NOT: __forall_concretize
; CHECK: ret <4 x i32>
  %r = insertelement <4 x i32> %v, i32 %x, i32 2
  ret <4 x i32> %r
}
define void @copy(ptr %p, ptr %q) {
; CHECK-LABEL: define void @copy(
; CHECK-COUNT-4: call i32 @__forall_load(ptr {{%.*}}, i32 {{%.*}}, i32 4,
; CHECK-COUNT-4: call void @__forall_store(ptr {{%.*}}, i32 {{%.*}}, i32 4,
  %v = load <4 x i32>, ptr %p
  store <4 x i32> %v, ptr %q
  ret void
}
define i32 @joined(<4 x i8> %v) {
; Zero-extended, shifted to its place and joined, for each lane but the first.
; CHECK-LABEL: define i32 @joined(
; CHECK: call i32 @__forall_unary(i32 8214,
; CHECK-COUNT-3: call i32 @__forall_binary(i32 8204,
; CHECK-NOT: __forall_concretize
; CHECK: ret i32
  %r = bitcast <4 x i8> %v to i32
  ret i32 %r
}
define <2 x i16> @cut(i32 %x) {
; CHECK-LABEL: define <2 x i16> @cut(
; CHECK: call i32 @__forall_unary(i32 4120, i32 {{%.*}}, i32 0)
; CHECK: call i32 @__forall_unary(i32 4120, i32 {{%.*}}, i32 16)
  %r = bitcast i32 %x to <2 x i16>
  ret <2 x i16> %r
}
define <2 x i32> @shuffle(<2 x i32> %v, <2 x i32> %w) {
; CHECK-LABEL: define <2 x i32> @shuffle(
; CHECK-NOT: __forall_concretize
; CHECK: ret <2 x i32>
  %r = shufflevector <2 x i32> %v, <2 x i32> %w, <2 x i32> <i32 3, i32 0>
  ret <2 x i32> %r
}
define <2 x i32> @compute(<2 x i32> %v, <2 x i32> %w) {
; CHECK-LABEL: define <2 x i32> @compute(
; CHECK: call void @__forall_concretize(i32 4,
; APART-LABEL: define <2 x i32> @compute(
; APART-NOT: __forall_concretize
; APART: call i32 @__forall_binary(i32 8196,
; APART: call i32 @__forall_binary(i32 8196,
; APART: ret <2 x i32>
  %r = add <2 x i32> %v, %w
  ret <2 x i32> %r
}
define i32 @chosen(<4 x i32> %v, i32 %i) {
; CHECK-LABEL: define i32 @chosen(
; CHECK: call void @__forall_concretize(i32 4,
; APART-LABEL: define i32 @chosen(
; APART-NOT: __forall_concretize
; APART: call i32 @__forall_ite(
; APART: ret i32
  %r = extractelement <4 x i32> %v, i32 %i
  ret i32 %r
}
