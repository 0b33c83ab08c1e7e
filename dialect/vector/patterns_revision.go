package vector

import (
	"optc/dialect/iree/revision"
	"optc/ir"
)

// Patterns that upstream added after LLVM 22.1.8. They are used if the context follows a
// revision that has them.

// extractOfUnits drops unit dimensions.
//
//	vector.extract %a[0] : vector<4xf32> from vector<1x4xf32>
//	→ vector.shape_cast %a : vector<1x4xf32> to vector<4xf32>
func extractOfUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	t := vectorOf(Extract.Result(op))
	if revision.Of(rw.Context()) == revision.Release || t == nil || isDynamic(op) || t.AnyScalable() ||
		!sameCount(vectorOf(Extract.Source(op)), t) {
		return false
	}
	rw.Replace(op, ShapeCast.Build(rw, t, Extract.Source(op)))
	return true
}

// broadcastOfUnits adds unit dimensions.
//
//	vector.broadcast %a : vector<4xf32> to vector<1x4xf32>
//	→ vector.shape_cast %a : vector<4xf32> to vector<1x4xf32>
func broadcastOfUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	src, dst := vectorOf(Broadcast.Source(op)), vectorOf(Broadcast.Vector(op))
	if revision.Of(rw.Context()) == revision.Release || src == nil || src.AnyScalable() || !sameCount(src, dst) {
		return false
	}
	rw.Replace(op, ShapeCast.Build(rw, dst, Broadcast.Source(op)))
	return true
}

// castOfElements builds the vector directly in its new shape.
//
//	%0 = vector.from_elements %a, %b : vector<2xf32>
//	%1 = vector.shape_cast %0 …  →  vector.from_elements %a, %b : vector<1x2xf32>
func castOfElements(op *ir.Operation, rw *ir.Rewriter) bool {
	def := FromElements.DefiningOp(ShapeCast.Source(op))
	if revision.Of(rw.Context()) != revision.Today || def == nil {
		return false
	}
	rw.Replace(op, FromElements.Build(rw, ShapeCast.Result(op).Type(), FromElements.Elements(def)))
	return true
}
