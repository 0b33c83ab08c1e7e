package okk

import (
	"cmp"
	"strconv"

	"optc/diag"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/picture"
)

// DefaultMachine is the machine of types outside of any module: it has the figures of the
// OKKernel manual.
const DefaultMachine = "toy4"

// drawType draws the place of a tensor of a type, at the address v.At.
func drawType(t ir.Node, v picture.View) (*draw.Picture, error) {
	m, err := LookupMachine(cmp.Or(v.Machine, DefaultMachine))
	if err != nil {
		return nil, err
	}
	return drawTensor(&m, t.(*LocalType), v.At)
}

// drawAlloc draws a tensor of a kernel at its address.
func drawAlloc(op *ir.Operation, v picture.View) (*draw.Picture, error) {
	alloc := ir.Cast[AllocOp](op)
	t := alloc.Result().Type().(*LocalType)
	at := v.At
	if address, known := AddressOf(alloc.Result()); known && at == "" {
		at = strconv.FormatInt(address, 10)
	}
	if m := MachineFor(op); m != nil && v.Machine == "" {
		return drawTensor(m, t, at)
	}
	return drawType(t, picture.View{Machine: v.Machine, At: at})
}

// drawTensor draws a tensor at an address, by default at the address of the first NPU of
// its type. A type whose layout is open is drawn as okk-choose-w and okk-assign-layout
// resolve it for an operand of most operations, and with its largest extents; a part whose
// strides are not known is drawn as a whole tensor.
func drawTensor(m *Machine, t *LocalType, at string) (*draw.Picture, error) {
	x, err := placeAt(m, t, at)
	if err != nil {
		return nil, err
	}
	return x.Picture(), nil
}

// placeTensor returns the places of the elements of a tensor, at the address v.At.
func placeTensor(t ir.Node, v picture.View) (*layout.Map, error) {
	m, err := LookupMachine(cmp.Or(v.Machine, DefaultMachine))
	if err != nil {
		return nil, err
	}
	x, err := placeAt(&m, t.(*LocalType), v.At)
	if err != nil {
		return nil, err
	}
	return x.Elements(), nil
}

// placeSystem returns the places of the elements of a tensor in system memory.
func placeSystem(t ir.Node, _ picture.View) (*layout.Map, error) {
	x := t.(*SystemType).Tensor
	if err := x.Check(); err != nil {
		return nil, err
	}
	return x.Elements(), nil
}

// placeAt places a tensor of a type at an address, as drawTensor draws it.
func placeAt(m *Machine, t *LocalType, at string) (*Tensor, error) {
	if t.Auto || t.Follows {
		x := t.Tensor
		if t.Follows {
			x.Layout = Aligned
		}
		if x.Layout == Matrix {
			w, err := m.MatrixWidth(Lanes, x.Cols, x.DType, t.Start)
			if err != nil {
				return nil, err
			}
			x.Width = w
		}
		t = t.With(x)
	}
	if at == "" {
		return t.Somewhere(m)
	}
	address, err := strconv.ParseInt(at, 0, 64)
	if err != nil {
		return nil, diag.Errorf("addr-range", "expected an address in local memory, but got '%s'", at)
	}
	where, err := m.Split(address)
	if err != nil {
		return nil, err
	}
	// An address determines more than the type: it also names the first NPU.
	moved := *t
	moved.Start = where.NPU
	if t.Start != 0 && t.Start != where.NPU {
		return nil, startMismatch(t.Start, address, where.NPU)
	}
	return moved.At(m, address)
}
