package gpu

import (
	"math/bits"
	"slices"

	"optc/dialect/internal/word"
	"optc/ir"
	"optc/sim"
)

func barrier() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.barrier",
		New:     []string{"address_spaces..."},
		Summary: "wait for all threads of the block",
		Description: `No thread continues before all threads of the block have arrived. Their earlier
writes to memory are visible to all threads afterwards; memfence limits this to
the address spaces of the list.`,
		Attrs: []ir.PropDef{{Name: addressSpacesAttr, Optional: true, Younger: true, Type: &ir.AttrConstraint{
			Summary: "GPU address spaces", Go: ir.GoAs(readSpaces, spaceList), Check: ir.IsArrayOf(addressSpaces.Is), Stores: ir.ArrayConstraint.Check,
		}}},
		Assembly:   "(`memfence` $address_spaces^)? attr-dict",
		Patterns:   []*ir.Pattern{{Name: "erase-redundant-barrier", Root: BarrierOp{}, Rewrite: eraseRedundantBarrier}},
		Implements: []ir.Implementation{lowered, barrierOrder, meetsWorkgroup},
		Examples: []string{`func.func @f() {
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  return
}`},
	}
}

// eraseRedundantBarrier merges a barrier with one that follows it. A barrier
// without a list of address spaces fences all memory.
//
//	gpu.barrier memfence [a]; gpu.barrier memfence [b]  →  gpu.barrier memfence [a, b]
func eraseRedundantBarrier(op *ir.Operation, rw *ir.Rewriter) bool {
	next := op.Next()
	barrier := ir.As[BarrierOp](next)
	if !barrier.Ok() {
		return false
	}
	fenced, all := op.Attr(addressSpacesAttr), next.Attr(addressSpacesAttr) == nil
	if fenced != nil && fenced != next.Attr(addressSpacesAttr) {
		rw.Modify(op, func() {
			if all {
				op.SetAttr(addressSpacesAttr, nil)
				return
			}
			spaces := ir.Cast[BarrierOp](op).AddressSpaces()
			for _, s := range barrier.AddressSpaces() {
				if !slices.Contains(spaces, s) {
					spaces = append(spaces, s)
				}
			}
			op.SetAttr(addressSpacesAttr, spaceList(rw.Context(), spaces))
		})
	}
	rw.Erase(next)
	return true
}

func ballot() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.ballot",
		Summary: "which lanes of the subgroup have a true predicate",
		Description: `Bit i of the result is the predicate of lane i. The bits of lanes that do not take
part, or that the subgroup does not have, are 0.`,
		Operands: []ir.ValueDef{{Name: "predicate", Type: ir.BoolConstraint}},
		Results: []ir.ValueDef{{Name: "result", Type: &ir.TypeConstraint{
			Summary: "32-bit signless integer or 64-bit signless integer",
			Check:   func(t ir.Type) bool { return ir.I32Constraint.Check(t) || ir.I64Constraint.Check(t) },
		}}},
		Traits:     ir.NoMemoryEffect | ir.Convergent,
		Assembly:   "$predicate attr-dict `:` type($result)",
		Implements: []ir.Implementation{meetsSubgroup, uniformBallot},
		Examples: []string{`func.func @f(%p: i1) -> i64 {
  %b = gpu.ballot %p : i64
  return %b : i64
}`},
	}
}

