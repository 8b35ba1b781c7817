; The full pass first takes scalars out of memory and inlines, but folds no branch of the source.
; RUN: %opt -passes=forall %s | %check
define linkonce_odr i32 @small(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  %r = add i32 %v, 1
  ret i32 %r
}
define i32 @f(i32 %x, i1 %c) {
; CHECK-LABEL: define i32 @f(
; CHECK-NOT: alloca
; CHECK-NOT: call i32 @small
; CHECK-NOT: select i1 %c
; CHECK: br i1 %c, label %yes, label
  %s = call i32 @small(i32 %x)
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi i32 [ %s, %0 ], [ 5, %yes ]
  ret i32 %r
}
; CHECK-NOT: define {{.*}} @small
