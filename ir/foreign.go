package ir

import "strings"

// foreignDialects lists the dialects of mlir-opt (LLVM 22, --show-dialects) that this
// project does not have, with the kinds of entities that they declare.
var foreignDialects = map[string]foreignKinds{
	"acc": ownAttrs | ownTypes, "amdgpu": ownAttrs | ownTypes, "amx": ownTypes, "arm_neon": 0, "arm_sme": ownAttrs, "arm_sve": 0,
	"async": ownTypes, "bufferization": 0, "complex": ownAttrs, "dlti": ownAttrs, "emitc": ownAttrs | ownTypes, "index": ownAttrs,
	"irdl": ownAttrs | ownTypes, "linalg": ownAttrs, "llvm": ownAttrs | ownTypes, "ml_program": ownAttrs | ownTypes,
	"mpi": ownAttrs | ownTypes, "nvgpu": ownAttrs | ownTypes, "nvvm": ownAttrs, "omp": ownAttrs | ownTypes, "pdl": ownTypes,
	"pdl_interp": 0, "ptr": ownAttrs | ownTypes, "quant": ownTypes, "rocdl": ownAttrs, "shape": ownTypes, "shard": ownAttrs | ownTypes,
	"smt": ownAttrs | ownTypes, "sparse_tensor": ownAttrs | ownTypes, "spirv": ownAttrs | ownTypes, "test": ownAttrs | ownTypes,
	"test_dyn": ownAttrs | ownTypes, "test_irdl_to_cpp": ownTypes, "tosa": ownAttrs | ownTypes, "transform": ownAttrs | ownTypes,
	"wasmssa": ownTypes, "x86vector": 0, "xegpu": ownAttrs | ownTypes, "xevm": ownAttrs,
}

// foreignKinds specifies what a dialect declares besides operations.
type foreignKinds uint8

const (
	ownAttrs foreignKinds = 1 << iota
	ownTypes
)

// IsForeign reports whether upstream has the named dialect and this project does not. The
// operations, types and attributes of such a dialect are kept as text and assumed to be valid
// wherever they are used; names that upstream does not know either are refused where upstream
// refuses them.
func IsForeign(dialect string) bool {
	_, ok := foreignDialects[dialect]
	return ok
}

// ForeignAttrs and ForeignTypes report whether a dialect that only upstream has declares
// attributes or types.
func ForeignAttrs(dialect string) bool { return foreignDialects[dialect]&ownAttrs != 0 }

// ForeignTypes is described at ForeignAttrs.
func ForeignTypes(dialect string) bool { return foreignDialects[dialect]&ownTypes != 0 }

// IsForeign reports whether the operation is of a dialect that only upstream has, so that
// it may have any trait.
func (op *Operation) IsForeign() bool {
	dialect, _, _ := strings.Cut(op.Name(), ".")
	return IsForeign(dialect)
}

// foreignTraits are traits of operations that only upstream has, if they matter for known
// operations inside of these operations (ShapeOps.td, WasmSSAOps.td, LLVMOps.td,
// TestOps.td).
var foreignTraits = map[string]Traits{
	"llvm.func":              AffineScope,
	"shape.func":             AffineScope,
	"shape.function_library": AffineScope,
	"test.affine_scope":      AffineScope,
	"wasmssa.func":           AffineScope,
	"wasmssa.global":         AffineScope,
}

// foreignAliases are the names of the aliases that upstream gives to types and attributes
// of dialects that only upstream has (genMnemonicAlias and OpAsmAttrInterface in
// LLVMAttrDefs.td, SparseTensorAttrDefs.td, TestAttributes.cpp,
// TestTypes.cpp).
var foreignAliases = map[string]string{
	"#llvm.access_group":                  "access_group",
	"#llvm.alias_scope":                   "alias_scope",
	"#llvm.alias_scope_domain":            "alias_scope_domain",
	"#llvm.di_basic_type":                 "di_basic_type",
	"#llvm.di_common_block":               "di_common_block",
	"#llvm.di_compile_unit":               "di_compile_unit",
	"#llvm.di_composite_type":             "di_composite_type",
	"#llvm.di_derived_type":               "di_derived_type",
	"#llvm.di_file":                       "di_file",
	"#llvm.di_global_variable":            "di_global_variable",
	"#llvm.di_global_variable_expression": "di_global_variable_expression",
	"#llvm.di_imported_entity":            "di_imported_entity",
	"#llvm.di_label":                      "di_label",
	"#llvm.di_lexical_block":              "di_lexical_block",
	"#llvm.di_lexical_block_file":         "di_lexical_block_file",
	"#llvm.di_local_variable":             "di_local_variable",
	"#llvm.di_module":                     "di_module",
	"#llvm.di_namespace":                  "di_namespace",
	"#llvm.di_null_type":                  "di_null_type",
	"#llvm.di_string_type":                "di_string_type",
	"#llvm.di_subprogram":                 "di_subprogram",
	"#llvm.di_subroutine_type":            "di_subroutine_type",
	"#llvm.loop_annotation":               "loop_annotation",
	"#llvm.loop_distribute":               "loop_distribute",
	"#llvm.loop_interleave":               "loop_interleave",
	"#llvm.loop_licm":                     "loop_licm",
	"#llvm.loop_peeled":                   "loop_peeled",
	"#llvm.loop_pipeline":                 "loop_pipeline",
	"#llvm.loop_unroll":                   "loop_unroll",
	"#llvm.loop_unroll_and_jam":           "loop_unroll_and_jam",
	"#llvm.loop_unswitch":                 "loop_unswitch",
	"#llvm.loop_vectorize":                "loop_vectorize",
	"#llvm.mmra_tag":                      "mmra_tag",
	"#llvm.tbaa_root":                     "tbaa_root",
	"#llvm.tbaa_tag":                      "tbaa_tag",
	"#llvm.tbaa_type_desc":                "tbaa_type_desc",
	"#sparse_tensor.encoding":             "sparse",

	"!test.op_asm_type_interface":                  "op_asm_type_interface_type",
	"!test.op_asm_type_interface_tablegen_default": "op_asm_type_interface_tablegen_default",
	"#test.custom_location":                        "loc",
	"#test.op_asm_attr_interface_tablegen_default": "op_asm_attr_interface_tablegen_default",
}

