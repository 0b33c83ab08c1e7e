package okk

import (
	"fmt"

	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// side is the source or destination of copies: a tensor whose elements are as wide as the
// copy engine moves them. Shape and strides are numbers; copies of other tensors are written by
// copyOpen.
type side struct {
	like   string      // the name of the tensor
	tensor *okk.Tensor // at any address; nil in system memory
	at     address
	unit   int64 // bytes of an element
	shape  okk.Dims
	stride okk.Dims // of the shape, in elements
	width  int64    // columns per channel of a matrix; 0 for other tensors
	rows   int64    // of a matrix
	cols   int64
	pack   int64 // elements in a unit of the tensor
	usual  bool  // the copy engine finds the strides by itself
}

// sideOf returns the tensor that a value is, in units.
func (x *exporter) sideOf(v *ir.Value) (s side) {
	if t, ok := v.Type().(*okk.SystemType); ok {
		t := t.Tensor
		s = side{at: x.systemPlace(v), unit: t.UnitBytes(), shape: t.PackedShape(), stride: t.UnitStrides(), rows: t.Rows, cols: t.Cols, width: t.Cols, pack: t.Mode.Pack()}
		s.usual = t.Rows == 0 && isContinuous(s.shape, s.stride)
	} else {
		o := x.operand(v)
		t := o.tensor
		s = side{tensor: t, at: o.at, unit: t.Unit, shape: t.Packed, stride: stridesOf(t), rows: t.Type.Rows, cols: t.Type.Cols, pack: t.Type.Mode.Pack()}
		if t.Type.Layout == okk.Matrix {
			s.width = t.Type.Width
		}
		s.usual = x.isDefault(o)
	}
	s.like = x.like(v)
	if s.shape[3] == 1 {
		s.stride[3] = 1 // the copy engine takes no other stride along W
	}
	return s
}

// isContinuous reports whether strides are the strides of a tensor without gaps.
func isContinuous(shape, stride okk.Dims) bool {
	for d, n := range okk.ContinuousStrides(shape) {
		if shape[d] > 1 && stride[d] != n {
			return false
		}
	}
	return true
}

func (s *side) local() bool { return s.tensor != nil }

// address writes the address of a side.
func (x *exporter) sideAddress(s side) string {
	if s.local() {
		return x.address(s.at)
	}
	return x.systemAddress(s.at)
}

// sideShape returns a pointer to the extents of a side, and sideStride to its strides.
func (x *exporter) sideShape(s side) string {
	return x.dims(s.like+"_shape", x.texts(constants(s.shape)))
}

func (x *exporter) sideStride(s side) string {
	if s.usual {
		return "NULL"
	}
	return x.dims(s.like+"_stride", x.texts(constants(s.stride)))
}

// letter is the memory as names of functions have it.
func (s *side) letter() string {
	if s.local() {
		return "L"
	}
	return "S"
}

// wide is a side whose elements have at most 32 bits: a unit of 64 bits is two of them
// along W.
func (s side) wide() side {
	if s.unit == 8 {
		s.unit, s.usual = 4, false
		s.shape[3] *= 2
		for d := range 3 {
			s.stride[d] *= 2
		}
	}
	return s
}

// exchanged is a side with channels and columns exchanged.
func (s side) exchanged() side {
	for _, d := range []*okk.Dims{&s.shape, &s.stride} {
		d[1], d[3] = d[3], d[1]
	}
	if s.shape[3] == 1 {
		s.stride[3] = 1
	}
	s.usual = isContinuous(s.shape, s.stride)
	s.like += "_exchanged"
	return s
}

// batch is the part with one batch, with H, C and W as N, C and H of single elements: in
// this form W may have any stride.
func (s side) batch(n, width int64) side {
	s.at = s.at.plus(extent.Constant(n * s.stride[0] * s.unit))
	s.usual = false
	s.shape = okk.Dims{s.shape[2], s.shape[1], s.shape[3], width}
	s.stride = okk.Dims{s.stride[2], s.stride[1], s.stride[3], 1}
	return s
}

// narrow is a side with the elements of units in place of the units: element j of each.
func (s side) narrow(j, bytes int64) side {
	per := s.unit / bytes
	s.at = s.at.plus(extent.Constant(j * bytes))
	s.unit, s.usual = bytes, false
	for d := range s.stride {
		s.stride[d] *= per
	}
	return s
}

// columns is the part of a matrix that contains the columns of one or several whole
// channels.
func (s side) columns(col, channels, width int64) side {
	c, w := col/s.width, col%s.width
	if s.local() {
		moved := s.tensor.Machine.Part(s.tensor.Address, s.stride, s.unit, okk.Dims{0, c, 0, w})
		s.at = s.at.plus(extent.Constant(moved - s.tensor.Address))
		s.stride = okk.Dims{s.stride[0], s.stride[1], width, 1}
	} else {
		s.at = s.at.plus(extent.Constant(col * s.unit))
		s.stride = okk.Dims{s.stride[2], width, width, 1}
	}
	s.shape, s.usual = okk.Dims{s.rows, channels, 1, width}, false
	return s
}

// eachCopyBox divides a matrix into parts that a copy of tensors can move: a part ends
// where a channel of one of the sides ends, and whole channels stay together if all sides
// have the same width.
func eachCopyBox(cols int64, widths []int64, part func(col, channels, width int64)) {
	width := widths[0]
	for _, w := range widths {
		if w != width {
			width = 0
		}
	}
	col := int64(0)
	if width > 0 && cols >= width {
		part(0, cols/width, width)
		col = cols / width * width
	}
	for col < cols {
		n := cols - col
		for _, w := range widths {
			n = min(n, w-col%w)
		}
		part(col, 1, n)
		col += n
	}
}

// move writes a copy of a tensor.
func (x *exporter) move(dst, src side) {
	dst, src = dst.wide(), src.wide()
	form := "cpy_"
	if dst.stride[3] != 1 || src.stride[3] != 1 {
		form = "cpy_cw_trans_"
		for _, s := range []*side{&dst, &src} {
			if s.stride[3] != 1 {
				*s = s.exchanged()
			}
		}
	}
	x.engine(dst.unit, form+src.letter()+"2"+dst.letter(), x.sideAddress(dst), x.sideAddress(src),
		x.sideShape(dst), x.sideStride(dst), x.sideStride(src))
}

// copy writes okk.load, okk.store, okk.copy and okk.sys_copy.
func (x *exporter) copy(op *ir.Operation) error {
	load := op.Typed().(okk.Moving)
	if !okk.IsSettled(load.Source()) || !okk.IsSettled(load.Destination()) {
		return x.copyOpen(load)
	}
	src, dst := x.sideOf(load.Source()), x.sideOf(load.Destination())
	switch {
	case dst.width == 0 || !dst.local() && !src.local():
		x.move(dst, src)
	case dst.unit == 4 && dst.local() != src.local():
		local, system := dst, src
		if src.local() {
			local, system = src, dst
		}
		x.engine(4, "matrix_"+src.letter()+"2"+dst.letter(), x.sideAddress(dst), x.sideAddress(src),
			fmt.Sprint(local.rows), fmt.Sprint(local.cols), fmt.Sprint(local.width), fmt.Sprint(system.stride[2]))
	default:
		var widths []int64
		for _, s := range []side{dst, src} {
			if s.local() {
				widths = append(widths, s.width)
			}
		}
		eachCopyBox(dst.cols, widths, func(col, channels, width int64) {
			x.move(dst.columns(col, channels, width), src.columns(col, channels, width))
		})
	}
	return nil
}

// moveRows writes okk.gather_rows and okk.scatter_rows.
func (x *exporter) moveRows(op *ir.Operation) {
	values := okk.Tensors(op)
	dst, src, list := x.sideOf(values[0]), x.sideOf(values[1]), x.sideOf(values[2])
	list.usual = false // NULL are the strides of as many indices as the destination has rows
	direction := src.letter() + "2" + dst.letter()
	args := []string{x.sideAddress(dst), x.sideAddress(src), x.sideAddress(list), fmt.Sprint(list.local())}
	if ir.Is[okk.GatherRowsOp](op) {
		direction = "h_gather_" + direction
		args = append(args, x.number(dst.unit, 0)) // in place of rows with an index outside, which there are none of
	} else {
		direction = "h_scatter_" + direction
	}
	x.engine(dst.unit, direction, append(args, x.sideShape(dst), fmt.Sprint(src.shape[2]), x.sideStride(dst), x.sideStride(src), x.sideStride(list))...)
}

// set writes a number to every element of a tensor.
func (x *exporter) set(s side, bits uint32) {
	memory := "system"
	if s.local() {
		memory = "local"
	}
	x.engine(s.unit, "set_C_"+memory, x.sideAddress(s), x.number(s.unit, bits), x.sideShape(s), x.sideStride(s))
}

// setEach writes a number to every element, separately for each batch if the stride along
// W is not 1.
func (x *exporter) setEach(s side, bits uint32) {
	if s.stride[3] == 1 {
		x.set(s.wide(), bits)
		return
	}
	for n := range s.shape[0] {
		if s.unit == 8 {
			x.set(s.narrow(0, 4).batch(n, 2), bits)
		} else {
			x.set(s.batch(n, 1), bits)
		}
	}
}

// fill writes okk.fill, which leaves dummies and the tails of matrices alone.
func (x *exporter) fill(op *ir.Operation) error {
	fill := op.Typed().(okk.Filling)
	v := fill.Destination()
	if !okk.IsSettled(v) {
		return x.fillOpen(v, okk.NumberBits(fill.Value()))
	}
	s := x.sideOf(v)
	bits := okk.NumberBits(fill.Value())
	if s.local() && s.width > 0 {
		bits &= 1<<(8*s.unit) - 1
		eachCopyBox(s.cols, []int64{s.width}, func(col, channels, width int64) { x.set(s.columns(col, channels, width), bits) })
		return nil
	}
	element := s.unit / s.pack
	bits &= 1<<(8*element) - 1
	_, shape := described(v.Type())
	rest := int64(0) // elements of the last unit, if it is not full
	if s.pack > 1 {
		rest = shape[0] % s.pack
	}
	if rest > 0 {
		s.shape[0]--
		x.set(s.narrow(0, element).batch(s.shape[0], rest), bits)
	}
	// A unit holds the number once per element; two elements of 32 bits are in separate
	// words.
	for width := element; width < min(s.unit, 4); width *= 2 {
		bits |= bits << (8 * width)
	}
	if s.shape[0] > 0 {
		x.setEach(s, bits)
	}
	return nil
}

// interleave calls move with the sides of the copies between a tensor and a packed
// tensor: a copy for each place in a unit, or for each batch if planes have gaps.
func (x *exporter) interleave(plain, packed side, move func(plain, packed side)) {
	batches, element := plain.shape[0], packed.unit/packed.pack
	for j := range min(packed.pack, batches) {
		a, b := plain, packed.narrow(j, element)
		a.at = a.at.plus(extent.Constant(j * plain.stride[0] * plain.unit))
		a.usual = false
		a.stride[0] *= packed.pack
		a.shape[0] = (batches - j + packed.pack - 1) / packed.pack
		b.shape[0] = a.shape[0]
		flat := func(s side) bool { return s.shape[2] == 1 || s.stride[2] == s.shape[3]*s.stride[3] }
		if flat(a) && flat(b) {
			for _, s := range []*side{&a, &b} {
				s.stride = okk.Dims{s.stride[0], s.stride[1], s.stride[3], 1}
				s.shape = okk.Dims{s.shape[0], s.shape[1], s.shape[2] * s.shape[3], 1}
			}
			move(a, b)
			continue
		}
		for n := range a.shape[0] {
			move(a.batch(n, 1), b.batch(n, 1))
		}
	}
}

// pack writes okk.pack: a copy for each place in a unit, and the dummies.
func (x *exporter) pack(op *ir.Operation) {
	pack := ir.Cast[okk.PackOp](op)
	plain, packed := x.sideOf(pack.Source()), x.sideOf(pack.Destination())
	batches := plain.shape[0]
	x.interleave(plain, packed, func(a, b side) { x.move(b, a) })
	if rest := batches % packed.pack; rest > 0 {
		element := packed.unit / packed.pack
		dummies := packed.narrow(rest*element, 1).batch(packed.shape[0]-1, (packed.pack-rest)*element)
		x.set(dummies, uint32(pack.Fill()))
	}
}

// unpack writes okk.unpack.
func (x *exporter) unpack(op *ir.Operation) {
	unpack := ir.Cast[okk.UnpackOp](op)
	x.interleave(x.sideOf(unpack.Destination()), x.sideOf(unpack.Source()), func(a, b side) { x.move(a, b) })
}
