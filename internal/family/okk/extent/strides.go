package extent

import (
	"optc/dialect/okk"
	"optc/ir"
)

// SystemStrides returns the strides of a tensor in system memory along its logical shape, in
// units.
func (x *Sizes) SystemStrides(v *ir.Value) []Size {
	t := v.Type().(*okk.SystemType)
	shape := x.Shape(v)
	if t.Follows {
		if view, ok := okk.ViewOf(v.DefiningOp()); ok {
			from := x.SystemStrides(view.Source)
			if view.Order == nil {
				return from
			}
			out := make([]Size, len(from))
			for d, i := range view.Order {
				out[d] = from[i]
			}
			return out
		}
		if init, _ := okk.Carried(v); init != nil {
			return x.SystemStrides(init)
		}
		return []Size{shape[1], Constant(1)} // a buffer: a matrix without gaps
	}
	if len(shape) == 2 {
		return []Size{Constant(t.Tensor.RowStride), Constant(1)}
	}
	if t.Tensor.Strides != nil || t.Open == 0 {
		var out []Size
		for _, n := range t.Tensor.UnitStrides() {
			out = append(out, Constant(n))
		}
		return out
	}
	plane := x.Product(shape[2], shape[3])
	return []Size{x.Product(shape[1], plane), plane, shape[3], Constant(1)}
}
