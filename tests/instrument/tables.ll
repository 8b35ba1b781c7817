; Parameter names of functions and the globals of the module are in tables of their own.
; RUN: %opt -passes=forall-instrument %s | %check
@counter = global i32 0
@table = constant [2 x i64] zeroinitializer
@_ZTV1A = constant [1 x ptr] zeroinitializer
@per_thread = thread_local global i32 0
@elsewhere = external global i32
@fixed = external constant i32
@unused = external global i32
; CHECK-DAG: [[NAMES:@__forall_text[.0-9]*]] = private unnamed_addr constant [6 x i8] c"n,big\00"
; CHECK-DAG: = internal global [1 x { ptr, ptr }] [{ ptr, ptr } { ptr @put, ptr [[NAMES]] }], section "forall_functions", align 8
; CHECK-DAG: = internal global [3 x { ptr, i64, i32, i32, i64, ptr, ptr }] [{ ptr, i64, i32, i32, i64, ptr, ptr } { ptr @counter, i64 4, i32 0, i32 0, i64 32, ptr null, ptr null }, { ptr, i64, i32, i32, i64, ptr, ptr } { ptr @table, i64 16, i32 1, i32 0, i64 32, ptr null, ptr null }, { ptr, i64, i32, i32, i64, ptr, ptr } { ptr @_ZTV1A, i64 8, i32 1, i32 0, i64 0, ptr null, ptr null }], section "forall_globals", align 8
; They must outlive -Wl,--gc-sections: without the globals, a run would see what another left in them.
; CHECK-DAG: @llvm.used = appending global [3 x ptr] [ptr @__forall_table, ptr @__forall_table
; Of variables that others define the values are compared after each run, unless nothing can change them.
; CHECK-DAG: = internal global [1 x { ptr, i64, i32, i32, i64, ptr, ptr }] [{ ptr, i64, i32, i32, i64, ptr, ptr } { ptr @elsewhere, i64 4, i32 0, i32 0, i64 0, ptr null, ptr null }], section "forall_foreign", align 8
define i32 @read() {
  %value = load i32, ptr @elsewhere
  %fixed = load i32, ptr @fixed
  %sum = add i32 %value, %fixed
  ret i32 %sum
}
define void @put(i32 %n, i1 %big) !dbg !5 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.cpp", directory: "/home/u")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = distinct !DISubprogram(name: "put", scope: !1, file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !8)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !{!12, !13}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !1, line: 5, type: !9)
!13 = !DILocalVariable(name: "big", arg: 2, scope: !5, file: !1, line: 5, type: !9)