func shuffle() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.shuffle",
		New:     []string{"mode", "value", "offset", "width"},
		Summary: "value of another lane of the subgroup",
		Description: `Every lane gives a value and gets the value of another lane; only the first width
lanes take part. If i is the lane's own number, the source is i ^ offset (xor), i
+ offset (down), i - offset (up) or offset (idx). valid reports whether the source
takes part; if not, the result is poison.`,
		Operands: []ir.ValueDef{{Name: "value", Type: groupConstraint}, {Name: "offset", Type: ir.I32Constraint}, {Name: "width", Type: ir.I32Constraint}},
		Results:  []ir.ValueDef{{Name: "shuffleResult", Type: groupConstraint}, {Name: "valid", Type: ir.BoolConstraint}},
		Attrs:    []ir.PropDef{{Name: modeAttr, Type: shuffleModes.Constraint().In(ir.GoAs(word.Read[ShuffleMode], shuffleModeAttr))}},
		Traits:   ir.Pure, Constraints: []ir.Constraint{ir.AllTypesMatch{"value", "shuffleResult"}},
		Assembly:   "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
		Implements: []ir.Implementation{lowered, sim.Moves("value"), meetsSubgroup, uniformShuffle},
		Examples: []string{`func.func @f(%x: f32) -> f32 {
  %one = arith.constant 1 : i32
  %width = arith.constant 64 : i32
  %y, %valid = gpu.shuffle xor %x, %one, %width : f32
  return %y : f32
}`},
	}
}

func rotate() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.rotate",
		Summary: "value of the lane a fixed distance away",
		Description: `Like gpu.shuffle, with source (lane + offset) mod width. valid is false for the
lanes from width on, whose result is poison.`,
		Operands: []ir.ValueDef{{Name: "value", Type: groupConstraint}},
		Results:  []ir.ValueDef{{Name: "rotateResult", Type: groupConstraint}, {Name: "valid", Type: ir.BoolConstraint}},
		Attrs: []ir.PropDef{
			{Name: offsetAttr, Type: i32Where("whose minimum value is 0", func(v int32) bool { return v >= 0 })},
			{Name: widthAttr, Type: i32Where("whose value is a power of two > 0", func(v int32) bool { return isPowerOf2(uint32(v)) })},
		},
		Traits: ir.Pure, Constraints: []ir.Constraint{ir.AllTypesMatch{"value", "rotateResult"}},
		Assembly:   "$value `,` $offset `,` $width attr-dict `:` type($value)",
		Implements: []ir.Implementation{meetsSubgroup, uniformRotate},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			rotate := ir.Cast[RotateOp](op)
			if width := rotate.Width(); rotate.Offset() >= width {
				return op.Errorf("offset must be in the range [0, %d)", width)
			}
			return nil
		},
	}
}

// i32Where accepts 32-bit integers that hold a condition.
func i32Where(condition string, holds func(int32) bool) *ir.AttrConstraint {
	return &ir.AttrConstraint{
		Go:        ir.GoI32,
		Summary:   ir.I32Attr.Summary + " " + condition,
		Check:     func(a ir.Attribute) bool { return ir.I32Attr.Check(a) && holds(int32(a.(*ir.IntegerAttr).Int64())) },
		Stores:    ir.I32Attr.Stores,
		ValueType: ir.I32Attr.ValueType,
	}
}

func isPowerOf2(v uint32) bool { return bits.OnesCount32(v) == 1 }

// reductionDirective is custom<AllReduceOperation>($op): the word alone, which may be
// absent.
var reductionDirective = ir.CustomDirective{
	Form: "#1?",
	Parse: func(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
		word, ok := p.OptionalKeyword()
		if !ok {
			return
		}
		for v, w := range reductions.Words {
			if w == word {
				st.SetProp(opAttr, reductions.Of(p.Context(), v))
				return
			}
		}
		p.Errorf("invalid op kind")
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
		if a := op.Attr(opAttr); a != nil {
			reductions.Print(p, a)
		}
	},
}

// fits reports whether a reduction applies to elements of a type.
func (r Reduction) fits(t ir.Type) bool {
	switch r {
	case MinNumF, MaxNumF, MinimumF, MaximumF:
		return ir.AnyFloat.Check(t)
	case MinSI, MinUI, MaxSI, MaxUI, And, Or, Xor:
		return ir.AnyInteger.Check(t)
	}
	return true
}

