; A switch passes its table; values with one destination share a direction, the default is direction 0.
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK: @__forall_cases = private constant [4 x { i64, i64 }] [{ i64, i64 } { i64 1, i64 1 }, { i64, i64 } { i64 2, i64 2 }, { i64, i64 } { i64 3, i64 2 }, { i64, i64 } { i64 4294967295, i64 0 }]
define i32 @f(i32 %x) {
; CHECK-LABEL: define i32 @f(
; CHECK: call void @__forall_switch(i32 {{%.*}}, i64 {{%.*}}, ptr @__forall_site{{.*}}, i32 4, ptr @__forall_cases)
  switch i32 %x, label %other [ i32 1, label %one
                                i32 2, label %two
                                i32 3, label %two
                                i32 -1, label %other ]
one:
  ret i32 1
two:
  ret i32 2
other:
  ret i32 3
}
