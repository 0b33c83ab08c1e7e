package standard

import (
	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/passes"
)

// ConvertToLoops replaces structured operations on buffers by loops.
//
//	linalg.exp ins(%x : memref<4xf32>)    →   scf.for %i = %c0 to %c4 step %c1 {
//	  outs(%y : memref<4xf32>)                  %0 = memref.load %x[%i]
//	                                            %1 = math.exp %0
//	                                            memref.store %1, %y[%i]
//	                                          }
var ConvertToLoops = lowering("convert-linalg-to-loops", "Lower the operations from the linalg dialect into loops",
	"Replaces structured operations on buffers by loops of scf with loads and stores. Operations on tensors stay.", (*nest).sequential)

// ConvertToParallelLoops is ConvertToLoops with scf.parallel for loops that do not reduce.
var ConvertToParallelLoops = lowering("convert-linalg-to-parallel-loops", "Lower the operations from the linalg dialect into parallel loops",
	"Replaces structured operations on buffers by loops of scf with loads and stores. Parallel loops that follow each other become scf.parallel.", (*nest).parallel)

// ConvertToAffineLoops is ConvertToLoops with affine.for, affine.load and affine.store.
var ConvertToAffineLoops = lowering("convert-linalg-to-affine-loops", "Lower the operations from the linalg dialect into affine loops",
	"Replaces structured operations on buffers by affine loops with affine loads and stores.", (*nest).affine)

// lowering returns the pass that replaces operations by a form of loops.
func lowering(name, title, doc string, build func(n *nest, indices []*ir.Value)) *passes.Pass {
	toLoops := func(op *ir.Operation, rw *ir.Rewriter) bool {
		if !linalg.Structured.Has(op) || !linalg.IsOnBuffers(op) {
			return false
		}
		build(newNest(op, rw), nil)
		rw.Erase(op)
		return true
	}
	return &passes.Pass{
		Name: name, Title: title, Doc: doc, Dialects: []string{"affine", "linalg", "memref", "scf"},
		Run: func(c *passes.Context) (bool, error) {
			patterns := []*ir.Pattern{{Name: "linalg-to-loops", Rewrite: toLoops}}
			for _, k := range []ir.OpKind{memref.DimOp{}, tensor.DimOp{}, affine.ApplyOp{}} {
				patterns = append(patterns, c.IR.MustOpDef(k).Patterns...)
			}
			return passes.ApplyPatterns(c, patterns), nil
		},
	}
}

// nest is a structured operation on buffers that becomes loops.
type nest struct {
	op      *ir.Operation
	rw      *ir.Rewriter
	maps    []maps.Map
	extents []ir.Mixed
	load    func(buffer *ir.Value, at []*ir.Value) *ir.Value
	store   func(v, buffer *ir.Value, at []*ir.Value)
}

// bounds are the bounds and steps of the loops as values.
type bounds struct{ lower, upper, step []*ir.Value }

func (n *nest) bounds() (b bounds) {
	for _, extent := range n.extents {
		b.lower = append(b.lower, arith.ConstantIndex(n.rw, 0))
		b.upper = append(b.upper, indexValue(n.rw, extent))
		b.step = append(b.step, arith.ConstantIndex(n.rw, 1))
	}
	return b
}

// sequential builds loops of scf.
func (n *nest) sequential([]*ir.Value) { n.loops(n.bounds(), nil, func(int) int { return 0 }) }

// parallel builds loops of scf; consecutive parallel loops become one scf.parallel.
func (n *nest) parallel([]*ir.Value) {
	iterators := linalg.IteratorsOf(n.op)
	n.loops(n.bounds(), nil, func(d int) (count int) {
		for d+count < len(iterators) && iterators[d+count] == linalg.Parallel {
			count++
		}
		return count
	})
}

// loops builds the loops beginning with number len(indices); together(d) returns how many loops,
// beginning with loop d, become one parallel loop, or 0.
func (n *nest) loops(b bounds, indices []*ir.Value, together func(d int) int) {
	d := len(indices)
	if d == len(n.extents) {
		n.emit(indices)
		return
	}
	if count := together(d); count > 0 {
		loop := scf.NewParallel(n.rw, b.lower[d:d+count], b.upper[d:d+count], b.step[d:d+count], nil)
		at := n.rw.Save()
		ivs := n.rw.NewBlock(loop.Region(), ir.TypesOf(b.lower[d:d+count]), n.rw.Loc).Args()
		n.loops(b, append(indices, ivs...), together)
		scf.NewReduce(n.rw, nil)
		n.rw.Restore(at)
		return
	}
	scf.BuildFor(n.rw.Builder, b.lower[d], b.upper[d], b.step[d], nil, func(i *ir.Value, _ []*ir.Value) []*ir.Value {
		n.loops(b, append(indices, i), together)
		return nil
	})
}

