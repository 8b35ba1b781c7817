; Symbolic arguments of a harmless function are decided; it gets no tag.
; RUN: %opt -passes=forall-instrument %s | %check
declare ptr @__cxa_allocate_exception(i64)
define ptr @f(i64 %n) {
; CHECK-LABEL: define ptr @f(
; CHECK: call void @__forall_decide(i32 {{%.*}}, i64 %n, i64 0, i32 5, ptr @__forall_site
; CHECK-NOT: store ptr @__cxa_allocate_exception
; CHECK: [[R:%.*]] = call ptr @__cxa_allocate_exception(i64 %n)
; CHECK-NEXT: ret ptr [[R]]
  %r = call ptr @__cxa_allocate_exception(i64 %n)
  ret ptr %r
}
