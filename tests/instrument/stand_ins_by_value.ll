; Small classes come in registers: the memory of a slot is that of the value, whether it comes in one argument or in two.
; The class is known by its type_info, its methods by debug information. A method that is only declared is referred to
; weakly. The class's own methods call each other as ever.
; RUN: %opt -passes=forall-stand-ins,verify %s | %check
;
; CHECK: @__forall_described = internal constant [7 x i8] c"5Store\00", section "forall_axioms"
; CHECK: @__forall_class.5Store = internal global %forall.class { {{.*}}, i32 0, i32 32, i32 0, i32 0, ptr null }, section "forall_classes"
; CHECK: @__forall_leaves = private constant [2 x %forall.leaf] [%forall.leaf { i32 0, i16 64, i8 12, i8 0 }, %forall.leaf { i32 8, i16 64, i8 22, i8 0 }]
@_ZTI5Store = external constant ptr
@_ZL21__forall_axioms_store = internal constant ptr @_ZTI5Store
@llvm.compiler.used = appending global [1 x ptr] [ptr @_ZL21__forall_axioms_store], section "llvm.metadata"

; CHECK-LABEL: define double @use(
; CHECK: call { i64, double } @_ZN5Store3putE4Pairb.stand_in(ptr %store, i64 1, double 2.000000e+00, i1 zeroext true)
; CHECK: call i32 @_ZNK5Store4sizeEv.stand_in(ptr %store)
define double @use(ptr %store) {
  %r = call { i64, double } @_ZN5Store3putE4Pairb(ptr %store, i64 1, double 2.0, i1 zeroext true)
  %s = call i32 @_ZNK5Store4sizeEv(ptr %store)
  %d = extractvalue { i64, double } %r, 1
  ret double %d
}
; CHECK: declare extern_weak { i64, double } @_ZN5Store3putE4Pairb(
declare { i64, double } @_ZN5Store3putE4Pairb(ptr, i64, double, i1 zeroext)

; CHECK-LABEL: define linkonce_odr i32 @_ZNK5Store5twiceEv(
; CHECK: call i32 @_ZNK5Store4sizeEv(
define linkonce_odr i32 @_ZNK5Store5twiceEv(ptr %this) {
  %s = call i32 @_ZNK5Store4sizeEv(ptr %this)
  %r = add i32 %s, %s
  ret i32 %r
}
define linkonce_odr i32 @_ZNK5Store4sizeEv(ptr %this) {
  %s = load i32, ptr %this
  ret i32 %s
}

; CHECK: define internal { i64, double } @_ZN5Store3putE4Pairb.stand_in(ptr %0, i64 %1, double %2, i1 zeroext %3)
; CHECK: [[SLOT:%.*]] = alloca [2 x i64]
; CHECK: load i32, ptr getelementptr inbounds (%forall.class, ptr @__forall_class.5Store, i32 0, i32 4)
; CHECK: stands_in:
; CHECK: store i64 %1, ptr [[SLOT]]
; CHECK: [[SECOND:%.*]] = getelementptr i8, ptr [[SLOT]], i64 8
; CHECK: store double %2, ptr [[SECOND]]
; CHECK: [[BYTE:%.*]] = zext i1 %3 to i8
; CHECK: store i8 [[BYTE]]
; CHECK: [[THROWN:%.*]] = call ptr @__forall_stand_in(ptr @__forall_method
; CHECK: is_real:
; CHECK: icmp eq ptr @_ZN5Store3putE4Pairb, null
; CHECK: br i1 {{.*}}, label %undefined, label %defined
; CHECK: throws:
; CHECK: call void @__forall_throw_stand_in(ptr [[THROWN]])
; CHECK: undefined:
; CHECK: call void @__forall_not_defined(ptr @__forall_method
; CHECK: defined:
; CHECK: call { i64, double } @_ZN5Store3putE4Pairb(ptr %0, i64 %1, double %2, i1 zeroext %3)
; CHECK: define internal void @_ZN5Store3putE4Pairb.invoke(ptr %0, ptr %1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug, retainedTypes: !3)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "store.cpp", directory: "/")
!3 = !{!4}
!4 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "Store", file: !2, size: 32, flags: DIFlagTypePassByValue, elements: !5, identifier: "_ZTS5Store")
!5 = !{!6, !7}
!6 = !DIDerivedType(tag: DW_TAG_member, name: "size_", scope: !4, file: !2, baseType: !15, size: 32)
!7 = !DISubprogram(name: "put", linkageName: "_ZN5Store3putE4Pairb", scope: !4, file: !2, type: !8, flags: DIFlagPublic, spFlags: DISPFlagOptimized)
!8 = !DISubroutineType(types: !9)
!9 = !{!10, !14, !10, !16}
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !2, size: 128, flags: DIFlagTypePassByValue, elements: !11, identifier: "_ZTS4Pair")
!11 = !{!12, !13}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !10, file: !2, baseType: !17, size: 64)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "second", scope: !10, file: !2, baseType: !18, size: 64, offset: 64)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