// affine builds affine loops, with accesses of the affine dialect.
func (n *nest) affine(indices []*ir.Value) {
	d := len(indices)
	if d == 0 {
		n.load = func(buffer *ir.Value, at []*ir.Value) *ir.Value {
			return affine.NewLoad(n.rw, ir.ElementOrSelf(buffer.Type()), buffer, at, maps.Identity(len(at))).Result()
		}
		n.store = func(v, buffer *ir.Value, at []*ir.Value) {
			affine.NewStore(n.rw, v, buffer, at, maps.Identity(len(at)))
		}
	}
	if d == len(n.extents) {
		n.emit(indices)
		return
	}
	upper, operands := maps.Constant(n.extents[d].Const), []*ir.Value(nil)
	if v := n.extents[d].Value; v != nil {
		upper, operands = maps.Identity(1), []*ir.Value{v}
	}
	loop := affine.NewFor(n.rw, nil, nil, operands, nil, maps.Constant(0), upper, 1)
	at := n.rw.Save()
	i := n.rw.NewBlock(loop.Region(), []ir.Type{n.rw.Context().Index()}, n.rw.Loc).Arg(0)
	n.affine(append(indices, i))
	affine.NewYield(n.rw)
	n.rw.Restore(at)
}

// newNest determines the extents of the loops: each is the first dimension of an operand that is the
// loop.
func newNest(op *ir.Operation, rw *ir.Rewriter) *nest {
	n := &nest{op: op, rw: rw, maps: linalg.MapsOf(op)}
	n.load = func(buffer *ir.Value, at []*ir.Value) *ir.Value { return memref.NewLoad(rw, buffer, at...).Result() }
	n.store = func(v, buffer *ir.Value, at []*ir.Value) { memref.NewStore(rw, v, buffer, at...) }
	n.extents = make([]ir.Mixed, len(linalg.IteratorsOf(op)))
	known := make([]bool, len(n.extents))
	for i, m := range n.maps {
		for r := range m.Results {
			extent := n.dim(op.Operand(i), r)
			if d, ok := m.DimPosition(r); ok && !known[d] {
				n.extents[d], known[d] = extent, true
			}
		}
	}
	return n
}

// dim returns extent d of a buffer, as a constant if it is static.
func (n *nest) dim(v *ir.Value, d int) ir.Mixed {
	if size := v.Type().(ir.ShapedType).Shape()[d]; size != ir.Dynamic {
		return ir.Mixed{Const: size}
	}
	f := n.rw.OrFold()
	return ir.Mixed{Value: ir.ValueOf(f, memref.NewDim(f, v, arith.ConstantIndex(n.rw, int64(d))))}
}

// indexValue returns an entry as a value.
func indexValue(rw *ir.Rewriter, m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.ConstantIndex(rw, m.Const)
}

// emit builds the loads, the operations of the region, and the stores, for the indices of the loops.
func (n *nest) emit(indices []*ir.Value) {
	var mapping ir.Mapping
	body := n.op.Body()
	for i, v := range n.op.Operands() {
		if linalg.IsScalar(v.Type()) {
			mapping.Map(body.Arg(i), v)
			continue
		}
		mapping.Map(body.Arg(i), n.load(v, n.indices(i, indices)))
	}
	first := n.op.NumOperands() - len(linalg.OutputsOf(n.op))
	var stored [][]*ir.Value
	for i := first; i < n.op.NumOperands(); i++ {
		stored = append(stored, n.indices(i, indices))
	}
	for o := range body.Ops() {
		if i := ir.As[linalg.IndexOp](o); i.Ok() {
			mapping.Map(o.Result(0), indices[i.Dim()])
		} else if o != body.Back() {
			n.rw.Clone(o, &mapping)
		}
	}
	for i, v := range body.Back().Operands() {
		n.store(mapping.Value(v), n.op.Operand(first+i), stored[i])
	}
}

// indices builds the indices of the element of operand i.
func (n *nest) indices(i int, loops []*ir.Value) (list []*ir.Value) {
	for _, e := range n.maps[i].Results {
		v := affine.Value{Map: maps.NewMap(n.maps[i].NumDims, 0, e), Operands: append([]*ir.Value(nil), loops...)}
		v.Canonicalize()
		list = append(list, affine.NewApply(n.rw, v.Map, v.Operands).Result())
	}
	return list
}
