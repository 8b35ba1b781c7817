; A site has its position, the position the user sees, and counts in coverage if it is in the user's file.
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK-DAG: [[USER:@__forall_text[.0-9]*]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"/home/u/test.cpp\00"
; CHECK-DAG: [[NAME:@__forall_text[.0-9]*]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z1fb\00"
; CHECK-DAG: [[SYSTEM:@__forall_text[.0-9]*]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"/usr/include/c++/12/vector\00"
; A branch in the user's file: line 7, column 3, two directions.
; CHECK-DAG: [[SITE:@__forall_site[.0-9]*]] = internal global %forall.site { i64 {{-?[0-9]+}}, i64 {{-?[0-9]+}}, ptr [[USER]], ptr [[NAME]], ptr [[USER]], i32 7, i32 3, i32 7, i32 2, i8 0, i8 0, i8 0, i8 0, i32 0, i64 0 }, section "forall_sites", align 8
; A branch inlined from a system header: shown at line 8 of the user's file, not counted.
; CHECK-DAG: @__forall_site{{.*}} ptr [[SYSTEM]], ptr {{@.*}}, ptr [[USER]], i32 90, i32 5, i32 8, i32 0, i8 0, i8 0, i8 1, i8 0, i32 0, i64 0 }
define i32 @_Z1fb(i1 %c, i1 %d) !dbg !5 {
; CHECK-LABEL: define i32 @_Z1fb(
; CHECK: call void @__forall_branch(i32 {{%.*}}, i1 zeroext %c, ptr [[SITE]])
; CHECK: [[COVERED:%.*]] = load i64, ptr getelementptr inbounds (i8, ptr [[SITE]], i64 64)
; CHECK: call void @__forall_cover(ptr [[SITE]], i32
  br i1 %c, label %yes, label %no, !dbg !9
yes:
  ret i32 1, !dbg !9
no:
  br i1 %d, label %yes, label %end, !dbg !10
end:
  ret i32 3, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.cpp", directory: "/home/u")
!2 = !DIFile(filename: "/usr/include/c++/12/vector", directory: "/home/u")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "f", linkageName: "_Z1fb", scope: !1, file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = distinct !DISubprogram(name: "at", linkageName: "_ZNSt6vector2atEv", scope: !2, file: !2, line: 80, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 7, column: 3, scope: !5)
!10 = !DILocation(line: 90, column: 5, scope: !8, inlinedAt: !11)
!11 = distinct !DILocation(line: 8, column: 3, scope: !5)
