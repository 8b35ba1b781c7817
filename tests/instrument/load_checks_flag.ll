; A load looks at the flag of its 8 bytes first, and asks the runtime before the native access.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(ptr %p) {
; CHECK-LABEL: define i32 @f(
; CHECK: call i32 @__forall_argument(
; CHECK: [[N:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: [[GRANULE:%.*]] = lshr i64 [[N]], 3
; CHECK-NEXT: [[I:%.*]] = and i64 [[GRANULE]], 35184372088831
; CHECK-NEXT: [[A:%.*]] = add i64 [[I]], 68719476736
; CHECK-NEXT: [[FP:%.*]] = inttoptr i64 [[A]] to ptr
; CHECK-NEXT: [[F:%.*]] = load i8, ptr [[FP]]
; CHECK: [[ID:%.*]] = call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 4, ptr @__forall_site{{.*}}, i64 0, i64 0)
; CHECK: [[R:%.*]] = phi i32 [ [[ID]],
; CHECK-NEXT: load i32, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
; Where it may begin anywhere, two flags at once.
define i32 @unaligned(ptr %p) {
; CHECK-LABEL: define i32 @unaligned(
; CHECK: add i64 {{%.*}}, 68719476736
; CHECK: load i16, ptr
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 4,
  %r = load i32, ptr %p, align 1
  ret i32 %r
}
