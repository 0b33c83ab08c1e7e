package affine

import (
	"optc/dialect/internal/view"
	"optc/ir"
)

// basis declares the extents of both operations.
var basis = ir.PropDef{Name: basisAttr, Type: ir.DenseI64ArrayAttr}

const basisAssembly = `custom<DynamicIndexList>($dynamic_basis, $static_basis, "()") attr-dict `

func linearizeIndex() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "affine.linearize_index",
		Implements: []ir.Implementation{inferLinearize},
		New:        ir.ByHand,
		Summary:    "an index from several",
		Description: `Combines indices, most significant first: i0 * (b1 * b2 * …) + i1 * (b2 * …) + ….
The basis holds the extents of the indices; the extent of the first index may be
omitted, because it does not change the result. disjoint promises that every index
is within its extent.`,
		Operands: []ir.ValueDef{ir.VariadicIndex("multi_index"), ir.VariadicIndex("dynamic_basis")},
		Results:  []ir.ValueDef{{Name: "linear_index", Type: ir.IndexConstraint}},
		Attrs: []ir.PropDef{
			basis,
			{Name: disjointAttr, Type: unitProp, Default: func(c *ir.Context) ir.Attribute { return c.Bool(false) }},
		},
		Traits:   ir.AttrSizedOperandSegments | ir.Pure,
		Assembly: "custom<Disjoint>($disjoint) `[` $multi_index `]` `by` " + basisAssembly + "`:` type($linear_index)",
		Custom: map[string]ir.CustomDirective{
			"DynamicIndexList": ir.RoundIndexList,
			"Disjoint": {
				Form: "`disjoint`?",
				Parse: func(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
					if p.AcceptKeyword(disjointAttr) {
						st.SetProp(disjointAttr, p.Context().Unit())
					}
				},
				Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
					if ir.Cast[LinearizeIndexOp](op).Disjoint() {
						p.Str("disjoint ")
					}
				},
			},
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			linearizeIndex := ir.Cast[LinearizeIndexOp](op)
			indices, n := len(linearizeIndex.MultiIndex()), len(linearizeIndex.StaticBasis())
			if indices != n && indices != n+1 {
				return op.Errorf("should be passed a basis element for each index except possibly the first")
			}
			return verifyBasis(op, linearizeIndex.DynamicBasis())
		},
		Fold:     foldLinearize,
		Patterns: linearizePatterns,
		Examples: []string{`func.func @f(%i: index, %j: index, %n: index) -> index {
  %0 = affine.linearize_index disjoint [%i, %j] by (4, %n) : index
  return %0 : index
}`},
	}
}

var unitProp = &ir.AttrConstraint{Summary: "unit attribute", Flag: true, Go: ir.GoAs(readFlag, (*ir.Context).UnitIf), Check: func(a ir.Attribute) bool {
	return ir.UnitConstraint.Check(a) || ir.BoolAttr.Check(a)
}}

func readFlag(a ir.Attribute) bool { return ir.IsAttr[*ir.UnitAttr](a) || ir.ReadBool(a) }

func verifyBasis(op *ir.Operation, dynamic []*ir.Value) *ir.Diagnostic {
	if view.CountDynamic(staticBasis(op)) != len(dynamic) {
		return op.Errorf("mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite")
	}
	return nil
}

func delinearizeIndex() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "affine.delinearize_index",
		Implements: []ir.Implementation{inferDelinearize, simplifyDelinearize, uniformDelinearize},
		New:        ir.ByHand,
		Summary:    "several indices from a single index",
		Description: `The inverse of affine.linearize_index: remainders and quotients by the extents of
the basis. The first index is the last quotient. If there is one extent less than
results, the first index has no bound.`,
		Operands: []ir.ValueDef{{Name: "linear_index", Type: ir.IndexConstraint}, ir.VariadicIndex("dynamic_basis")},
		Results:  []ir.ValueDef{{Name: "multi_index", Type: ir.IndexConstraint, Kind: ir.Variadic}},
		Attrs:    []ir.PropDef{basis},
		Traits:   ir.Pure,
		Assembly: "$linear_index `into` " + basisAssembly + "`:` type($multi_index)",
		Custom:   map[string]ir.CustomDirective{"DynamicIndexList": ir.RoundIndexList},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			delinearizeIndex := ir.Cast[DelinearizeIndexOp](op)
			static := delinearizeIndex.StaticBasis()
			if n := op.NumResults(); n != len(static) && n != len(static)+1 {
				return op.Errorf("should return an index for each basis element and up to one extra index")
			}
			if d := verifyBasis(op, delinearizeIndex.DynamicBasis()); d != nil {
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

// linearizeBasis is the operand group of extents in both affine.linearize_index and
// affine.delinearize_index.
const linearizeBasis = 1

// BasisOf returns the extents of affine.linearize_index and affine.delinearize_index.
func BasisOf(op *ir.Operation) []ir.Mixed { return op.MixedList(basisAttr, linearizeBasis) }

func staticBasis(op *ir.Operation) []int64 {
	static, _ := ir.Int64s(op.Attr(basisAttr))
	return static
}
