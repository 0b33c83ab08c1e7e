package okk

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/okk"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// operand is a tensor in local memory as an argument of calls.
type operand struct {
	value  *ir.Value
	typ    okk.Type
	tensor *okk.Tensor // at any address; nil if its shape or its strides are not known
	at     address
}

// address is an address in C: an expression and a number of bytes.
type address struct {
	text   string
	offset extent.Size
}

func (a address) plus(offset extent.Size) address { return address{a.text, a.offset.Plus(offset)} }

func (x *exporter) operand(v *ir.Value) *operand {
	t := v.Type().(*okk.LocalType)
	o := &operand{value: v, typ: t.Tensor, at: x.place(v)}
	if t.Settled() {
		o.tensor = diag.Must(t.Somewhere(x.machine))
	}
	return o
}

func (x *exporter) operands(op *ir.Operation) (list []*operand) {
	for _, v := range okk.Tensors(op) {
		list = append(list, x.operand(v))
	}
	return list
}

// address writes an address.
func (x *exporter) address(a address) string {
	if n, known := a.offset.Constant(); known {
		switch {
		case n == 0:
			return a.text
		case n < 0:
			return fmt.Sprint(a.text, " - ", -n)
		}
		return fmt.Sprint(a.text, " + ", n)
	}
	return a.text + " + " + x.text(a.offset)
}

func (x *exporter) addressOf(o *operand) string { return x.address(o.at) }

// shapeOf returns the extents of a tensor in units, as sizes.
func (x *exporter) shapeOf(v *ir.Value) []extent.Size {
	t := v.Type().(*okk.LocalType)
	if t.Open == 0 {
		return constants(t.Tensor.PackedShape())
	}
	shape := x.sizes.Shape(v)
	if len(shape) == 2 {
		w := x.sizes.Smallest(extent.Constant(t.Tensor.Width), shape[1])
		return []extent.Size{shape[0], x.sizes.Quotient(shape[1].Plus(w).Add(-1), w), extent.Constant(1), w}
	}
	return shape
}

func constants(d okk.Dims) (list []extent.Size) {
	for _, n := range d {
		list = append(list, extent.Constant(n))
	}
	return list
}

// shape returns a pointer to the extents of an operand in units.
func (x *exporter) shape(o *operand) string {
	return x.dims(x.like(o.value)+"_shape", x.texts(x.shapeOf(o.value)))
}

// elementShape returns a pointer to the extents of an operand in elements.
func (x *exporter) elementShape(o *operand) string {
	if o.typ.Mode == okk.N1 {
		return x.shape(o)
	}
	return x.dims(x.like(o.value)+"_shape", x.texts(constants(o.typ.Shape)))
}

// stride returns a pointer to the strides of an operand: NULL for the aligned layout of 32 bits,
// which functions assume.
func (x *exporter) stride(o *operand) string {
	if x.isDefault(o) {
		return "NULL"
	}
	strides := x.strides(o.value)
	if whole, ok := strings.CutSuffix(strides[0], ".n"); ok && strides == x.stridesIn(whole, o.value) {
		return "&" + whole
	}
	return x.dims(x.like(o.value)+"_stride", strides)
}

// isDefault reports whether functions find the strides of an operand by themselves.
func (x *exporter) isDefault(o *operand) bool {
	if x.library.typed || o.typ.DType.Bytes() != 4 || o.typ.Mode != okk.N1 || x.machine.Align != 128 || o.typ.Broadcast {
		return false
	}
	if o.tensor == nil {
		t := o.value.Type().(*okk.LocalType)
		return !t.Follows && (t.Tensor.Layout == okk.Aligned || t.Tensor.Layout == okk.Matrix)
	}
	aligned := o.typ
	if aligned.Layout != okk.Matrix {
		aligned.Layout = okk.Aligned
	}
	g := diag.Must(aligned.Geometry(x.machine, o.tensor.Start))
	return o.tensor.Equivalent(g) && x.isAligned(o.value)
}

// isAligned reports whether a tensor is known to begin at a multiple of the machine's alignment, as functions
// expect of a tensor without strides. A tensor of another layout may begin elsewhere, also if its strides have no
// effect.
func (x *exporter) isAligned(v *ir.Value) bool {
	t := v.Type().(*okk.LocalType)
	if t.Tensor.Layout == okk.Aligned || t.Tensor.Layout == okk.Matrix {
		return true
	}
	if ir.Is[okk.AllocOp](v.DefiningOp()) {
		at, known := ir.Cast[okk.AllocOp](v.DefiningOp()).Address()
		return known && at%x.machine.Align == 0
	}
	view, ok := okk.ViewOf(v.DefiningOp())
	if !ok || !x.isAligned(view.Source) {
		return false
	}
	if !view.Part {
		return true
	}
	n, known := x.part(view).offset.Constant()
	return known && n%x.machine.Align == 0
}

// strides returns the strides of a tensor in local memory, in units.
func (x *exporter) strides(v *ir.Value) [4]string {
	t := v.Type().(*okk.LocalType)
	if t.Settled() {
		return x.texts(constants(stridesOf(diag.Must(t.Somewhere(x.machine)))))
	}
	if !t.Follows {
		return x.stridesIn(x.wholeStrides(v), v)
	}
	if first, _ := okk.Carried(v); first != nil {
		return x.strides(first)
	}
	view, _ := okk.ViewOf(v.DefiningOp())
	strides := x.strides(view.Source)
	if view.Repeats {
		from, to := x.sizes.Shape(view.Source), x.sizes.Shape(v)
		for d := range strides {
			if !from[d].Equal(to[d]) {
				strides[d] = "0"
			}
		}
	}
	return strides
}

