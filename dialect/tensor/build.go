package tensor

import "optc/ir"

// PreservesStaticInformation reports whether a cast from source to target drops no static
// extent: both have equal element types and ranks, and every extent that is static in
// source is static in target.
func PreservesStaticInformation(source, target ir.Type) bool {
	s, ok := source.(*ir.TensorType)
	t, ok2 := target.(*ir.TensorType)
	if !ok || !ok2 || s.Elem != t.Elem || len(s.Dims) != len(t.Dims) {
		return false
	}
	for i, n := range s.Dims {
		if n != ir.Dynamic && t.Dims[i] == ir.Dynamic {
			return false
		}
	}
	return true
}

// IsStaticCast reports whether op is a tensor.cast to another type whose source is as
// static as its result, so that users may use the source (canFoldIntoConsumerOp
// upstream).
func IsStaticCast(op *ir.Operation) bool {
	cast := ir.As[CastOp](op)
	if !cast.Ok() {
		return false
	}
	source, dest := cast.Source().Type(), cast.Dest().Type()
	return source != dest && PreservesStaticInformation(dest, source)
}
