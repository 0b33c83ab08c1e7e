package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// openSide is a side of a copy whose sizes are values.
type openSide struct {
	local  bool
	at     string
	unit   int64
	shape  string
	stride string
	// exchanged is set if channels and columns are exchanged, in shape and stride.
	exchanged bool
}

// copyOpen writes a copy of tensors whose sizes are values.
func (x *exporter) copyOpen(move okk.Moving) error {
	if len(x.sizes.Shape(move.Source())) == 2 {
		return x.copyMatrix(move)
	}
	dst, src := x.openSide(move.Destination(), true), x.openSide(move.Source(), false)
	letter := map[bool]string{true: "L", false: "S"}
	form := "cpy_"
	if dst.exchanged || src.exchanged {
		form = "cpy_cw_trans_"
	}
	x.engine(dst.unit, form+letter[src.local]+"2"+letter[dst.local], dst.at, src.at, dst.shape, dst.stride, src.stride)
	return nil
}

// openSide returns a side, with its shape if the call needs the shape.
func (x *exporter) openSide(v *ir.Value, shaped bool) (s openSide) {
	like := x.like(v)
	if t, ok := v.Type().(*okk.SystemType); ok {
		s = openSide{at: x.systemAddress(x.systemPlace(v)), unit: t.Tensor.UnitBytes(), stride: "NULL"}
		shape, strides := slices.Clone(x.sizes.Shape(v)), slices.Clone(x.sizes.SystemStrides(v))
		if s.exchanged = !shape[3].Is(1) && !strides[3].Is(1); s.exchanged {
			shape[1], shape[3] = shape[3], shape[1]
			strides[1], strides[3] = strides[3], extent.Constant(1)
			like += "_exchanged"
		}
		if !x.isContinuous(shape, strides) {
			s.stride = x.dims(like+"_stride", x.texts(strides))
		}
		if shaped {
			s.shape = x.dims(like+"_shape", x.texts(shape))
		}
		return s
	}
	o := x.operand(v)
	s = openSide{local: true, at: x.addressOf(o), unit: o.typ.UnitBytes()}
	if shaped {
		s.shape = x.shape(o)
	}
	s.stride = x.stride(o)
	return s
}

// isContinuous reports whether strides are the strides of a tensor without gaps, for all sizes.
func (x *exporter) isContinuous(shape, strides []extent.Size) bool {
	want := extent.Constant(1)
	for d := len(shape) - 1; d >= 0; d-- {
		if !shape[d].Is(1) && !strides[d].Equal(want) {
			return false
		}
		want = x.sizes.Product(want, shape[d])
	}
	return true
}

// copyMatrix writes a copy of a matrix between local and system memory.
func (x *exporter) copyMatrix(move okk.Moving) error {
	local, system := move.Destination(), move.Source()
	direction := "S2L"
	if _, ok := local.Type().(*okk.SystemType); ok {
		local, system, direction = system, local, "L2S"
	}
	t, ok := local.Type().(*okk.LocalType)
	if _, both := system.Type().(*okk.LocalType); !ok || both || t.Tensor.UnitBytes() != 4 {
		return noForm("a matrix of open sizes is copied in 32 bits between local and system memory")
	}
	at, from := x.addressOf(x.operand(local)), x.systemAddress(x.systemPlace(system))
	if direction == "L2S" {
		at, from = from, at
	}
	shape := x.sizes.Shape(local)
	x.engine(4, "matrix_"+direction, at, from, x.text(shape[0]), x.text(shape[1]), x.text(x.width(local)), x.text(x.sizes.SystemStrides(system)[0]))
	return nil
}

// fillOpen writes a fill of a tensor whose sizes are values.
func (x *exporter) fillOpen(v *ir.Value, bits uint32) error {
	if len(x.sizes.Shape(v)) == 2 {
		return noForm("a matrix of open sizes is filled by okk.set")
	}
	s := x.openSide(v, true)
	memory := "system"
	if s.local {
		memory = "local"
	}
	bits &= 1<<(8*s.unit) - 1
	x.engine(s.unit, "set_C_"+memory, s.at, x.number(s.unit, bits), s.shape, s.stride)
	return nil
}