// wholeStrides returns the variable with the strides of a tensor whose shape is not known.
func (x *exporter) wholeStrides(v *ir.Value) string {
	t := v.Type().(*okk.LocalType)
	if first, _ := okk.Carried(v); first != nil {
		return x.wholeStrides(first)
	}
	shape := x.dims(x.like(v)+"_shape", x.texts(x.shapeOf(v)))
	call := fmt.Sprintf("(%%s, %s, %s);", x.text(x.sizes.Start(v, x.machine.NPUs)), shape)
	if t.Tensor.Layout == okk.Compact {
		call = x.library.compact + call
	} else if x.library.typed {
		call = fmt.Sprintf("tpu_aligned_stride(%%s, %s, %s, %s);", x.text(x.sizes.Start(v, x.machine.NPUs)), shape, word(t.Tensor.UnitBytes()))
	} else {
		call = fmt.Sprintf("okk_128_byte_aligned_stride_for_%dbit", 8*t.Tensor.UnitBytes()) + call
	}
	return x.variable("stride "+call, x.like(v)+"_stride", func(name string) {
		x.line("dim4 %s;", name)
		x.line(call, "&"+name)
	})
}

// stridesIn returns the strides in a variable. The strides along H and W follow from the shape.
func (x *exporter) stridesIn(variable string, v *ir.Value) [4]string {
	return [4]string{variable + ".n", variable + ".c", x.text(x.shapeOf(x.owner(v))[3]), "1"}
}

// owner returns the tensor that has the strides of a part.
func (x *exporter) owner(v *ir.Value) *ir.Value {
	for {
		if first, _ := okk.Carried(v); first != nil {
			v = first
			continue
		}
		view, shown := okk.ViewOf(v.DefiningOp())
		if !shown || !v.Type().(*okk.LocalType).Follows {
			return v
		}
		v = view.Source
	}
}

// place returns the address of a tensor in local memory.
func (x *exporter) place(v *ir.Value) address {
	if name := x.values[v]; name != "" {
		return address{text: name}
	}
	view, _ := okk.ViewOf(v.DefiningOp())
	if !view.Part { // another view, which begins where its source does
		return x.place(view.Source)
	}
	return x.part(view)
}

// part returns the address of a part. A part of other channels begins in another NPU.
func (x *exporter) part(view okk.View) address {
	source := view.Source
	from := source.Type().(*okk.LocalType)
	at := x.place(source)
	offsets := make([]extent.Size, 4)
	for d, o := range view.Offsets {
		offsets[d] = x.sizes.OfMixed(o)
	}
	unit := from.Tensor.UnitBytes()
	if p := from.Tensor.Mode.Pack(); p > 1 {
		offsets[0] = x.sizes.Quotient(offsets[0], extent.Constant(p))
	}
	c, channel := offsets[1].Constant()
	if from.Settled() {
		t := diag.Must(from.Somewhere(x.machine))
		for _, d := range []int{0, 2, 3} {
			at = at.plus(offsets[d].Times(t.Strides[d] * unit))
		}
		if channel {
			moved := x.machine.Part(t.Address, t.Strides, unit, okk.Dims{0, c, 0, 0})
			return at.plus(extent.Constant(moved - t.Address))
		}
	} else {
		if !offsets[0].Is(0) {
			at.text += fmt.Sprintf(" + %s * %s * %d", x.writer.Factor(offsets[0]), x.strides(source)[0], unit)
		}
		row := x.shapeOf(x.owner(source))[3]
		at = at.plus(x.sizes.Product(offsets[2], row).Plus(offsets[3]).Times(unit))
		if channel && c == 0 {
			return at
		}
	}
	x.helper = true
	return address{text: fmt.Sprintf("%s_channel(%s, %s, %s, %d)", x.name, x.address(at), x.text(offsets[1]), x.strides(source)[1], unit)}
}

// channelHelper is a function that finds a channel of a tensor.
const channelHelper = `/* The address of channel c of a tensor whose channels of one NPU are stride units of bytes apart. */
static local_addr_t %[1]s_channel(local_addr_t tensor, int c, int stride, int bytes) {
  const int npu = %[2]s(tensor) + c;
  return npu %% %[3]snpu_num() * %[3]slocal_mem_size_per_npu() + tensor %% %[3]slocal_mem_size_per_npu() + npu / %[3]snpu_num() * stride * bytes;
}

`

// systemPlace returns the address of a tensor in system memory.
func (x *exporter) systemPlace(v *ir.Value) address {
	if name := x.values[v]; name != "" {
		return address{text: name}
	}
	view, _ := okk.ViewOf(v.DefiningOp())
	if !view.Part {
		return x.systemPlace(view.Source).plus(extent.Constant(view.First * view.Source.Type().(*okk.SystemType).Tensor.UnitBytes()))
	}
	t := view.Source.Type().(*okk.SystemType).Tensor
	at, strides := x.systemPlace(view.Source), x.sizes.SystemStrides(view.Source)
	for d, o := range view.Offsets {
		offset := x.sizes.OfMixed(o)
		if d == 0 {
			offset = x.sizes.Quotient(offset, extent.Constant(t.Mode.Pack()))
		}
		at = at.plus(x.sizes.Product(offset, strides[d]).Times(t.UnitBytes()))
	}
	return at
}

// systemAddress writes an address of system memory. Numbers that may exceed the type int are
// computed in the type of the address.
func (x *exporter) systemAddress(a address) string {
	if _, high := x.sizes.Interval(a.offset); high < 1<<31 {
		return x.address(a)
	}
	wide := x.writer
	wide.Cast = "(system_addr_t)"
	return a.text + " + " + wide.Write(a.offset)
}

// comment describes a tensor for a reader.
func describe(t ir.Type) string {
	_, text, _ := strings.Cut(t.String(), "<")
	return strings.TrimSuffix(text, ">")
}
