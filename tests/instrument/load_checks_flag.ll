; A load looks at the flag of its line first, and asks the runtime before the native access.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(ptr %p) {
; CHECK-LABEL: define i32 @f(
; CHECK: call i32 @__forall_argument(
; CHECK: [[N:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: [[LINE:%.*]] = lshr i64 [[N]], 6
; CHECK-NEXT: [[I:%.*]] = and i64 [[LINE]], 262143
; CHECK-NEXT: [[FP:%.*]] = getelementptr inbounds i8, ptr @__forall_flags, i64 [[I]]
; CHECK-NEXT: [[F:%.*]] = load i8, ptr [[FP]]
; CHECK: [[ID:%.*]] = call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 4, ptr @__forall_site{{.*}}, i64 0, i64 0)
; CHECK: [[R:%.*]] = phi i32 [ [[ID]],
; CHECK-NEXT: load i32, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
