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
		cv := &conversion{
			legal: func(op *ir.Operation) bool {
				return slices.Contains([]string{"arith", "memref", "scf", "vector"}, op.Def().Dialect())
			},
			rewrites: map[ir.Kind]func(cv *conversion, op *ir.Operation){
				affined.Apply.Kind():            l.apply,
				affined.DelinearizeIndex.Kind(): delinearize,
				affined.DmaStart.Kind():         l.dmaStart,
				affined.DmaWait.Kind():          l.dmaWait,
				affined.For.Kind():              l.loop,
				affined.If.Kind():               l.branch,
				affined.LinearizeIndex.Kind():   linearize,
				affined.Load.Kind():             l.access(memref.Load),
				affined.Max.Kind():              l.extreme,
				affined.Min.Kind():              l.extreme,
				affined.Parallel.Kind():         l.parallel,
				affined.Prefetch.Kind():         l.access(memref.Prefetch),
				affined.Store.Kind():            l.access(memref.Store),
				affined.VectorLoad.Kind():       l.access(vector.Load),
				affined.VectorStore.Kind():      l.access(vector.Store),
				affined.Yield.Kind():            l.yield,
			},
		}
		return cv.run(c), nil
	},
}

// affineLowering holds the state that the rewrites of a run share.
type affineLowering struct{ c *passes.Context }

// expand builds the results of a map. If the map cannot be expanded, which is an error of
// the program, the results are zeros and the pass fails.
func (l *affineLowering) expand(cv *conversion, op *ir.Operation, m affine.Map, operands []*ir.Value) []*ir.Value {
	values, err := affined.Value{Map: m, Operands: operands}.Expand(cv.Builder)
	if err != nil {
		l.c.Report(ir.Errorf(op.Loc(), "%v", err))
		return slices.Repeat([]*ir.Value{arith.Constant.Index(cv, 0)}, len(m.Results))
	}
	return values
}

// bound builds the largest, or smallest, result of a map.
func (l *affineLowering) bound(cv *conversion, op *ir.Operation, m affine.Map, operands []*ir.Value, choose ir.OpKind) *ir.Value {
	values := l.expand(cv, op, m, operands)
	v := values[0]
	for _, w := range values[1:] {
		v = cv.Value(choose, []*ir.Value{v, w}, nil)
	}
	return v
}

func (l *affineLowering) apply(cv *conversion, op *ir.Operation) {
	cv.Replace(op, l.expand(cv, op, affined.Apply.Map(op), affined.Apply.MapOperands(op))...)
}

func (l *affineLowering) extreme(cv *conversion, op *ir.Operation) {
	choose := arith.MinSI
	if affined.Max.Is(op) {
		choose = arith.MaxSI
	}
	cv.Replace(op, l.bound(cv, op, affined.MapOf(op), op.OperandList(), choose))
}

