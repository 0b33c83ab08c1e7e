package ir

import "slices"

// Builtin is the dialect that every context contains. Its types and attributes have a
// syntax of their own and are declared in types.go and attrs.go.
var Builtin = &Dialect{
	Name:    "builtin",
	Summary: "types, attributes and operations that every program may use",
	Description: "The builtin dialect holds the operation at the top of a file and what other dialects share: " +
		"integers, floats, vectors, tensors, memrefs, functions, affine maps, locations.",
	Define: func() Definitions {
		return Definitions{
			Typed: typedOps(),
			Ops:   []*OpDef{moduleOp, castOp},
		}
	},
	AttrAlias: builtinAttrAlias,
	TypeAlias: builtinTypeAlias,
}

var moduleOp = &OpDef{
	Kind:    "builtin.module",
	Summary: "the top-level container operation",
	Description: "A module holds one graph region with operations that are usually symbols, such as functions. " +
		"It is isolated from above and has no terminator. Its attributes may say how the target lays out data (dlti).",
	Attrs: []PropDef{
		{Name: symName, Type: SymbolNameAttr, Optional: true, Doc: "name of the module as a symbol"},
		{Name: symVisibility, Type: StrAttr, Optional: true, Doc: "public, private or nested"},
	},
	Regions:        []RegionDef{{Name: "bodyRegion", SingleBlock: true}},
	Traits:         IsolatedFromAbove | SymbolTable | Symbol | NoRegionArguments | NoTerminator | SingleBlock | GraphRegion | AffineScope,
	Assembly:       "($sym_name^)? attr-dict-with-keyword $bodyRegion",
	DefaultDialect: "builtin",
	Verify:         verifyModule,
	Examples: []string{
		"module {\n}",
		"module @name attributes {my.key = 1 : i64} {\n}",
	},
}

// verifyModule allows only attributes of the operation itself and attributes with a
// dialect prefix.
func verifyModule(op *Operation) *Diagnostic {
	if op.attrs == nil {
		return nil
	}
	for _, e := range op.attrs.Entries {
		if dialectOf(e.Name) == "" {
			return op.Errorf("can only contain attributes with dialect-prefixed names, found: '%s'", e.Name)
		}
	}
	return nil
}

var castOp = &OpDef{
	Kind:    "builtin.unrealized_conversion_cast",
	Summary: "an unrealized conversion from one set of types to another",
	Description: "Stands for a conversion that a partial lowering could not express yet. It has no meaning of its own " +
		"and disappears when the conversions around it cancel.",
	Operands: []ValueDef{{Name: "inputs", Type: AnyType, Kind: Variadic}},
	Results:  []ValueDef{{Name: "outputs", Type: AnyType, Kind: Variadic}},
	Traits:   Pure,
	Assembly: "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
	Verify: func(op *Operation) *Diagnostic {
		if op.NumResults() == 0 {
			return op.Errorf("expected at least one result for cast operation")
		}
		return nil
	},
	Fold: foldCast,
	Examples: []string{
		"func.func @f(%x: i64) -> index {\n  %0 = builtin.unrealized_conversion_cast %x : i64 to index\n  return %0 : index\n}",
		"func.func @f() -> (i32, f32) {\n  %0:2 = builtin.unrealized_conversion_cast to i32, f32\n  return %0#0, %0#1 : i32, f32\n}",
	},
}

// foldCast removes casts that change nothing and pairs of casts that cancel:
//
//	%1 = builtin.unrealized_conversion_cast %0 : i32 to i32         ->  %0
//
//	%1 = builtin.unrealized_conversion_cast %0 : i32 to index
//	%2 = builtin.unrealized_conversion_cast %1 : index to i32       ->  %0
func foldCast(op *Operation, _ []Attribute) FoldResult {
	if len(op.results()) == 0 {
		return FoldResult{}
	}
	if slices.Equal(op.OperandTypes(), op.ResultTypes()) {
		return FoldToValues(op.OperandList())
	}
	if len(op.operands()) == 0 {
		return FoldResult{}
	}
	source := DefiningOp[UnrealizedConversionCastOp](op.operands()[0].value).Operation()
	if source == nil || !slices.Equal(source.ResultList(), op.OperandList()) ||
		!slices.Equal(source.OperandTypes(), op.ResultTypes()) {
		return FoldResult{}
	}
	return FoldToValues(source.OperandList())
}

// builtinAttrAlias names the attributes that upstream gives an alias: affine
// maps and sets, locations, and distinct attributes that refer to something.
func builtinAttrAlias(a Attribute) string {
	switch a := a.(type) {
	case *AffineMapAttr:
		return "map"
	case *IntegerSetAttr:
		return "set"
	case LocationAttr:
		return "loc"
	case *DistinctAttr:
		if _, unit := a.Of.(*UnitAttr); !unit {
			return "distinct"
		}
	}
	return ""
}

// builtinTypeAlias gives an alias to tuples of more than 16 types, as upstream.
func builtinTypeAlias(t Type) string {
	if tuple, ok := t.(*TupleType); ok && len(tuple.Elems) > 16 {
		return "tuple"
	}
	return ""
}
