package standard

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// LowerAffine replaces affine operations by loops and arithmetic.
//
//	affine.for %i = 0 to %n {                  scf.for %i = %c0 to %n step %c1 {
//	  %0 = affine.load %m[%i + 1]          →     %0 = arith.addi %i, %c1_0
//	}                                            %1 = memref.load %m[%0]
//	                                           }
var LowerAffine = &passes.Pass{
	Name:  "lower-affine",
	Title: "Lower Affine operations to a combination of Arith and SCF operations",
	Doc: `Maps become arithmetic, loops and conditionals become operations of scf, accesses
become operations of memref and vector. Divisors must be positive. Operations of
other dialects are folded too, as upstream does.`,
	Dialects: []string{"arith", "memref", "scf", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		l := &affineLowering{c}
		cv := &passes.Conversion{
			Legal: func(op *ir.Operation) bool {
				return slices.Contains([]string{"arith", "memref", "scf", "vector"}, op.Def().Dialect())
			},
			Rewrites: map[ir.Kind]passes.Rewrite{
				affined.ApplyOp{}.Kind():            l.apply,
				affined.DelinearizeIndexOp{}.Kind(): delinearize,
				affined.DmaStartOp{}.Kind():         l.dmaStart,
				affined.DmaWaitOp{}.Kind():          l.dmaWait,
				affined.ForOp{}.Kind():              l.loop,
				affined.IfOp{}.Kind():               l.branch,
				affined.LinearizeIndexOp{}.Kind():   linearize,
				affined.LoadOp{}.Kind():             l.access(memref.LoadOp{}),
				affined.MaxOp{}.Kind():              l.extreme,
				affined.MinOp{}.Kind():              l.extreme,
				affined.ParallelOp{}.Kind():         l.parallel,
				affined.PrefetchOp{}.Kind():         l.access(memref.PrefetchOp{}),
				affined.StoreOp{}.Kind():            l.access(memref.StoreOp{}),
				affined.VectorLoadOp{}.Kind():       l.access(vector.LoadOp{}),
				affined.VectorStoreOp{}.Kind():      l.access(vector.StoreOp{}),
				affined.YieldOp{}.Kind():            l.yield,
			},
		}
		return cv.Run(c), nil
	},
}

// affineLowering holds the state that the rewrites of a run share.
type affineLowering struct{ c *passes.Context }

// expand builds the results of a map. If the map cannot be expanded, which is an error of
// the program, the results are zeros and the pass fails.
func (l *affineLowering) expand(cv *passes.Conversion, op *ir.Operation, m affine.Map, operands []*ir.Value) []*ir.Value {
	values, err := affined.Value{Map: m, Operands: operands}.Expand(cv.Builder)
	if err != nil {
		l.c.Report(ir.Errorf(op.Loc(), "%v", err))
		return slices.Repeat([]*ir.Value{arith.ConstantIndex(cv, 0)}, len(m.Results))
	}
	return values
}

// bound builds the largest, or smallest, result of a map.
func (l *affineLowering) bound(cv *passes.Conversion, op *ir.Operation, m affine.Map, operands []*ir.Value, choose ir.OpKind) *ir.Value {
	values := l.expand(cv, op, m, operands)
	v := values[0]
	for _, w := range values[1:] {
		v = cv.Value(choose, []*ir.Value{v, w}, nil)
	}
	return v
}

func (l *affineLowering) apply(cv *passes.Conversion, op *ir.Operation) {
	apply := ir.Cast[affined.ApplyOp](op)
	cv.Replace(op, l.expand(cv, op, apply.Map(), apply.MapOperands())...)
}

func (l *affineLowering) extreme(cv *passes.Conversion, op *ir.Operation) {
	choose := ir.OpKind(arith.MinSIOp{})
	if ir.Is[affined.MaxOp](op) {
		choose = arith.MaxSIOp{}
	}
	cv.Replace(op, l.bound(cv, op, affined.MapOf(op), op.OperandList(), choose))
}

// access replaces an access through a map by an access with indices.
func (l *affineLowering) access(kind ir.OpKind) passes.Rewrite {
	return func(cv *passes.Conversion, op *ir.Operation) {
		m, operands, _ := affined.AccessMap(op)
		indices := l.expand(cv, op, m, operands)
		before := op.OperandList()[:op.NumOperands()-len(operands)] // the memref, preceded by the stored value if there is one
		var attrs []ir.NamedAttr
		to := cv.Context().MustOpDef(kind)
		for i, name := range op.Def().AttrNames() { // of prefetches
			if v := op.Prop(i); v != nil && to.AttrIndex(name) >= 0 {
				attrs = append(attrs, ir.NamedAttr{Name: name, Value: v})
			}
		}
		cv.Replace(op, cv.Op(kind, slices.Concat(before, indices), op.ResultTypes(), attrs...).ResultList()...)
	}
}

