; Variadic arguments of a function with a model go through an array.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @snprintf(ptr, i64, ptr, ...)
define i32 @f(ptr %to, i32 %a, ptr %b) {
; CHECK-LABEL: define i32 @f(
; CHECK: store i32 %a, ptr
; CHECK: store ptr %b, ptr
; CHECK: call i32 @__forall_model_snprintf(ptr %to, i64 8, ptr null, ptr {{.*}}, i64 2)
; CHECK-NOT: @snprintf
  %r = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 8, ptr null, i32 %a, ptr %b)
  ret i32 %r
}
