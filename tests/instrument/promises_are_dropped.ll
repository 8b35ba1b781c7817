; Instrumented functions write memory and may end the run, so attributes that deny it go.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(ptr noalias nocapture readonly %p) memory(argmem: read) willreturn {
; CHECK: define i32 @f(ptr %p) [[A:#[0-9]+]]
  %r = load i32, ptr %p
  ret i32 %r
}
; CHECK: attributes [[A]] = { nounwind null_pointer_is_valid optforfuzzing }
