; Cases of the user's switch that lead to one block are one direction, also where another way leads there, too.
; RUN: %opt -passes=forall %s | %check
define i32 @f(i32 %x, i1 %c) !dbg !5 {
; CHECK: @__forall_cases = private constant [5 x { i64, i64 }]
; CHECK-SAME: { i64 1, i64 1 }, { i64, i64 } { i64 2, i64 1 }, { i64, i64 } { i64 7, i64 2 }, { i64, i64 } { i64 8, i64 3 }, { i64, i64 } { i64 9, i64 3 }
; CHECK-LABEL: define i32 @f(
; CHECK: call void @__forall_switch(i32 {{%.*}}, i64 {{%.*}}, ptr {{@.*}}, i32 5, ptr @__forall_cases)
; CHECK-NOT: __forall_keep
entry:
  br i1 %c, label %choose, label %next, !dbg !9
choose:
  switch i32 %x, label %other [ i32 1, label %first
                                i32 2, label %first
                                i32 7, label %second
                                i32 8, label %next
                                i32 9, label %next ], !dbg !9
first:
  br label %next, !dbg !9
second:
  br label %next, !dbg !9
other:
  br label %next, !dbg !9
next:
  %r = phi i32 [ 0, %entry ], [ 1, %choose ], [ 1, %choose ], [ 2, %first ], [ 3, %second ], [ 4, %other ]
  ret i32 %r, !dbg !9
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
