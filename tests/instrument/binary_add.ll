; An addition of symbolic operands asks the runtime; concrete operands cost an `or` and a branch.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: [[A:%.*]] = phi i32 [ {{%.*}}, {{%.*}} ], [ 0, {{%.*}} ]
; CHECK: [[ANY:%.*]] = or i32
; CHECK-NEXT: [[SYM:%.*]] = icmp ne i32 [[ANY]], 0
; CHECK-NEXT: br i1 [[SYM]], label %[[COLD:[0-9]+]], label %[[NEXT:[0-9]+]], !prof [[UNLIKELY:![0-9]+]]
; CHECK: [[COLD]]:
; 8196 = Add | 32 << 8
; CHECK: [[ID:%.*]] = call i32 @__forall_binary(i32 8196, i32 {{%.*}}, i64 {{%.*}}, i64 0, i32 {{%.*}}, i64 {{%.*}}, i64 0)
; CHECK: [[NEXT]]:
; CHECK-NEXT: [[R:%.*]] = phi i32 [ [[ID]], %[[COLD]] ], [ 0, {{%.*}} ]
  %r = add i32 %a, %b
  ret i32 %r
}
; CHECK: [[UNLIKELY]] = !{!"branch_weights", i32 1, i32
