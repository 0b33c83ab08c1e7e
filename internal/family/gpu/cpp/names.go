package cpp

import (
	"strings"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/math"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/internal/base/lazyre"
	"optc/ir"
)

// name picks a name for a value: its name in the kernel, the name of the vector that it belongs to,
// or a default one.
func (w *writer) name(v *ir.Value) string {
	hint := v.NameHint()
	if hint == "" && isComputed(v) {
		hint = w.vectorName(v)
	}
	if hint == "" {
		hint = usualName(v)
	}
	return w.names.Pick(hint)
}

// isComputed reports whether a value is a part of a vector or a scalar that is computed for a
// vector, but not an index or a value from another lane.
func isComputed(v *ir.Value) bool {
	return v.DefiningOp() != nil && !isIndex(v.Type()) && !isBit(v.Type()) && !ir.IsType[*ir.MemRefType](v.Type()) &&
		!ir.IsAny(v.DefiningOp(), gpu.ShuffleOp{}, vector.ExtractOp{}, vector.ExtractStridedSliceOp{})
}

var defined = lazyre.New(`^%([A-Za-z_]\w*)(:\d+)? = .*vector`)

// vectorName returns the name of the vector, defined by the source operation, that a value comes
// from, or "".
func (w *writer) vectorName(v *ir.Value) string {
	line, ok := sourceLine(v.DefiningOp())
	if !ok {
		return ""
	}
	if m := defined().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// sourceLine returns the line of the source that an operation comes from.
func sourceLine(op *ir.Operation) (text string, ok bool) {
	src, offset, ok := op.Loc().Source()
	if !ok || src.Places != nil {
		return "", false
	}
	return strings.TrimSpace(src.Line(offset)), true
}

// usualName returns a name for a value that has none in the kernel.
func usualName(v *ir.Value) string {
	op := v.DefiningOp()
	if op == nil {
		return "carried"
	}
	if name := usualNames[op.Kind()]; name != "" {
		return name
	}
	if isArray(v.Type()) {
		return "v"
	}
	return op.Name()[strings.IndexByte(op.Name(), '.')+1:]
}

// usualNames holds names for results by operation.
var usualNames = map[ir.Kind]string{
	gpu.ThreadIDOp{}.Kind():               "thread",
	gpu.BlockIDOp{}.Kind():                "workgroup",
	gpu.LaneIDOp{}.Kind():                 "lane_id",
	gpu.ShuffleOp{}.Kind():                "other",
	affine.DelinearizeIndexOp{}.Kind():    "digit",
	affine.LinearizeIndexOp{}.Kind():      "at",
	affine.ApplyOp{}.Kind():               "at",
	vector.LoadOp{}.Kind():                "loaded",
	memref.LoadOp{}.Kind():                "loaded",
	vector.ReductionOp{}.Kind():           "total",
	arith.CmpIOp{}.Kind():                 "is",
	arith.CmpFOp{}.Kind():                 "is",
	arith.SelectOp{}.Kind():               "chosen",
	arith.ShLIOp{}.Kind():                 "shifted",
	arith.ShRUIOp{}.Kind():                "shifted",
	math.CtTZOp{}.Kind():                  "first",
	vector.ExtractOp{}.Kind():             "element",
	vector.ExtractStridedSliceOp{}.Kind(): "part",
	arith.IndexCastOp{}.Kind():            "index",
	arith.TruncIOp{}.Kind():               "low",
	memref.SubViewOp{}.Kind():             "part",
	memref.ReinterpretCastOp{}.Kind():     "part",
	memref.ViewOp{}.Kind():                "buffer",
	scf.ForOp{}.Kind():                    "carried",
	scf.IfOp{}.Kind():                     "chosen",
	arith.AddIOp{}.Kind():                 "sum",
	arith.AddFOp{}.Kind():                 "sum",
	arith.SubIOp{}.Kind():                 "difference",
	arith.SubFOp{}.Kind():                 "difference",
	arith.MulIOp{}.Kind():                 "product",
	arith.MulFOp{}.Kind():                 "product",
	arith.DivFOp{}.Kind():                 "quotient",
	arith.AndIOp{}.Kind():                 "both",
	arith.OrIOp{}.Kind():                  "either",
	arith.MaximumFOp{}.Kind():             "greatest",
	arith.MaxSIOp{}.Kind():                "greatest",
	arith.MinimumFOp{}.Kind():             "least",
	arith.MinSIOp{}.Kind():                "least",
}
