; Barriers against optimization give back what they are given.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @register(i32 %a, i32 %b) {
; CHECK-LABEL: define i32 @register(
; CHECK-NOT: asm
; CHECK-NOT: __forall_concretize
; CHECK: ret i32
  %both = call { i32, i32 } asm sideeffect "", "=r,=r,0,1,~{memory}"(i32 %a, i32 %b)
  %r = extractvalue { i32, i32 } %both, 1
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "", "r|m,~{memory}"(i32 %a)
  ret i32 %r
}
define void @memory(ptr %p, i32 %a) {
; CHECK-LABEL: define void @memory(
; CHECK-NOT: asm
; CHECK: call void @__forall_store(ptr %p, i32 {{%.*}}, i32 4,
; CHECK: store i32 %a, ptr %p
  call void asm sideeffect "", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  call void asm sideeffect "", "=*r|m,0,~{memory}"(ptr elementtype(i32) %p, i32 %a)
  ret void
}
define i32 @undefined(i32 %a) {
; CHECK-LABEL: define i32 @undefined(
; CHECK: call void @__forall_concretize(i32 6,
; CHECK: call i32 asm
  %r = call i32 asm sideeffect "", "=r,r"(i32 %a)
  ret i32 %r
}
