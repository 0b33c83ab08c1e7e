package ireegpu

import (
	"optc/ir"
	"optc/layout/threads"
	"optc/sim"
)

// Names of the attributes.
const (
	inclusiveAttr     = "inclusive"
	clusterSizeAttr   = "cluster_size"
	clusterStrideAttr = "cluster_stride"
)

func rankedTensorOrVector() *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: "ranked tensor or vector of any type values", Check: func(t ir.Type) bool {
		return ir.AnyRankedTensor.Check(t) || ir.AnyVector.Check(t)
	}}
}

func valueBarrier() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_gpu.value_barrier",
		New:     []string{"inputs...", "results=inputs"},
		Summary: "wait until all threads have written a value",
		Description: `The same tensors or vectors; when the results are used, all threads have written
their parts.`,
		Operands: []ir.ValueDef{{Name: "inputs", Type: rankedTensorOrVector(), Kind: ir.Variadic}},
		Results:  []ir.ValueDef{{Name: "results", Type: rankedTensorOrVector(), Kind: ir.Variadic}},
		Traits:   ir.Pure,
		Assembly: "$inputs attr-dict `:` type($inputs)",
		Infer: func(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			types := make([]ir.Type, len(st.Operands))
			for i, v := range st.Operands {
				types[i] = v.Type()
			}
			return types, nil
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			valueBarrier := ir.Cast[ValueBarrierOp](op)
			inputs := valueBarrier.Inputs()
			if len(inputs) == 0 {
				return op.Errorf("Atleast one input required") // the spelling is the reference's
			}
			for i, v := range inputs {
				if v.Type() != valueBarrier.Results()[i].Type() {
					return op.Errorf("expected result #%d of type %s, but got %s", i, v.Type(), op.Result(i).Type())
				}
				if ir.AnyVector.Check(v.Type()) != ir.AnyVector.Check(inputs[0].Type()) {
					return op.Errorf("All inputs should be either of tensor or vector type")
				}
			}
			return nil
		},
		Implements: []ir.Implementation{sim.Moves(), threads.MeetingOf(threads.OfWorkgroup)},
		Examples: []string{`func.func @f(%t: tensor<16x16xf16>) -> tensor<16x16xf16> {
  %r = iree_gpu.value_barrier %t : tensor<16x16xf16>
  return %r : tensor<16x16xf16>
}`},
	}
}

// NewSubgroupScan scans v over the lanes of a cluster, excluding the lane's own value;
// combine builds the combination of two values.
func NewSubgroupScan(
	b *ir.Builder, v, identity *ir.Value, clusterSize, clusterStride int64, combine func(b *ir.Builder, x, y *ir.Value) *ir.Value,
) SubgroupScanOp {
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[SubgroupScanOp](c), Operands: []*ir.Value{v, identity}, ResultTypes: []ir.Type{v.Type(), v.Type()}}
	st.SetProp(clusterSizeAttr, c.I32Attr(clusterSize))
	st.SetProp(clusterStrideAttr, c.I32Attr(clusterStride))
	op := ir.Build[SubgroupScanOp](b, st)
	body := ir.NewBlock([]ir.Type{v.Type(), v.Type()}, nil)
	op.Combiner().Append(body)
	inner := ir.NewBuilder(c).AtEnd(body)
	NewYield(inner, combine(inner, body.Arg(0), body.Arg(1)))
	return op
}