func allReduce() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.all_reduce",
		Summary: "combine the values of all threads of the block",
		Description: `Every thread gets the combination of the values of all threads, by an operation or
by the region, which must be associative and commutative. uniform promises that
either all threads of a block arrive or none.`,
		Operands: []ir.ValueDef{{Name: "value", Type: numberConstraint}},
		Results:  []ir.ValueDef{{Name: "result", Type: numberConstraint}},
		Attrs:    []ir.PropDef{{Name: opAttr, Type: reductions.Constraint().In(ir.GoAs(word.Read[Reduction], reductionAttr)), Optional: true}, {Name: uniformAttr, Type: ir.UnitConstraint, Optional: true}},
		Regions:  []ir.RegionDef{{Name: "body"}},
		Traits:   ir.SameOperandsAndResultType | ir.IsolatedFromAbove,
		Assembly: "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` functional-type(operands, results)",
		Custom:   map[string]ir.CustomDirective{"AllReduceOperation": reductionDirective},
		Fold:     foldUniform, VerifyRegions: verifyAllReduce,
		Implements: []ir.Implementation{sim.Moves(), meetsWorkgroup, inWorkgroup},
		Examples: []string{`func.func @f(%x: f32) -> f32 {
  %0 = gpu.all_reduce add %x {} : (f32) -> f32
  return %0 : f32
}`},
	}
}

func verifyAllReduce(op *ir.Operation) *ir.Diagnostic {
	fail := func(format string, args ...any) *ir.Diagnostic { return ir.Errorf(op.Loc(), format, args...) }
	r, given := ReductionOf(op)
	allReduce := ir.Cast[AllReduceOp](op)
	body, t := allReduce.Body(), allReduce.Result().Type()
	if body.Empty() != given {
		return fail("expected either an op attribute or a non-empty body")
	}
	if given {
		if !r.fits(t) {
			return fail("`%s` reduction operation is not compatible with type '%s'", r, t)
		}
		return nil
	}
	if body.Front().NumArgs() != 2 {
		return fail("expected two region arguments")
	}
	for _, a := range body.Front().Args() {
		if a.Type() != t {
			return fail("incorrect region argument type")
		}
	}
	yields := 0
	for b := range body.Blocks() {
		y := ir.As[YieldOp](b.Terminator())
		if !y.Ok() {
			continue
		}
		values := y.Values()
		if len(values) != 1 {
			return fail("expected one gpu.yield operand")
		}
		if values[0].Type() != t {
			return fail("incorrect gpu.yield type")
		}
		yields++
	}
	if yields == 0 {
		return fail("expected gpu.yield op in region")
	}
	return nil
}

// foldUniform marks a reduction in the entry block of gpu.launch as uniform.
func foldUniform(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	p := op.Parent()
	if op.Attr(uniformAttr) != nil || !ir.Is[LaunchOp](p) || op.Block() != p.Body() {
		return ir.FoldResult{}
	}
	op.SetAttr(uniformAttr, op.Result(0).Type().Context().Unit())
	return ir.FoldResult{InPlace: true}
}

func subgroupReduce() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.subgroup_reduce",
		New:     []string{"op", "value", "cluster_size?", "cluster_stride?"},
		Summary: "combine the values of the threads of a subgroup",
		Description: `Every thread gets the combination of the values of the threads of its cluster;
without a cluster size, the cluster is the whole subgroup. A cluster of size s and
stride d consists of the lanes i, i + d, …, i + (s - 1) * d. Vectors are combined
elementwise.`,
		Operands: []ir.ValueDef{{Name: "value", Type: groupConstraint}},
		Results:  []ir.ValueDef{{Name: "result", Type: groupConstraint}},
		Attrs: []ir.PropDef{
			{Name: opAttr, Type: reductions.Constraint().In(ir.GoAs(word.Read[Reduction], reductionAttr))}, {Name: uniformAttr, Type: ir.UnitConstraint, Optional: true},
			{Name: clusterSizeAttr, Type: ir.I32Attr, Optional: true, Absent: 0, Doc: "lanes of a cluster, a power of two"},
			{Name: clusterStrideAttr, Type: ir.I32Attr, Default: func(c *ir.Context) ir.Attribute { return c.Int(c.Integer(32), 1) },
				Doc: "lanes between neighbours of a cluster, a power of two"},
		},
		Traits: ir.SameOperandsAndResultType,
		Assembly: "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? " +
			"(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` functional-type(operands, results)",
		Custom: map[string]ir.CustomDirective{"AllReduceOperation": reductionDirective},
		Verify: verifySubgroupReduce,
		Fold: func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
			subgroupReduce := ir.Cast[SubgroupReduceOp](op)
			if subgroupReduce.ClusterSize() == 1 {
				return ir.FoldToValue(subgroupReduce.Value())
			}
			return foldUniform(op, operands)
		},
		Implements: []ir.Implementation{sim.Moves(), meetsSubgroup, uniformReduce},
		Examples: []string{`func.func @f(%x: f32) -> f32 {
  %0 = gpu.subgroup_reduce add %x cluster(size = 16, stride = 4) : (f32) -> f32
  return %0 : f32
}`},
	}
}

