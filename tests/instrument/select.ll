; A selection with a symbolic condition is an if-then-else expression, not a decision.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i1 %c, i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: [[TAKEN:%.*]] = select i1 %c, i32 [[A:%.*]], i32 [[B:%.*]]
; CHECK: [[ITE:%.*]] = call i32 @__forall_ite(i32 32, i32 {{%.*}}, i64 {{%.*}}, i32 [[A]], i64 {{%.*}}, i64 0, i32 [[B]], i64 {{%.*}}, i64 0)
; CHECK: phi i32 [ [[ITE]], {{%.*}} ], [ [[TAKEN]], {{%.*}} ]
; CHECK-NOT: call void @__forall_branch
; CHECK: ret i32
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
