package vector

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

func reduction() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.reduction",
		New:     ir.ByHand,
		Summary: "combine all elements of a vector",
		Description: `Combines the elements of a vector of rank 0 or 1, and the accumulator if there is
one, into a scalar.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands: []ir.ValueDef{
			{Name: "vector", Type: anyVector},
			{Name: "acc", Type: ir.AnyType, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "dest", Type: ir.AnyType}},
		Attrs:   []ir.PropDef{kindDef(false), arith.FastMathProp()},
		Traits:  ir.Pure,
		Constraints: []ir.Constraint{
			sameElements("source operand and result have same element type", ir.Method(ReductionOp.Vector), ir.Method(ReductionOp.Dest)),
			ir.TypesMatchWith{Sentence: "dest and acc have the same type", From: "dest", To: "acc", Transform: func(t ir.Type) ir.Type { return t }},
		},
		Assembly: "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			reduction := ir.Cast[ReductionOp](op)
			if rank := len(vectorOf(reduction.Vector()).Dims); rank > 1 {
				return op.Errorf("unsupported reduction rank: %d", rank)
			}
			if k, t := CombiningKind(op), reduction.Dest().Type(); !k.supports(t) {
				return op.Errorf("unsupported reduction type ''%s'' for kind '%s'", t, k)
			}
			return nil
		},
		Patterns: reductionPatterns,
		Examples: []string{`func.func @f(%v: vector<16xf32>, %a: f32) -> f32 {
  %0 = vector.reduction <add>, %v, %a fastmath<reassoc> : vector<16xf32> into f32
  return %0 : f32
}`},
	}
}

func multiReduction() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.multi_reduction",
		New:     []string{"kind", "source", "acc", "reduction_dims"},
		Summary: "combine along some dimensions",
		Description: `Combines the elements along the listed dimensions with each other and with the
accumulator; the result has the other dimensions, or is a scalar if there are
none.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands:   []ir.ValueDef{{Name: "source", Type: rankedVector}, {Name: "acc", Type: ir.AnyType}},
		Results:    []ir.ValueDef{{Name: "dest", Type: ir.AnyType}},
		Attrs:      []ir.PropDef{kindDef(false), denseDef(reductionDims)},
		Traits:     ir.Pure,
		Constraints: []ir.Constraint{
			ir.AllTypesMatch{"dest", "acc"},
			sameElements("source operand and result have same element type", ir.Method(MultiReductionOp.Source), ir.Method(MultiReductionOp.Dest)),
		},
		Assembly: "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			multiReduction := ir.Cast[MultiReductionOp](op)
			src := vectorOf(multiReduction.Source())
			if want := withoutDims(src, reducedDims(op)); multiReduction.Dest().Type() != want {
				d := op.Errorf("destination type '%s' is incompatible with source type '%s'", multiReduction.Dest().Type(), src)
				for _, dim := range multiReduction.ReductionDims() {
					if dim < 0 || dim >= int64(len(src.Dims)) {
						return d.HintNote(op.Loc(), "the source has no dimension %d to reduce: its dimensions are 0 to %d", dim, len(src.Dims)-1)
					}
				}
				return d.HintNote(op.Loc(), "reduced along [%s], the source gives '%s'", num.JoinInts(multiReduction.ReductionDims()), want)
			}
			return nil
		},
		Patterns: multiReductionPatterns,
		Examples: []string{`func.func @f(%v: vector<4x8x16xf32>, %a: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8x16xf32> to vector<4x16xf32>
  return %0 : vector<4x16xf32>
}`},
	}
}

// reducedDims returns for each dimension of the source whether it is reduced.
func reducedDims(op *ir.Operation) []bool {
	multiReduction := ir.Cast[MultiReductionOp](op)
	reduced := make([]bool, len(vectorOf(multiReduction.Source()).Dims))
	for _, d := range multiReduction.ReductionDims() {
		if d >= 0 && d < int64(len(reduced)) {
			reduced[d] = true
		}
	}
	return reduced
}