func (l *affineLowering) dmaStart(cv *passes.Conversion, op *ir.Operation) {
	d := affined.DmaOf(op)
	var elements [3][]*ir.Value // memref and indices of source, target and tag
	for i, a := range d.Accesses {
		elements[i] = append([]*ir.Value{a.MemRef}, l.expand(cv, op, a.Map, a.Operands)...)
	}
	memref.NewDmaStart(cv, elements[0], elements[1], d.Elements, elements[2], d.Stride)
	cv.Replace(op)
}

func (l *affineLowering) dmaWait(cv *passes.Conversion, op *ir.Operation) {
	d := affined.DmaOf(op)
	tag := d.Accesses[0]
	memref.NewDmaWait(cv, append([]*ir.Value{tag.MemRef}, l.expand(cv, op, tag.Map, tag.Operands)...), d.Elements)
	cv.Replace(op)
}

// loop moves the body into scf.for.
func (l *affineLowering) loop(cv *passes.Conversion, op *ir.Operation) {
	lower, upper := affined.LowerBound(op), affined.UpperBound(op)
	lo := l.bound(cv, op, lower.Map, lower.Operands, arith.MaxSIOp{})
	hi := l.bound(cv, op, upper.Map, upper.Operands, arith.MinSIOp{})
	loop := ir.Cast[affined.ForOp](op)
	step := arith.ConstantIndex(cv, loop.Step())
	n := scf.NewFor(cv, lo, hi, step, loop.Inits())
	n.Region().TakeBody(loop.Region())
	cv.Replace(op, n.Operation().ResultList()...)
}

// The affine.yield of affine.parallel is replaced together with the loop.
func (l *affineLowering) yield(cv *passes.Conversion, op *ir.Operation) {
	scf.NewYield(cv, ir.Cast[affined.YieldOp](op).Operands()...)
	cv.Erase(op)
}

// branch computes the condition and moves the bodies into scf.if.
func (l *affineLowering) branch(cv *passes.Conversion, op *ir.Operation) {
	ifOp := ir.Cast[affined.IfOp](op)
	set := ifOp.Condition()
	zero := arith.ConstantIndex(cv, 0)
	var condition *ir.Value
	for i, e := range set.Constraints {
		values := l.expand(cv, op, affine.NewMap(set.NumDims, set.NumSymbols, e), ifOp.Operands())
		relation := arith.SGE
		if set.EqFlags[i] {
			relation = arith.EQ
		}
		holds := arith.NewCmpI(cv, relation, values[0], zero).Result()
		if condition != nil {
			holds = arith.NewAndI(cv, condition, holds).Result()
		}
		condition = holds
	}
	n := scf.NewIf(cv, condition, op.ResultTypes()...).Operation()
	for i := range op.NumRegions() {
		n.Region(i).TakeBody(op.Region(i))
	}
	cv.Replace(op, n.ResultList()...)
}

// parallel moves the body into scf.parallel. Reductions start at their neutral
// element.
func (l *affineLowering) parallel(cv *passes.Conversion, op *ir.Operation) {
	parallel := ir.Cast[affined.ParallelOp](op)
	kinds := parallel.Reductions()
	for i, k := range kinds {
		if affined.Neutral(k, op.Result(i).Type()) == nil {
			l.c.Report(ir.Errorf(op.Loc(), "Reduction operation type not supported"))
			return
		}
	}
	lower, upper := affined.LowerBounds(op), affined.UpperBounds(op)
	var space [3][]*ir.Value
	steps := parallel.Steps()
	for i := range steps {
		lo := l.bound(cv, op, lower.Of(i), lower.Operands, arith.MaxSIOp{})
		hi := l.bound(cv, op, upper.Of(i), upper.Operands, arith.MinSIOp{})
		space[0], space[1] = append(space[0], lo), append(space[1], hi)
	}
	for _, s := range steps {
		space[2] = append(space[2], arith.ConstantIndex(cv, s))
	}
	var inits []*ir.Value
	for i, k := range kinds {
		inits = append(inits, arith.NewConstant(cv, affined.Neutral(k, op.Result(i).Type())).Result())
	}
	loop := scf.NewParallel(cv, space[0], space[1], space[2], inits)
	loop.Region().TakeBody(parallel.Region())
	yield := loop.Operation().Body().Back()
	cv.Before(yield)
	reduce := scf.NewReduce(cv, ir.Cast[affined.YieldOp](yield).Operands()).Operation()
	cv.Erase(yield)
	for i, k := range kinds {
		t := op.Result(i).Type()
		b := cv.NewBlock(reduce.Region(i), []ir.Type{t, t}, op.Loc())
		v := cv.Value(reductionOps[k], b.Args(), nil)
		scf.NewReduceReturn(cv, v)
	}
	cv.Replace(op, loop.Operation().ResultList()...)
}

// reductionOps are the operations of the reductions that affine.parallel may have.
var reductionOps = map[string]ir.OpKind{
	"addf": arith.AddFOp{}, "mulf": arith.MulFOp{}, "maximumf": arith.MaximumFOp{}, "minimumf": arith.MinimumFOp{},
	"addi": arith.AddIOp{}, "muli": arith.MulIOp{}, "ori": arith.OrIOp{}, "andi": arith.AndIOp{},
}
