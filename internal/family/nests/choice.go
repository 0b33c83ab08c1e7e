package nests

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/ir"
)

// choice is the region of a nest that keeps the largest or smallest of some numbers, and a value that belongs to it, such as its index:
//
//	%new = arith.maximumf %number, %old
//	%better = arith.cmpf ogt, %number, %old
//	%index = arith.select %better, %candidate, %old_index
//	linalg.yield %new, %index
type choice struct {
	better            arith.Comparison
	number, candidate *ir.Value
	// keepsNaN reports whether NaN replaces the number that is kept, so that the choice is final.
	keepsNaN bool
}

// choice returns the choice of a nest, or nil if the region is another one. Of equal numbers, the first is kept.
func (n *Nest) choice() *choice {
	if len(n.Outputs()) != 2 || n.Extracts() {
		return nil
	}
	first, second := &n.Outputs()[0], &n.Outputs()[1]
	if maps := linalg.MapsOf(n.Op); !maps[n.Inputs].Equal(maps[n.Inputs+1]) || !slices.Equal(first.Shape, second.Shape) {
		return nil
	}
	yielded := ir.Cast[linalg.YieldOp](n.Op.Body().Back()).Values()
	chosen := ir.DefiningOp[arith.SelectOp](yielded[1])
	if !chosen.Ok() || chosen.FalseValue() != second.Arg || !second.Arg.HasOneUse() || !yielded[1].HasOneUse() || !yielded[0].HasOneUse() {
		return nil
	}
	by := chosen.Condition().DefiningOp()
	if by == nil {
		return nil
	}
	better, ok := by.Typed().(arith.Comparison)
	if !ok || better.Winner() == "" || better.Rhs() != first.Arg {
		return nil
	}
	number := better.Lhs()
	kept := yielded[0].DefiningOp()
	if kept == nil || kept.Block() != n.Op.Body() || by.Block() != kept.Block() || chosen.Operation().Block() != kept.Block() {
		return nil
	}
	switch s := ir.As[arith.SelectOp](kept); {
	case s.Ok():
		if s.Condition() != chosen.Condition() || s.TrueValue() != number || s.FalseValue() != first.Arg {
			return nil
		}
	case kept.Kind() != keepers[better.Winner()].Kind() || !slices.Contains(kept.OperandList(), number) || !slices.Contains(kept.OperandList(), first.Arg):
		return nil
	}
	// Neither the number nor the candidate may depend on old elements.
	if !onlyUsedBy(first.Arg, by, kept) || !onlyUsedBy(chosen.Condition(), kept, chosen.Operation()) {
		return nil
	}
	if number == first.Arg || chosen.TrueValue() == first.Arg || chosen.TrueValue() == second.Arg || chosen.TrueValue() == chosen.Condition() {
		return nil
	}
	return &choice{better: better, number: number, candidate: chosen.TrueValue(), keepsNaN: ir.IsAny(kept, arith.MaximumFOp{}, arith.MinimumFOp{})}
}

// keepers are the operations that keep the number for which a comparison holds, by the comparison's winner.
var keepers = map[string]ir.OpKind{
	"maxnumf": arith.MaximumFOp{}, "minnumf": arith.MinimumFOp{}, "maxsi": arith.MaxSIOp{}, "minsi": arith.MinSIOp{}, "maxui": arith.MaxUIOp{}, "minui": arith.MinUIOp{},
}

// start returns the number that no number is worse than.
func (c *choice) start() ir.Attribute {
	return neutral[ir.Kind("arith."+c.better.Winner())](c.number.Type())
}

// onlyUsedBy reports whether a value has no uses but by two operations.
func onlyUsedBy(v *ir.Value, a, b *ir.Operation) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if u.Owner() != a && u.Owner() != b {
			return false
		}
	}
	return true
}

// keepNumber adds an output to the clone of n's region, which m describes: the number that belongs to the choice, also after NaN.
//
//	%kept = arith.select %better, %number, %old_kept
//	linalg.yield %new, %index, %kept
func (n *Nest) keepNumber(rw *ir.Rewriter, c *choice, m *ir.Mapping) {
	yield := m.Value(n.Yielded()).ParentBlock().Back()
	old := yield.Block().AddArg(c.number.Type(), yield.Loc())
	rw.Before(yield)
	kept := arith.NewSelect(rw, m.Value(c.better.Result()), m.Value(c.number), old).Result()
	values := append(ir.Cast[linalg.YieldOp](yield).Values(), kept)
	linalg.NewYield(rw, values)
	rw.Erase(yield)
}

// combine writes the choice between the elements of a part and old elements.
func (n *Nest) combine(rw *ir.Rewriter, c *choice, part, old []*ir.Value) (results []*ir.Value) {
	var m ir.Mapping
	m.Map(c.number, part[0])
	if c.keepsNaN {
		m.Map(c.number, part[2])
	}
	m.Map(c.candidate, part[1])
	for i, o := range n.Outputs() {
		m.Map(o.Arg, old[i])
	}
	m.Map(c.better.Result(), rw.Clone(c.better.Operation(), &m).Result(0))
	m.Map(c.number, part[0])
	for _, v := range ir.Cast[linalg.YieldOp](n.Op.Body().Back()).Values() {
		results = append(results, rw.Clone(v.DefiningOp(), &m).Result(0))
	}
	return results
}
