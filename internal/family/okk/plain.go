package okk

import (
	"context"
	"slices"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// plain interprets a kernel without addresses, layouts and NPUs: every buffer and every
// allocation is an array in row-major order, every view a list of places in an array.
type plain struct {
	*lower.Host
	*executor
	kernel  *ir.Operation
	buffers map[*ir.Operation]int // positions of named buffers in the host
	arrays  int
}

func newPlain(_ context.Context, kernel *ir.Operation, o lower.Options) (lower.Machine, error) {
	named, err := buffers(kernel)
	if err != nil {
		return nil, err
	}
	p := &plain{kernel: kernel, buffers: map[*ir.Operation]int{}}
	var list []*lower.HostVariable
	needed := readFirst(kernel)
	for i, op := range named {
		p.buffers[op] = i
		list = append(list, bufferVariable(op, needed))
	}
	p.Host = lower.NewHost(list)
	for i, op := range named {
		if v := ir.Cast[okk.SysBufferOp](op).Value(); v != nil {
			p.Array(i).Write(0, v.Expanded()).Must()
		}
	}
	p.executor = newExecutor(kernel, p, o)
	return p, nil
}

func (p *plain) Run(ctx context.Context) error { return p.run(ctx) }

func (p *plain) Counters() []lower.Counter { return p.Host.Counters() }

// define makes the tensor that an operation defines.
func (p *plain) define(op *ir.Operation, shape []int64, source tensor, offsets []int64) tensor {
	t, _ := described(op.Result(0).Type())
	if source == nil {
		size := countElements(shape) * t.Bytes()
		a := &array{symbolic: p.calc.Symbols != nil, elem: t, extents: shape, piece: t.Bytes(), number: p.arrays}
		p.arrays++
		if i, named := p.buffers[op]; named {
			a.memory = p.Array(i)
		} else {
			a.memory = sim.NewMemory("tensor", 0, size)
			if sysBuffer := ir.As[okk.SysBufferOp](op); sysBuffer.Ok() && sysBuffer.Value() != nil {
				a.memory.Write(0, sysBuffer.Value().Expanded()).Must()
			}
		}
		return a
	}
	from := source.(*array)
	a := &array{symbolic: from.symbolic, elem: t, extents: shape, memory: from.memory, number: from.number, piece: from.piece, at: from.at}
	switch view, _ := okk.ViewOf(op); {
	case view.Part:
		a.at = from.places(shape, func(at []int64) {
			for d := range at {
				at[d] += offsets[d]
			}
		})
	case view.Order != nil:
		moved := make([]int64, len(view.Order))
		a.at = from.places(shape, func(at []int64) {
			for d, i := range view.Order {
				moved[i] = at[d]
			}
			copy(at, moved)
		})
	case view.Strided:
		a.at = restrided(from, shape, op.Result(0).Type().(*okk.SystemType).Tensor.UnitStrides(), view.First)
	case view.Repeats:
		a.at = from.places(shape, func(at []int64) {
			for d, n := range from.extents {
				if n == 1 {
					at[d] = 0
				}
			}
		})
	case ir.Is[okk.BitcastOp](op):
		a.piece = min(from.piece, t.Bytes())
		a.at = recast(from, op, a.piece)
	}
	return a
}

// move returns false, because arrays have no units that a copy could move.
func (p *plain) move(dst, src tensor) (bool, error) { return false, nil }

func (p *plain) pack(dst tensor, fill byte) {}

func (p *plain) destroy(v *ir.Value) {}

// array is a tensor of the plain interpretation: pieces of bytes in an array, several
// of which make an element.
type array struct {
	symbolic bool // elements may be symbols
	elem     okk.DType
	extents  []int64
	memory   *sim.Memory
	number   int     // of the array, for races
	piece    int64   // number of adjacent bytes
	at       []int64 // begin of each piece, in bytes; nil if the pieces are adjacent
}

func (a *array) dtype() okk.DType { return a.elem }
func (a *array) shape() []int64   { return a.extents }

// place returns where piece i begins.
func (a *array) place(i int64) int64 {
	if a.at == nil {
		return i * a.piece
	}
	return a.at[i]
}

// places lists the pieces of a view of that shape, whose coordinates from turns into
// coordinates of the array.
func (a *array) places(shape []int64, from func(at []int64)) []int64 {
	per := a.elem.Bytes() / a.piece
	list := make([]int64, 0, countElements(shape)*per)
	at := make([]int64, len(shape))
	for i := range countElements(shape) {
		for d, rest := len(at)-1, i; d >= 0; d-- {
			at[d] = rest % shape[d]
			rest /= shape[d]
		}
		from(at)
		index := int64(0)
		for d, n := range a.extents {
			index = index*n + at[d]
		}
		for k := range per {
			list = append(list, a.place(index*per+k))
		}
	}
	return list
}

// restrided lists the elements of a view with its own strides.
func restrided(from *array, shape []int64, strides okk.Dims, first int64) (at []int64) {
	inner := strides[len(strides)-len(shape):] // a matrix has strides along H and W
	index := make([]int64, len(shape))
	for range countElements(shape) {
		place := first
		for d, i := range index {
			place += i * inner[d]
		}
		at = append(at, from.place(place))
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return at
}

// recast lists the pieces of a bitcast. Units keep their places: a packed mode keeps the
// batches of a unit together, and without a packed mode nothing changes its place along
// W.
func recast(from *array, op *ir.Operation, piece int64) []int64 {
	bitcast := ir.Cast[okk.BitcastOp](op)
	source := bitcast.Source().Type().(*okk.LocalType).Tensor
	result := bitcast.Result().Type().(*okk.LocalType).Tensor
	list := make([]int64, countElements(from.extents)*from.elem.Bytes()/piece)
	per := from.piece / piece
	plane := countElements(from.extents[1:]) // units of a batch
	// Pieces of an element, and elements of a unit.
	before, after := from.elem.Bytes()/piece, result.DType.Bytes()/piece
	p, p2 := source.Mode.Pack(), result.Mode.Pack()
	for i := range list {
		at := int64(i)
		if p > 1 || p2 > 1 {
			batch, unit := at/after/plane, at/after%plane
			inUnit := batch%p2*after + at%after
			at = ((batch/p2*p+inUnit/before)*plane+unit)*before + inUnit%before
		}
		list[i] = from.place(at/per) + at%per*piece
	}
	return list
}

func (a *array) read() (*elements, error) {
	e := newElements(a.elem, a.extents)
	size := a.elem.Bytes()
	per := size / a.piece
	raw := make([]byte, size)
	for i := range e.Bits {
		if a.symbolic && per == 1 {
			var err *diag.Error
			if e.Bits[i], e.written[i], err = a.memory.Load(a.place(int64(i)), int(size)); err != nil {
				return nil, err
			}
			continue
		}
		all := true
		for k := range per {
			data, written, err := a.memory.Read(a.place(int64(i)*per+k), int(a.piece))
			if err != nil {
				return nil, err
			}
			copy(raw[k*a.piece:], data)
			all = all && written
		}
		e.Bits[i], e.written[i] = load(raw, size), all
	}
	return e, nil
}

func (a *array) write(e *elements) error {
	size := a.elem.Bytes()
	per := size / a.piece
	var raw []byte
	for i, bits := range e.Bits {
		switch {
		case !a.symbolic || !e.written[i]:
		case per == 1:
			a.memory.Store(a.place(int64(i)), int(size), bits).Must()
			continue
		case sim.IsSymbol(bits):
			return diag.Errorf("symbol", "writes the parts of a number that depends on the inputs")
		}
		raw = store(raw[:0], size, bits)
		for k := range per {
			at := a.place(int64(i)*per + k)
			a.memory.Write(at, raw[k*a.piece:(k+1)*a.piece]).Must()
			if !e.written[i] {
				a.memory.Forget(at, int(a.piece)).Must()
			}
		}
	}
	return nil
}

func (a *array) touched() []span {
	total := countElements(a.extents) * a.elem.Bytes()
	if a.at == nil {
		return []span{{a.number, 0, total}}
	}
	at := slices.Clone(a.at)
	slices.Sort(at)
	var list []span
	for _, lo := range at {
		if n := len(list); n > 0 && lo <= list[n-1].hi {
			list[n-1].hi = max(list[n-1].hi, lo+a.piece)
			continue
		}
		list = append(list, span{a.number, lo, lo + a.piece})
	}
	return list
}

func countElements(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

// described returns element type and shape of the type of a tensor.
func described(t ir.Type) (okk.DType, []int64) {
	if t, ok := t.(*okk.LocalType); ok {
		return t.Tensor.DType, t.Tensor.LogicalShape()
	}
	s := t.(*okk.SystemType).Tensor
	return s.DType, s.LogicalShape()
}
