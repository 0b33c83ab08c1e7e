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
	extract := ir.Cast[ExtractOp](op)
	t := vectorOf(extract.Result())
	if revision.Of(rw.Context()) == revision.Release || t == nil || isDynamic(op) || t.AnyScalable() ||
		!sameCount(vectorOf(extract.Source()), t) {
		return false
	}
	rw.Replace(op, NewShapeCast(rw, t, extract.Source()).Result())
	return true
}

// broadcastOfUnits adds unit dimensions.
//
//	vector.broadcast %a : vector<4xf32> to vector<1x4xf32>
//	→ vector.shape_cast %a : vector<4xf32> to vector<1x4xf32>
func broadcastOfUnits(op *ir.Operation, rw *ir.Rewriter) bool {
	broadcast := ir.Cast[BroadcastOp](op)
	src, dst := vectorOf(broadcast.Source()), vectorOf(broadcast.Vector())
	if revision.Of(rw.Context()) == revision.Release || src == nil || src.AnyScalable() || !sameCount(src, dst) {
		return false
	}
	rw.Replace(op, NewShapeCast(rw, dst, broadcast.Source()).Result())
	return true
}

// castOfElements builds the vector directly in its new shape.
//
//	%0 = vector.from_elements %a, %b : vector<2xf32>
//	%1 = vector.shape_cast %0 …  →  vector.from_elements %a, %b : vector<1x2xf32>
func castOfElements(op *ir.Operation, rw *ir.Rewriter) bool {
	shapeCast := ir.Cast[ShapeCastOp](op)
	def := ir.DefiningOp[FromElementsOp](shapeCast.Source())
	if revision.Of(rw.Context()) != revision.Today || !def.Ok() {
		return false
	}
	rw.Replace(op, NewFromElements(rw, shapeCast.Result().Type(), def.Elements()).Dest())
	return true
}
