; Each direction of a switch in the user's file tests its own bit.
; RUN: %opt -passes=forall-instrument %s | %check
define i32 @f(i32 %x) !dbg !5 {
; CHECK-LABEL: define i32 @f(
; CHECK-DAG: call void @__forall_cover(ptr [[SITE:@__forall_site[.0-9]*]], i32 0)
; CHECK-DAG: call void @__forall_cover(ptr [[SITE]], i32 1)
; CHECK-DAG: call void @__forall_cover(ptr [[SITE]], i32 2)
; CHECK-NOT: call void @__forall_cover(
  switch i32 %x, label %other [ i32 1, label %one
                                i32 2, label %two
                                i32 3, label %two ], !dbg !9
one:
  br label %other, !dbg !9
two:
  br label %other, !dbg !9
other:
  %r = phi i32 [ 0, %0 ], [ 1, %one ], [ 2, %two ]
  ret i32 %r, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.cpp", directory: "/home/u")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!9 = !DILocation(line: 7, column: 3, scope: !5)
