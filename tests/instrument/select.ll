; A selection with a symbolic condition is an if-then-else expression, not a decision.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i1 %c, i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: [[ITE:%.*]] = call i32 @__forall_ite(i32 32, i32 {{%.*}}, i64 {{%.*}}, i32 {{%.*}}, i64 {{%.*}}, i64 0, i32 {{%.*}}, i64 {{%.*}}, i64 0)
; CHECK: phi i32 [ [[ITE]], {{%.*}} ], [ 0, {{%.*}} ]
; CHECK-NOT: call void @__forall_branch
; CHECK: ret i32
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
; With a concrete condition it is the id of the side taken.
define i32 @concrete(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @concrete(
; CHECK: select i1 %c, i32 {{%.*}}, i32 {{%.*}}
; CHECK-NOT: call i32 @__forall_ite
; CHECK: ret i32
  %f = call float @llvm.sqrt.f32(float 2.0)
  %c = fcmp olt float %f, 1.0
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
declare float @llvm.sqrt.f32(float)
