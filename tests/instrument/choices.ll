; A choice without a branch depends on its condition, also where nothing is left to choose.
; RUN: %opt -passes=forall %s | %check
; CHECK-LABEL: define {{.*}}i32 @choice(
; CHECK: call void @__forall_choice(i32 %{{.*}}, ptr @__forall_site
define i32 @choice(i32 %x) {
  %cmp = icmp sgt i32 %x, 3
  %cond = select i1 %cmp, i32 1, i32 0
  ret i32 %cond
}
; CHECK: }