// withoutDims drops dimensions of a vector type; if none remain, the result is the
// element type.
func withoutDims(t *ir.VectorType, drop []bool) ir.Type {
	var dims []int64
	var scalable []bool
	for d, n := range t.Dims {
		if !drop[d] {
			dims, scalable = append(dims, n), append(scalable, t.IsScalable(d))
		}
	}
	if dims == nil {
		return t.Elem
	}
	return ir.ScalableVector(dims, scalable, t.Elem)
}

func fma() *ir.OpDef {
	return &ir.OpDef{
		Kind: "vector.fma", GoName: "FMA",
		Summary:     "multiply and add with one rounding",
		Description: `lhs * rhs + acc, element by element, rounded once.`,
		Operands:    []ir.ValueDef{{Name: "lhs", Type: floatVector}, {Name: "rhs", Type: floatVector}, {Name: "acc", Type: floatVector}},
		Results:     []ir.ValueDef{{Name: "result", Type: floatVector}},
		Traits:      ir.Pure | ir.Elementwise,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"lhs", "rhs", "acc", "result"}},
		Assembly:    "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
		Examples: []string{`func.func @f(%a: vector<8x16xf32>) -> vector<8x16xf32> {
  %0 = vector.fma %a, %a, %a : vector<8x16xf32>
  return %0 : vector<8x16xf32>
}`},
	}
}

func scan() *ir.OpDef {
	return namedText{kind: true, names: []string{reductionDim, inclusive}, word: ","}.install(&ir.OpDef{
		Kind:    "vector.scan",
		New:     []string{"kind", "source", "initial_value", "reduction_dim", "inclusive", "dest=source", "accumulated_value=initial_value"},
		Summary: "running combination along a dimension",
		Description: `Element i along the dimension is the combination of the initial value with the
elements before i, inclusive of i or not. The second result combines all elements.
The attributes may also be written before the colon, as LLVM writes them since
2026-06: reduction_dim = 0, inclusive = true.`,
		Implements: []ir.Implementation{sim.Moves()},
		Assembly:   "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
		Operands:   []ir.ValueDef{{Name: "source", Type: rankedVector}, {Name: "initial_value", Type: anyVector}},
		Results:    []ir.ValueDef{{Name: "dest", Type: rankedVector}, {Name: "accumulated_value", Type: anyVector}},
		Attrs: []ir.PropDef{
			kindDef(false), {Name: reductionDim, Type: ir.I64Attr}, {Name: inclusive, Type: ir.BoolAttr},
		},
		Traits: ir.Pure,
		Constraints: []ir.Constraint{
			ir.AllTypesMatch{"source", "dest"}, ir.AllTypesMatch{"initial_value", "accumulated_value"},
		},
		Verify: verifyScan,
		Examples: []string{`func.func @f(%v: vector<4x8xf32>, %a: vector<4xf32>) -> vector<4x8xf32> {
  %0:2 = vector.scan <add>, %v, %a {inclusive = false, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return %0#0 : vector<4x8xf32>
}`},
	})
}

func verifyScan(op *ir.Operation) *ir.Diagnostic {
	scan := ir.Cast[ScanOp](op)
	src, init := vectorOf(scan.Source()), vectorOf(scan.InitialValue())
	dim, rank := scan.ReductionDim(), int64(len(src.Dims))
	if dim >= rank {
		return op.Errorf("reduction dimension %d has to be less than %d", dim, rank)
	}
	if len(init.Dims) != len(src.Dims)-1 {
		return op.Errorf("initial value rank %d has to be equal to %d", len(init.Dims), rank-1)
	}
	drop := make([]bool, rank)
	if dim >= 0 {
		drop[dim] = true
	}
	if want, ok := withoutDims(src, drop).(*ir.VectorType); ok {
		for d, n := range want.Dims[:len(init.Dims)] {
			if init.Dims[d] != n {
				return op.Errorf("incompatible input/initial value shapes")
			}
		}
	}
	if dim < 0 { // a negative dimension, which upstream accepts
		return op.Errorf("reduction dimension %d has to be less than %d", dim, rank)
	}
	if k := CombiningKind(op); !k.supports(src.Elem) {
		return op.Errorf("unsupported reduction type '%s' for kind '%s'", src.Elem, k)
	}
	return nil
}
