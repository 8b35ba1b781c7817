; Constant memory cannot be symbolic: only the address matters, and the object is known.
; RUN: %opt -passes=forall-instrument %s | %check
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @f(i64 %i) {
; CHECK-LABEL: define i32 @f(
; CHECK-NOT: __forall_flags
; CHECK: call i32 @__forall_load(ptr %p, i32 {{%.*}}, i32 4, ptr @__forall_site{{.*}}, i64 ptrtoint (ptr @table to i64), i64 16)
  %p = getelementptr inbounds [4 x i32], ptr @table, i64 0, i64 %i
  %r = load i32, ptr %p
  ret i32 %r
}
