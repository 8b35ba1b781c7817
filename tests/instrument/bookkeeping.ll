; What only describes the tests is left alone; a function whose address it hands over, and what that one calls, is not.
; RUN: %opt -passes=forall-instrument %s | %check

@_ZN12_GLOBAL__N_110A_B_Forall12registrationE = internal global i32 0
@handed_over = internal global ptr null
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_a.cpp, ptr null }]

define internal void @_GLOBAL__sub_I_a.cpp() {
  call void @__cxx_global_var_init()
  ret void
}

define internal void @__cxx_global_var_init() {
  %value = call i32 @describes(i32 1)
  store i32 %value, ptr @_ZN12_GLOBAL__N_110A_B_Forall12registrationE
  store ptr @runs, ptr @handed_over
  ret void
}

; CHECK-LABEL: define internal i32 @describes.forall(i32
; CHECK-NOT: @__forall
; CHECK: ret i32
define linkonce_odr i32 @describes(i32 %x) noinline {
  %both = call i32 @both(i32 %x)
  %product = mul i32 %both, %x
  ret i32 %product
}

; CHECK-LABEL: define {{.*}} @runs
; CHECK: @__forall
; CHECK: ret i32
define linkonce_odr i32 @runs(i32 %x) {
  %both = call i32 @both(i32 %x)
  ret i32 %both
}

; CHECK-LABEL: define internal i32 @both.forall
; CHECK: @__forall
; CHECK: ret i32
define linkonce_odr i32 @both(i32 %x) noinline {
  %square = mul i32 %x, %x
  ret i32 %square
}

; What registers GoogleTest's tests is left alone as well; the values that it is given are not.
@_ZN9Some_Test10test_info_E = global ptr null
@_ZTIsSome = internal constant [2 x ptr] [ptr @_ZN7testing8internal26ParameterizedTestSuiteInfoI4SomeE13RegisterTestsEv, ptr @_ZL22gtest_Some_EvalGenerator_v]

define internal void @__cxx_global_var_init.1() {
  %info = call i32 @registers(i32 1)
  store ptr @_ZTIsSome, ptr @_ZN9Some_Test10test_info_E
  ret void
}

; CHECK-LABEL: define internal i32 @registers.forall
; CHECK-NOT: @__forall
; CHECK: ret i32
define linkonce_odr i32 @registers(i32 %x) noinline {
  %product = mul i32 %x, %x
  ret i32 %product
}

; CHECK-LABEL: define {{.*}}ParameterizedTestSuiteInfoI4SomeE13RegisterTestsEv
; CHECK-NOT: @__forall
; CHECK: ret i32
define linkonce_odr i32 @_ZN7testing8internal26ParameterizedTestSuiteInfoI4SomeE13RegisterTestsEv(i32 %x) {
  %product = mul i32 %x, %x
  ret i32 %product
}

; CHECK-LABEL: define {{.*}}EvalGenerator_v
; CHECK: @__forall
; CHECK: ret i32
define linkonce_odr i32 @_ZL22gtest_Some_EvalGenerator_v(i32 %x) {
  %product = mul i32 %x, %x
  ret i32 %product
}
