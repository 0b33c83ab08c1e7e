package affine

import (
	"optc/dialect/view"
	"optc/ir"
)

// Operand groups of affine.linearize_index; affine.delinearize_index has the
// linear index in the place of the first.
const (
	linearizeIndices = iota
	linearizeBasis
)

const disjoint = "disjoint"

// basis is the list of extents of both operations.
var basis = view.List{Attr: "static_basis", Group: linearizeBasis, Word: "basis"}

var basisAttr = ir.PropDef{Name: "static_basis", Type: ir.DenseI64ArrayAttr}

const basisAssembly = `custom<DynamicIndexList>($dynamic_basis, $static_basis, "()") attr-dict `

// BasisOf returns the extents of affine.linearize_index and affine.delinearize_index.
func BasisOf(op *ir.Operation) []ir.Mixed { return basis.Of(op) }

// IsDisjoint tells whether a linearize_index promises that every index but the
// first is at least 0 and below its extent.
func IsDisjoint(op *ir.Operation) bool {
	switch a := op.Attr(disjoint).(type) {
	case *ir.UnitAttr:
		return true
	case *ir.IntegerAttr:
		return a.Bool()
	}
	return false
}

func linearizeIndex() *ir.OpDef {
	return &ir.OpDef{
		Kind:    LinearizeIndex,
		Summary: "one index from several",
		Description: `Combines indices, most significant first: i0 * (b1 * b2 * …) + i1 * (b2 * …) + ….
The basis has the extents of the indices; that of the first may be left out, as
it plays no part. disjoint promises that every index is within its extent.`,
		Operands: []ir.ValueDef{indexGroup("multi_index"), indexGroup("dynamic_basis")},
		Results:  []ir.ValueDef{{Name: "linear_index", Type: ir.IndexConstraint}},
		Attrs: []ir.PropDef{
			basisAttr,
			{Name: disjoint, Type: unitProp, Default: func(c *ir.Context) ir.Attribute { return c.Bool(false) }},
		},
		Traits:   ir.AttrSizedOperandSegments | ir.Pure,
		Assembly: "custom<Disjoint>($disjoint) `[` $multi_index `]` `by` " + basisAssembly + "`:` type($linear_index)",
		Custom: map[string]ir.CustomDirective{
			"DynamicIndexList": ir.DynamicIndexList,
			"Disjoint": {
				Parse: func(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
					if p.AcceptKeyword(disjoint) {
						st.SetProp(disjoint, p.Context().Unit())
					}
				},
				Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
					if IsDisjoint(op) {
						p.Str("disjoint ")
					}
				},
			},
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			indices, n := len(op.OperandGroup(linearizeIndices)), len(basis.Static(op))
			if indices != n && indices != n+1 {
				return op.Errorf("should be passed a basis element for each index except possibly the first")
			}
			return verifyBasis(op)
		},
		Fold:     foldLinearize,
		Patterns: linearizePatterns,
		Examples: []string{`func.func @f(%i: index, %j: index, %n: index) -> index {
  %0 = affine.linearize_index disjoint [%i, %j] by (4, %n) : index
  return %0 : index
}`},
	}
}

var unitProp = &ir.AttrConstraint{Summary: "unit attribute", Flag: true, Check: func(a ir.Attribute) bool {
	return ir.UnitConstraint.Check(a) || ir.BoolAttr.Check(a)
}}

func verifyBasis(op *ir.Operation) *ir.Diagnostic {
	if view.CountDynamic(basis.Static(op)) != len(op.OperandGroup(linearizeBasis)) {
		return op.Errorf("mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite")
	}
	return nil
}

func delinearizeIndex() *ir.OpDef {
	return &ir.OpDef{
		Kind:    DelinearizeIndex,
		Summary: "several indices from one",
		Description: `The inverse of affine.linearize_index: remainders and quotients by the extents of
the basis, the first index being what is left over. With one extent less than
results the first has no bound.`,
		Operands: []ir.ValueDef{{Name: "linear_index", Type: ir.IndexConstraint}, indexGroup("dynamic_basis")},
		Results:  []ir.ValueDef{{Name: "multi_index", Type: ir.IndexConstraint, Kind: ir.Variadic}},
		Attrs:    []ir.PropDef{basisAttr},
		Traits:   ir.Pure,
		Assembly: "$linear_index `into` " + basisAssembly + "`:` type($multi_index)",
		Custom:   map[string]ir.CustomDirective{"DynamicIndexList": ir.DynamicIndexList},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			static := basis.Static(op)
			if n := op.NumResults(); n != len(static) && n != len(static)+1 {
				return op.Errorf("should return an index for each basis element and up to one extra index")
			}
			if d := verifyBasis(op); d != nil {
				return d
			}
			for _, v := range static {
				if v <= 0 && v != ir.Dynamic {
					return op.Errorf("no basis element may be statically non-positive")
				}
			}
			return nil
		},
		Fold:     foldDelinearize,
		Patterns: delinearizePatterns,
		Examples: []string{`func.func @f(%i: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 8) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}`},
	}
}
