; What is computed from constants alone has no shadow and no checks, also around a loop.
; RUN: %opt -passes=forall-instrument %s | %check
define internal i32 @f() {
; CHECK-LABEL: define internal i32 @f(
; CHECK-NOT: __forall
; CHECK-NOT: phi i32 [ 0
; CHECK: ret i32
entry:
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %n, %loop ]
  %n = add i32 %i, 1
  %c = icmp slt i32 %n, 10
  br i1 %c, label %loop, label %end
end:
  ret i32 %n
}
