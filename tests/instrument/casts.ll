; Where the source casts a pointer, the front end's plugin calls a function. The pass asks the runtime instead, about the
; pointer and the type.
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK: [[HOW:@__forall_cast[.0-9]*]] = private unnamed_addr constant [10 x i8] c"other:int\00"
; CHECK-LABEL: define i32 @cast(
; CHECK-NOT: @"__forall_cast:
; CHECK: call void @__forall_pointer_cast(ptr %p, i32 %{{.*}}, ptr [[HOW]], ptr @__forall_step, ptr @__forall_site
; CHECK: load i32, ptr %p
define i32 @cast(ptr %p) {
  %other = call ptr @"__forall_cast:other:int"(ptr %p)
  %value = load i32, ptr %other
  ret i32 %value
}
; CHECK-NOT: declare {{.*}}@"__forall_cast:
declare ptr @"__forall_cast:other:int"(ptr)
; A call of operator new says what it is for.
; CHECK-LABEL: define ptr @made(
; CHECK: store ptr @__forall_type{{.*}}, ptr getelementptr inbounds (i8, ptr @__forall_state, i64
; CHECK: call {{.*}}ptr @__forall_model_new(
define ptr @made() {
  %block = call ptr @_Znwm(i64 8), !heapallocsite !4
  ret ptr %block
}
declare ptr @_Znwm(i64)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "casts.cpp", directory: "/source")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
