; The shadow of a phi is a phi of the shadows.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i1 %c, i32 %a) {
; CHECK-LABEL: define i32 @f(
; CHECK: end:
; CHECK-NEXT: [[S:%.*]] = phi i32 [ 0, %yes ], [ {{%.*}}, %{{.*}} ]
; CHECK-NEXT: %r = phi i32 [ 7, %yes ], [ %a, %{{.*}} ]
; CHECK: store i32 [[S]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 288)
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi i32 [ 7, %yes ], [ %a, %0 ]
  ret i32 %r
}
