package okk

import (
	"slices"

	"optc/dialect/scf"
	"optc/ir"
)

// Carried returns the value that a loop carries as v before its first iteration, and the value
// that it carries into further ones: v is an argument of its body, or a result. It returns nil
// for other values.
func Carried(v *ir.Value) (first, next *ir.Value) {
	loop, i := ir.As[scf.ForOp](v.DefiningOp()), v.Index()
	if block := v.OwnerBlock(); block != nil && i > 0 {
		loop, i = ir.As[scf.ForOp](block.ParentOp()), i-1
	}
	if !loop.Ok() {
		return nil, nil
	}
	return loop.InitArgs()[i], ir.Cast[scf.YieldOp](loop.Region().Front().Terminator()).Results()[i]
}

// Bases returns the tensors of which a value may be a part: [Base], or, if a loop carries the
// value, every tensor that it may carry.
func Bases(v *ir.Value) (bases []*ir.Value) {
	visited := map[*ir.Value]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		base := Base(v)
		if visited[base] {
			return
		}
		visited[base] = true
		first, next := Carried(base)
		if first == nil {
			bases = append(bases, base)
			return
		}
		visit(first)
		visit(next)
	}
	visit(v)
	return slices.Clip(bases)
}
