; In branch coverage the sides of a branch are those of the source, although passes turn != and <= round.
; RUN: %opt -passes=forall %s | %check
define i32 @f(i32 %x, i32 %y) !dbg !5 {
; CHECK-LABEL: define i32 @f(
; CHECK: [[EQ:%.*]] = icmp eq i32 %x, 0
; CHECK: [[NE:%.*]] = xor i1 [[EQ]], true
; CHECK: zext i1 [[NE]] to i64
; CHECK: [[GT:%.*]] = icmp sgt i32 %x, %y
; CHECK: [[LE:%.*]] = xor i1 [[GT]], true
; CHECK: zext i1 [[LE]] to i64
; CHECK-NOT: __forall_keep
  %ne = icmp ne i32 %x, 0, !dbg !9
  br i1 %ne, label %yes, label %no, !dbg !9
yes:
  %le = icmp sle i32 %x, %y, !dbg !12
  br i1 %le, label %less, label %no, !dbg !12
less:
  ret i32 1, !dbg !12
no:
  ret i32 2, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.cpp", directory: "/home/u")
!2 = !DIFile(filename: "/usr/include/c++/12/vector", directory: "/home/u")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = distinct !DISubprogram(name: "at", linkageName: "_ZNSt6vector2atEv", scope: !2, file: !2, line: 80, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 7, column: 3, scope: !5)
!10 = !DILocation(line: 90, column: 5, scope: !8, inlinedAt: !11)
!11 = distinct !DILocation(line: 8, column: 3, scope: !5)
!12 = !DILocation(line: 8, column: 3, scope: !5)