// access replaces an access through a map by an access with indices.
func (l *affineLowering) access(kind ir.OpKind) func(cv *conversion, op *ir.Operation) {
	return func(cv *conversion, op *ir.Operation) {
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

func (l *affineLowering) dmaStart(cv *conversion, op *ir.Operation) {
	d := affined.DmaOf(op)
	var elements [3][]*ir.Value // of source, target and tag
	for i, a := range d.Accesses {
		elements[i] = append([]*ir.Value{a.MemRef}, l.expand(cv, op, a.Map, a.Operands)...)
	}
	memref.DmaStart.Build(cv, elements[0], elements[1], d.Elements, elements[2], d.Stride)
	cv.Replace(op)
}

func (l *affineLowering) dmaWait(cv *conversion, op *ir.Operation) {
	d := affined.DmaOf(op)
	tag := d.Accesses[0]
	memref.DmaWait.Build(cv, append([]*ir.Value{tag.MemRef}, l.expand(cv, op, tag.Map, tag.Operands)...), d.Elements)
	cv.Replace(op)
}

// loop moves the body into scf.for.
func (l *affineLowering) loop(cv *conversion, op *ir.Operation) {
	lower, upper := affined.LowerBound(op), affined.UpperBound(op)
	lo := l.bound(cv, op, lower.Map, lower.Operands, arith.MaxSI)
	hi := l.bound(cv, op, upper.Map, upper.Operands, arith.MinSI)
	step := arith.Constant.Index(cv, affined.For.Step(op))
	n := scf.For.Build(cv, lo, hi, step, affined.For.Inits(op))
	scf.For.Region(n).TakeBody(affined.For.Region(op))
	cv.Replace(op, n.ResultList()...)
}

// The affine.yield of affine.parallel is replaced together with the loop.
func (l *affineLowering) yield(cv *conversion, op *ir.Operation) {
	scf.Yield.Build(cv, affined.Yield.Operands(op)...)
	cv.Erase(op)
}

// branch computes the condition and moves the bodies into scf.if.
func (l *affineLowering) branch(cv *conversion, op *ir.Operation) {
	set := affined.If.Condition(op)
	zero := arith.Constant.Index(cv, 0)
	var condition *ir.Value
	for i, e := range set.Constraints {
		values := l.expand(cv, op, affine.NewMap(set.NumDims, set.NumSymbols, e), affined.If.Operands(op))
		relation := arith.SGE
		if set.EqFlags[i] {
			relation = arith.EQ
		}
		holds := arith.CmpI.Build(cv, relation, values[0], zero)
		if condition != nil {
			holds = arith.AndI.Build(cv, condition, holds)
		}
		condition = holds
	}
	n := scf.If.Build(cv, condition, op.ResultTypes()...)
	for i := range op.NumRegions() {
		n.Region(i).TakeBody(op.Region(i))
	}
	cv.Replace(op, n.ResultList()...)
}

// parallel moves the body into scf.parallel. Reductions start at their neutral
// element.
func (l *affineLowering) parallel(cv *conversion, op *ir.Operation) {
	kinds := affined.Parallel.Reductions(op)
	for i, k := range kinds {
		if affined.Neutral(k, op.Result(i).Type()) == nil {
			l.c.Report(ir.Errorf(op.Loc(), "Reduction operation type not supported"))
			return
		}
	}
	lower, upper := affined.LowerBounds(op), affined.UpperBounds(op)
	var space [3][]*ir.Value
	steps := affined.Parallel.Steps(op)
	for i := range steps {
		lo := l.bound(cv, op, lower.Of(i), lower.Operands, arith.MaxSI)
		hi := l.bound(cv, op, upper.Of(i), upper.Operands, arith.MinSI)
		space[0], space[1] = append(space[0], lo), append(space[1], hi)
	}
	for _, s := range steps {
		space[2] = append(space[2], arith.Constant.Index(cv, s))
	}
	var inits []*ir.Value
	for i, k := range kinds {
		inits = append(inits, arith.Constant.Build(cv, affined.Neutral(k, op.Result(i).Type())))
	}
	loop := scf.Parallel.Build(cv, space[0], space[1], space[2], inits)
	scf.Parallel.Region(loop).TakeBody(affined.Parallel.Region(op))
	yield := loop.Body().Back()
	cv.Before(yield)
	reduce := scf.Reduce.Build(cv, affined.Yield.Operands(yield))
	cv.Erase(yield)
	for i, k := range kinds {
		t := op.Result(i).Type()
		b := cv.NewBlock(reduce.Region(i), []ir.Type{t, t}, op.Loc())
		v := cv.Value(reductionOps[k], b.Args(), nil)
		scf.ReduceReturn.Build(cv, v)
	}
	cv.Replace(op, loop.ResultList()...)
}

// reductionOps are the operations of the reductions that affine.parallel may have.
var reductionOps = map[string]ir.OpKind{
	"addf": arith.AddF, "mulf": arith.MulF, "maximumf": arith.MaximumF, "minimumf": arith.MinimumF,
	"addi": arith.AddI, "muli": arith.MulI, "ori": arith.OrI, "andi": arith.AndI,
}
