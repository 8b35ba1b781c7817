; Arithmetic on a pointer is asked about where it is not in the object that its place remembers.
; RUN: %opt -passes=forall-instrument %s | %check
; CHECK: @__forall_step = internal global [2 x i64] zeroinitializer, section "forall_steps"
; CHECK-LABEL: define ptr @moved(
; CHECK: load i64, ptr @__forall_step
; CHECK: icmp ugt i64
; CHECK: call void @__forall_pointer_step(ptr %p, i32 %{{.*}}, ptr %add.ptr, i32 %{{.*}}, i1 zeroext false, i64 4, ptr @__forall_step, ptr @__forall_site
define ptr @moved(ptr %p, i64 %n) !dbg !4 {
  %add.ptr = getelementptr inbounds i32, ptr %p, i64 %n, !dbg !6
  ret ptr %add.ptr
}
; What is only accessed is reported as an access.
; CHECK-LABEL: define i32 @accessed(
; CHECK: call void @__forall_pointer_step(ptr %p, i32 %{{.*}}, ptr %arrayidx, i32 %{{.*}}, i1 zeroext true, i64 4, ptr @__forall_step{{.*}}, ptr @__forall_site
define i32 @accessed(ptr %p, i64 %n) !dbg !7 {
  %arrayidx = getelementptr inbounds i32, ptr %p, i64 %n, !dbg !8
  %value = load i32, ptr %arrayidx
  ret i32 %value
}
; An access next to its base cannot lead over a guard, and characters may be those of any object.
; CHECK-LABEL: define i8 @near(
; CHECK-NOT: __forall_pointer_step
define i8 @near(ptr %p) !dbg !9 {
  %arrayidx = getelementptr inbounds i8, ptr %p, i64 -1, !dbg !10
  %value = load i8, ptr %arrayidx
  ret i8 %value
}
; Members of a class are no arithmetic.
; CHECK-LABEL: define ptr @member(
; CHECK-NOT: __forall_pointer_step
define ptr @member(ptr %p) !dbg !11 {
  %x = getelementptr inbounds { i32, i32 }, ptr %p, i32 0, i32 1, !dbg !12
  ret ptr %x
}
; The object is known: no record is needed, and none at all if the offset is known, too.
; CHECK-LABEL: define ptr @known(
; CHECK: sub i64 %{{.*}}, ptrtoint (ptr @table to i64)
; CHECK: call void @__forall_pointer_step(ptr @table, i32 0, ptr %add.ptr, i32 %{{.*}}, i1 zeroext false, i64 0, ptr null, ptr @__forall_site
; CHECK-NOT: __forall_pointer_step
; CHECK: }
@table = global [8 x i32] zeroinitializer
define ptr @known(i64 %n) !dbg !13 {
  %add.ptr = getelementptr inbounds i32, ptr @table, i64 %n, !dbg !14
  %add.ptr1 = getelementptr inbounds i32, ptr @table, i64 8, !dbg !14
  ret ptr %add.ptr
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "steps.cpp", directory: "/source")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "moved", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 1, scope: !4)
!7 = distinct !DISubprogram(name: "accessed", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, scope: !7)
!9 = distinct !DISubprogram(name: "near", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 3, scope: !9)
!11 = distinct !DISubprogram(name: "member", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 4, scope: !11)
!13 = distinct !DISubprogram(name: "known", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 5, scope: !13)
