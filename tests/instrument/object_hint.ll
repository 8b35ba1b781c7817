; The runtime is told the object of an address where the pass knows it.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i64 %i) {
; CHECK-LABEL: define i32 @f(
; CHECK: call i32 @__forall_binary(
; CHECK: call i32 @__forall_binary(
; CHECK: [[BASE:%.*]] = ptrtoint ptr {{%.*}} to i64
; CHECK: call void @__forall_store(ptr %p, {{.*}}, i64 [[BASE]], i64 40)
  %a = alloca [10 x i32]
  %p = getelementptr inbounds [10 x i32], ptr %a, i64 0, i64 %i
  store i32 1, ptr %p
  ret i32 0
}
