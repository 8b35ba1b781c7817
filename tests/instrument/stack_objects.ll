; Variables whose addresses leave the function are in a frame between guards until the function returns: in memory of the
; stack if no pointer to them can be kept, else in memory that stays closed.
; RUN: %opt -passes=forall-instrument %s | %check
define void @reads(ptr %p) {
  %r = load i32, ptr %p
  ret void
}
declare void @keeps(ptr)
; CHECK: [[VARIABLES:@__forall_variables]] = private constant [2 x { i64, i64, ptr, ptr, i64, ptr }] [{{.*}} { i64 32, i64 4, {{.*}} { i64 96, i64 16,
; CHECK: [[FRAME:@__forall_frame]] = private constant { i64, i64, ptr } { i64 160, i64 2, ptr [[VARIABLES]] }
define void @f() {
; CHECK-LABEL: define void @f(
; CHECK: [[MEMORY:%.*]] = alloca [160 x i8], align 32
; CHECK: add i64 {{%.*}}, 68719476736
; CHECK: store i64 {{.*}}, ptr {{%.*}}, align 1
; CHECK: [[TOP:%.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK: store ptr [[FRAME]], ptr
; CHECK: [[NEW:%.*]] = getelementptr i8, ptr [[TOP]], i64 24
; CHECK: store ptr [[NEW]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK: [[A:%.*]] = getelementptr i8, ptr [[MEMORY]], i64 96
; CHECK: call void @reads(ptr [[A]])
; CHECK: store i64 0, ptr {{%.*}}, align 1
; CHECK: store ptr [[TOP]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK-NEXT: ret void
  %x = alloca i32
  %a = alloca [4 x i32]
  call void @reads(ptr %a)
  call void @reads(ptr %x)
  ret void
}
define void @g() {
; CHECK-LABEL: define void @g(
; CHECK: call i64 @__forall_frame_room(i64 96)
; CHECK: call void @keeps(
; CHECK: store i64 940422246894996749, ptr {{%.*}}, align 1
; CHECK: ret void
  %a = alloca [4 x i32]
  call void @keeps(ptr %a)
  ret void
}
; Accesses that can be seen to stay inside need no guards.
define i32 @h() {
; CHECK-LABEL: define i32 @h(
; CHECK-NOT: __forall_frame
; CHECK: ret i32
  %a = alloca [4 x i32]
  %last = getelementptr i8, ptr %a, i64 12
  store i32 1, ptr %last
  %r = load i32, ptr %last
  ret i32 %r
}
