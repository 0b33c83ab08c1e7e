// RUN: optc --allow-unregistered-dialect %s | FileCheck %s
// RUN: optc --allow-unregistered-dialect --mlir-print-local-scope %s | FileCheck --check-prefix=LOCAL %s

// Attributes of dialects that are not known here get upstream's aliases, also
// inside one another, whether they were written as aliases or in full, and
// distinct attributes in them are numbered as elsewhere. A nested attribute that
// has no alias counts as a level of nesting, such as a member of a TBAA type.

// CHECK: #di_file = #llvm.di_file<"a.c" in "/tmp">
// CHECK-NEXT: #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #tbaa_root = #llvm.tbaa_root<id = "root">
// CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, isOptimized = false, emissionKind = Full>
// CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<compileUnit = #di_compile_unit, scope = #di_file, name = "f", file = #di_file>
// CHECK-NEXT: #tbaa_type_desc = #llvm.tbaa_type_desc<id = "char", members = {<#tbaa_root, 0>}>
// CHECK-NEXT: #tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
// CHECK-NEXT: module {
#here = #llvm.di_file<"a.c" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[7]<>, sourceLanguage = DW_LANG_C, file = <"a.c" in "/tmp">, isOptimized = false, emissionKind = Full>
#char = #llvm.tbaa_type_desc<id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>

// CHECK: "test.written"() {scope = #di_subprogram}
// LOCAL: "test.written"() {scope = #llvm.di_subprogram<compileUnit = <id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = <"a.c" in "/tmp">, isOptimized = false, emissionKind = Full>, scope = #llvm.di_file<"a.c" in "/tmp">, name = "f", file = <"a.c" in "/tmp">>}
"test.written"() {scope = #llvm.di_subprogram<compileUnit = #unit, scope = #here, name = "f", file = #here>} : () -> ()

// CHECK-NEXT: "test.entry"() {entry = #dlti.dl_entry<"id", #map>}
// LOCAL-NEXT: "test.entry"() {entry = #dlti.dl_entry<"id", affine_map<(d0) -> (d0)>>}
"test.entry"() {entry = #dlti.dl_entry<"id", affine_map<(d0) -> (d0)>>} : () -> ()

// CHECK-NEXT: "test.member"() {tag = #tbaa_tag}
// LOCAL-NEXT: "test.member"() {tag = #llvm.tbaa_tag<base_type = <id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, access_type = <id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, offset = 0>}
"test.member"() {tag = #llvm.tbaa_tag<base_type = #char, access_type = #char, offset = 0>} : () -> ()

// What no side knows is not looked into.
// CHECK-NEXT: "test.unknown"() {a = #nowhere.entry<affine_map<(d0) -> (d0)>>}
// LOCAL-NEXT: "test.unknown"() {a = #nowhere.entry<affine_map<(d0) -> (d0)>>}
"test.unknown"() {a = #nowhere.entry<affine_map<(d0) -> (d0)>>} : () -> ()

// CHECK-NEXT: %0 = "test.nested"() : () -> !spirv.ptr<!spirv.struct<(!spirv.array<4 x !spirv.ptr<f32, Input>> [0])>, Input>
// LOCAL-NEXT: %0 = "test.nested"() : () -> !spirv.ptr<!spirv.struct<(!spirv.array<4 x !spirv.ptr<f32, Input>> [0])>, Input>
%0 = "test.nested"() : () -> !spirv.ptr<!spirv.struct<(!spirv.array<4 x !spirv.ptr<f32, Input>> [0])>, Input>

// Line breaks go.
// CHECK-NEXT: "test.lines"() {a = #dlti.dl_spec<"a" = 1 : i32, "b" = 2 : i32>}
// LOCAL-NEXT: "test.lines"() {a = #dlti.dl_spec<"a" = 1 : i32, "b" = 2 : i32>}
"test.lines"() {a = #dlti.dl_spec<
  "a" = 1 : i32,
  "b" = 2 : i32
>} : () -> ()