func verifySubgroupReduce(op *ir.Operation) *ir.Diagnostic {
	subgroupReduce := ir.Cast[SubgroupReduceOp](op)
	t := subgroupReduce.Result().Type()
	elem := t
	if v, ok := t.(*ir.VectorType); ok {
		elem = v.Elem
	}
	if r, _ := ReductionOf(op); !r.fits(elem) {
		return ir.Errorf(op.Loc(), "`%s` reduction operation is not compatible with type '%s'", r, t)
	}
	size, stride := subgroupReduce.ClusterSize(), subgroupReduce.ClusterStride()
	clustered := op.Attr(clusterSizeAttr) != nil
	switch {
	case clustered && !isPowerOf2(uint32(size)):
		return op.Errorf("cluster size %d is not a power of two", uint32(size))
	case stride != 1 && !clustered:
		return op.Errorf("cluster stride can only be specified if cluster size is specified")
	case !isPowerOf2(uint32(stride)):
		return op.Errorf("cluster stride %d is not a power of two", uint32(stride))
	}
	return nil
}

func subgroupBroadcast() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.subgroup_broadcast",
		Summary: "value of a single lane for the whole subgroup",
		Description: `Every lane gets the value of the first active lane, or of the lane that the
operand names; the operand must be equal in all lanes.`,
		Operands:    []ir.ValueDef{{Name: "src", Type: ir.AnyType}, {Name: "lane", Type: ir.I32Constraint, Kind: ir.Optional}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Attrs:       []ir.PropDef{{Name: broadcastTypeAttr, Type: broadcastTypes.Constraint().In(ir.GoAs(word.Read[BroadcastType], broadcastAttr))}},
		Traits:      ir.NoMemoryEffect | ir.Elementwise | ir.Convergent,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"result", "src"}},
		Assembly:    "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)",
		Implements:  []ir.Implementation{sim.Moves("src"), broadcastMeets, uniformBroadcast},
		Speculatable: func(op *ir.Operation) ir.Speculatability {
			if ir.Cast[SubgroupBroadcastOp](op).BroadcastType() == SpecificLane {
				return ir.Speculatable
			}
			return ir.NotSpeculatable
		},
		Fold: func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
			// The result of a broadcast is equal in all lanes.
			if src := ir.Cast[SubgroupBroadcastOp](op).Src(); ir.DefiningOp[SubgroupBroadcastOp](src).Ok() {
				return ir.FoldToValue(src)
			}
			return ir.FoldResult{}
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			subgroupBroadcast := ir.Cast[SubgroupBroadcastOp](op)
			specific, given := subgroupBroadcast.BroadcastType() == SpecificLane, subgroupBroadcast.Lane() != nil
			switch {
			case given && !specific:
				return op.Errorf("lane can only be specified for `specific_lane` broadcast")
			case specific && !given:
				return op.Errorf("lane must be specified for `specific_lane` broadcast")
			}
			return nil
		},
	}
}