func subgroupScan() *ir.OpDef {
	number := func(name string) ir.ValueDef {
		return ir.ValueDef{Name: name, Type: ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat)}
	}
	identity := number("identity")
	identity.Kind = ir.Optional
	return &ir.OpDef{
		Kind:    "iree_gpu.subgroup_scan",
		New:     ir.ByHand,
		Summary: "combine the values of the lanes before each lane",
		Description: `Lane p of a cluster gets the combination of the identity and the values of lanes 0
to p - 1 (to p, with inclusive), and as total the combination of all values. The
region combines two values; it must be associative. A cluster of size s and stride
d consists of the lanes i, i + d, …, i + (s - 1) * d; the default is the whole
subgroup.`,
		Operands: []ir.ValueDef{number("value"), identity},
		Results:  []ir.ValueDef{number("result"), number("total")},
		Attrs: []ir.PropDef{
			{Name: inclusiveAttr, Type: ir.UnitConstraint, Optional: true},
			{Name: clusterSizeAttr, Type: ir.I32Attr, Optional: true, Absent: 0, Doc: "lanes of a cluster, a power of two"},
			{Name: clusterStrideAttr, Type: ir.I32Attr, Default: func(c *ir.Context) ir.Attribute { return c.Int(c.I32(), 1) },
				Doc: "lanes between neighbours of a cluster, a power of two"},
		},
		Regions:     []ir.RegionDef{{Name: "combiner", SingleBlock: true}},
		Traits:      ir.SingleBlock | ir.ImplicitTerminator | ir.NoMemoryEffect,
		Interfaces:  ir.Interfaces{Terminator: YieldOp{}},
		Constraints: []ir.Constraint{ir.AllTypesMatch{"value", "result", "total"}},
		Assembly: "(`inclusive` $inclusive^)? `(` $value (`,` `identity` `=` $identity^ `:` type($identity))? `)` " +
			"(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? $combiner attr-dict `:` type($value)",
		Verify:        verifyScan,
		VerifyRegions: verifyCombiner,
		Implements:    []ir.Implementation{sim.Moves(), threads.MeetingOf(threads.OfSubgroup), uniformScan},
		Examples: []string{`func.func @f(%x: f32, %zero: f32) -> (f32, f32) {
  %s, %t = iree_gpu.subgroup_scan(%x, identity = %zero : f32) cluster(size = 4, stride = 2) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    iree_gpu.yield %c : f32
  } : f32
  return %s, %t : f32, f32
}`},
	}
}

// verifyScan follows SubgroupScanOp::verify (IREE, IREEGPUOps.cpp).
func verifyScan(op *ir.Operation) *ir.Diagnostic {
	powerOf2 := func(n int64) bool { return n > 0 && n&(n-1) == 0 }
	subgroupScan := ir.Cast[SubgroupScanOp](op)
	switch id := subgroupScan.Identity(); {
	case op.Attr(clusterSizeAttr) != nil && !powerOf2(subgroupScan.ClusterSize()):
		return op.Errorf("cluster_size must be a power of 2")
	case !powerOf2(subgroupScan.ClusterStride()):
		return op.Errorf("cluster_stride must be a power of 2")
	case !subgroupScan.Inclusive() && id == nil:
		return op.Errorf("exclusive scan requires an identity operand")
	case id != nil && id.Type() != subgroupScan.Value().Type():
		return op.Errorf("identity type must match value type")
	}
	return nil
}

func verifyCombiner(op *ir.Operation) *ir.Diagnostic {
	body, t := op.Body(), ir.Cast[SubgroupScanOp](op).Value().Type()
	if body.NumArgs() != 2 {
		return op.Errorf("combiner region must have exactly 2 arguments")
	}
	for _, a := range body.Args() {
		if a.Type() != t {
			return op.Errorf("combiner argument type must match value type")
		}
	}
	end := ir.As[YieldOp](body.Terminator())
	if !end.Ok() || len(end.Values()) != 1 || end.Values()[0].Type() != t {
		return op.Errorf("combiner must yield one value of the value type")
	}
	return nil
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "iree_gpu.yield",
		New:         []string{"values..."},
		Summary:     "result of a region",
		Description: "Ends a region with its results.",
		Operands:    []ir.ValueDef{{Name: "values", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{SubgroupScanOp{}}},
		Implements:  []ir.Implementation{sim.Moves()},
		Assembly:    "attr-dict ($values^ `:` type($values))?",
	}
}

// uniformScan: each lane has its own result; all lanes of a cluster of neighbours get the
// same total.
var uniformScan = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	scan := ir.Cast[SubgroupScanOp](op)
	lanes, total := known.Shape().InSubgroup(), threads.Thread
	switch {
	case scan.ClusterSize() == 0 || known.Of(scan.Value()).Covers(lanes):
		total = lanes
	case scan.ClusterStride() == 1:
		total = threads.Groups(scan.ClusterSize())
	}
	known.Set(scan.Result(), threads.Thread)
	known.Set(scan.Total(), total)
}})
