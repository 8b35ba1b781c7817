; Functions that the linker would merge get private names, under which they are merged where their address is taken;
; variables, vtables and explicit instantiations stay shared.
; RUN: %opt -passes=forall-instrument %s | %check
$inline = comdat any
$shared = comdat any
$_ZTV1A = comdat any
$explicit = comdat any
$called = comdat any
@shared = linkonce_odr global i32 0, comdat
; A variable gets guards in its group, and their record is in it, too: the linker may drop both.
; CHECK-DAG: @shared.guarded = internal global <{ [32 x i8], i32, {{.*}} }> {{.*}}, comdat($shared), align 32
; CHECK-DAG: @shared = linkonce_odr alias i32, {{.*}}@shared.guarded
; CHECK-DAG: { ptr @shared, i64 4, i32 0, i32 1, i64 0, ptr null, ptr null }
; CHECK-DAG: [{ ptr, i64, i32, i32, i64, ptr, ptr } { ptr @shared, i64 4, i32 0, i32 1, i64 32, ptr null, ptr null }], section "forall_globals", comdat($shared), align 8
@_ZTV1A = linkonce_odr constant [1 x ptr] [ptr @inline], comdat
; CHECK-DAG: @_ZTV1A = linkonce_odr constant [1 x ptr] [ptr @inline.forall], comdat
define linkonce_odr i32 @inline() comdat {
; CHECK-DAG: define linkonce_odr hidden i32 @inline.forall() {{.*}}comdat
  %r = load i32, ptr @shared
  ret i32 %r
}
define linkonce_odr i32 @called() comdat {
; CHECK-DAG: define internal i32 @called.forall()
  ret i32 3
}
define weak_odr i32 @explicit() comdat {
; CHECK-DAG: define weak_odr hidden i32 @explicit() {{.*}}comdat
  ret i32 1
}
define available_externally i32 @copy() {
; CHECK-DAG: define internal i32 @copy.forall()
  ret i32 1
}
define i32 @external() {
; CHECK-DAG: define i32 @external()
  %a = call i32 @copy()
  %b = call i32 @called()
  %c = add i32 %a, %b
  ret i32 %c
}
