; Pointers that are subtracted or ordered are asked about where both are not in the object that was found last.
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK-LABEL: define i64 @difference(
; CHECK: %[[BASE:.*]] = load i64, ptr {{.*}}@__forall_state
; CHECK: icmp ugt i64
; CHECK: call void @__forall_pointer_pair(ptr %p, i32 %{{.*}}, ptr %q, i32 %{{.*}}, i1 zeroext true, ptr @__forall_site
define i64 @difference(ptr %p, ptr %q) {
  %sub.ptr.lhs.cast = ptrtoint ptr %p to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %q to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  ret i64 %sub.ptr.sub
}
; CHECK-LABEL: define i1 @order(
; CHECK: call void @__forall_pointer_pair(ptr %p, i32 %{{.*}}, ptr %q, i32 %{{.*}}, i1 zeroext false, ptr @__forall_site
define i1 @order(ptr %p, ptr %q) {
  %cmp = icmp ult ptr %p, %q
  ret i1 %cmp
}
; Integers that once were pointers may be of different objects.
; CHECK-LABEL: define i64 @integers(
; CHECK-NOT: __forall_pointer_pair
define i64 @integers(ptr %p, ptr %q) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %sub = sub i64 %a, %b
  ret i64 %sub
}
; Both began as one pointer.
; CHECK-LABEL: define i64 @walk(
; CHECK-NOT: __forall_pointer_pair
define i64 @walk(ptr %p, i64 %n) {
entry:
  %end = getelementptr i8, ptr %p, i64 %n
  br label %head
head:
  %at = phi ptr [ %p, %entry ], [ %next, %body ]
  %more = icmp ult ptr %at, %end
  br i1 %more, label %body, label %exit
body:
  %next = getelementptr i8, ptr %at, i64 1
  br label %head
exit:
  %sub.ptr.lhs.cast = ptrtoint ptr %at to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %p to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  ret i64 %sub.ptr.sub
}
; Equality is defined for all pointers.
; CHECK-LABEL: define i1 @equal(
; CHECK-NOT: __forall_pointer_pair
define i1 @equal(ptr %p, ptr %q) {
  %cmp = icmp eq ptr %p, %q
  ret i1 %cmp
}
; CHECK: }