// foreignAlias proposes the alias of a node of a dialect that only upstream has.
func foreignAlias(n Node) string {
	switch n.(type) {
	case *OpaqueAttr, *OpaqueType, *OpaqueShapedType:
		text := n.storage().text
		if end := strings.IndexAny(text, "< "); end >= 0 {
			text = text[:end]
		}
		return foreignAliases[text]
	}
	return ""
}

// ForeignShaped reports whether a type of a dialect that only upstream has has extents
// and an element type, written like a tensor's (EmitCTypes.td, SPIRVTypes.cpp); symbol is
// dialect.name.
func ForeignShaped(symbol string) bool {
	return symbol == "emitc.array" || symbol == "spirv.arm.tensor"
}

// strippedParams lists, for types and attributes of dialects that only upstream has, the
// parameters that are declared with a single class of attributes and therefore print
// without its name: `domain = <id = 0>`. The parameter "" precedes all parameters with a
// name. Parameters of a base class print in full (LLVMAttrDefs.td, SparseTensorTypes.td,
// printStrippedAttrOrType in OpImplementation.h).
var strippedParams = map[string]map[string]string{
	"llvm.alias_scope":     {"domain": "alias_scope_domain"},
	"llvm.di_common_block": {"decl": "di_global_variable", "file": "di_file"},
	"llvm.di_compile_unit": {"file": "di_file"},
	"llvm.di_composite_type": {"file": "di_file", "dataLocation": "di_expression", "rank": "di_expression",
		"allocated": "di_expression", "associated": "di_expression"},
	"llvm.di_global_variable":            {"file": "di_file"},
	"llvm.di_global_variable_expression": {"var": "di_global_variable", "expr": "di_expression"},
	"llvm.di_imported_entity":            {"file": "di_file"},
	"llvm.di_label":                      {"file": "di_file"},
	"llvm.di_lexical_block":              {"file": "di_file"},
	"llvm.di_lexical_block_file":         {"file": "di_file"},
	"llvm.di_local_variable":             {"file": "di_file"},
	"llvm.di_module":                     {"file": "di_file"},
	"llvm.di_string_type":                {"stringLengthExp": "di_expression", "stringLocationExp": "di_expression"},
	"llvm.di_subprogram":                 {"compileUnit": "di_compile_unit", "file": "di_file", "type": "di_subroutine_type"},
	"llvm.loop_annotation": {"vectorize": "loop_vectorize", "interleave": "loop_interleave", "unroll": "loop_unroll",
		"unrollAndJam": "loop_unroll_and_jam", "licm": "loop_licm", "distribute": "loop_distribute",
		"pipeline": "loop_pipeline", "peeled": "loop_peeled", "unswitch": "loop_unswitch", "parallelAccesses": "access_group"},
	"llvm.loop_distribute": {"followupCoincident": "loop_annotation", "followupSequential": "loop_annotation",
		"followupFallback": "loop_annotation", "followupAll": "loop_annotation"},
	"llvm.loop_unroll": {"followupUnrolled": "loop_annotation", "followupRemainder": "loop_annotation", "followupAll": "loop_annotation"},
	"llvm.loop_unroll_and_jam": {"followupOuter": "loop_annotation", "followupInner": "loop_annotation",
		"followupRemainderOuter": "loop_annotation", "followupRemainderInner": "loop_annotation", "followupAll": "loop_annotation"},
	"llvm.loop_vectorize": {"followupVectorized": "loop_annotation", "followupEpilogue": "loop_annotation", "followupAll": "loop_annotation"},
	"llvm.tbaa_type_desc": {"members": "tbaa_member"},
	"llvm.tbaa_tag":       {"base_type": "tbaa_type_desc", "access_type": "tbaa_type_desc"},

	"sparse_tensor.iter_space": {"": "encoding"},
	"sparse_tensor.iterator":   {"": "encoding"},
}

// StrippedParams returns the parameters of a type or attribute of a dialect that only
// upstream has that print without the name of their attribute, together with that name;
// symbol is dialect.name.
func StrippedParams(symbol string) map[string]string { return strippedParams[symbol] }
