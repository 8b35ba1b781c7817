; Operations without effects that follow each other are tested once, together with the access or branch that ends them.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i64 %x, ptr %p) {
; CHECK-LABEL: define i32 @f(
; CHECK: %q = getelementptr i32, ptr %p, i64 %i
; CHECK: [[ANY:%.*]] = or i32
; CHECK: [[SYM:%.*]] = icmp ne i32
; CHECK-NEXT: br i1 [[SYM]], label %[[COLD:[0-9]+]], label %[[NEXT:[0-9]+]], !prof
; CHECK: [[COLD]]:
; CHECK: call i32 @__forall_binary(i32 16388,
; CHECK-NOT: br
; CHECK: [[ID:%.*]] = call i32 @__forall_load(ptr %q,
; CHECK-NEXT: br label %[[NEXT]]
; CHECK: [[NEXT]]:
; CHECK: phi i32 [ [[ID]], %[[COLD]] ], [ 0,
; CHECK: %v = load i32, ptr %q
; CHECK: [[SYM2:%.*]] = icmp ne i32
; CHECK-NEXT: br i1 [[SYM2]], label %[[COLD2:[0-9]+]],
; CHECK: [[COLD2]]:
; CHECK: [[C:%.*]] = call i32 @__forall_binary(i32 8212,
; CHECK-NEXT: icmp ne i32 [[C]], 0
; CHECK: call void @__forall_branch(i32 [[C]], i1 zeroext %c,
  %i = add i64 %x, 1
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  %w = mul i32 %v, 3
  %c = icmp slt i32 %w, 10
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
