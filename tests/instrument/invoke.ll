; An invoke takes its result on the normal edge; the landing pad puts the state of this frame back.
; RUN: %opt -passes=forall-instrument %s | %check
declare i32 @external()
declare i32 @__gxx_personality_v0(...)
define i32 @f() personality ptr @__gxx_personality_v0 {
; CHECK-LABEL: define i32 @f(
; CHECK: [[TOP:%.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK: [[LEVEL:%.*]] = load i32, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 24)
; CHECK: store ptr @external, ptr @__forall_state
; CHECK: invoke i32 @external()
; CHECK-NEXT: to label %[[EDGE:[0-9]+]] unwind label %bad
; CHECK: [[EDGE]]:
; CHECK: load ptr, ptr @__forall_state
; CHECK: call i32 @__forall_result(i32 0,
; CHECK: bad:
; CHECK-NEXT: landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: store ptr null, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 8)
; CHECK-NEXT: store i32 [[LEVEL]], ptr getelementptr inbounds (i8, ptr @__forall_state, i64 24)
; CHECK-NEXT: [[OWN:%.*]] = load ptr, ptr %own_stack_top
; CHECK-NEXT: [[NOW:%.*]] = load ptr, ptr getelementptr inbounds (i8, ptr @__forall_state, i64 16)
; CHECK-NEXT: icmp ne ptr [[OWN]], [[NOW]]
; CHECK: call void @__forall_frames_left(ptr [[OWN]])
; CHECK: [[TAG:%.*]] = load ptr, ptr @__forall_state
; CHECK: call void @__forall_external_returned(ptr [[TAG]], ptr null,
  %r = invoke i32 @external() to label %good unwind label %bad
good:
  ret i32 %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
