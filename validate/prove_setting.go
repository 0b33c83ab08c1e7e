package validate

import (
	"fmt"
	"slices"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/sim"
	"optc/validate/internal/prove"
)

// setting is the part that a proof fixes: the extents that types leave open, and where memory is.
type setting struct {
	unknown []extentPlace
	extents []int64
	// places are the first elements of memory arguments in a common memory, by argument; nil:
	// each has its own.
	places  map[int]place
	touched *touched // notes accesses if it is not nil
}

// extentPlace is a dimension of an argument.
type extentPlace struct{ argument, dim int }

// place is a position in a common memory.
type place struct{ block, at int }

// unknownExtents lists the extents that the types of arguments leave open.
func unknownExtents(f Function) (list []extentPlace) {
	for i, a := range f.Op.Body().Args() {
		t, ok := a.Type().(ir.ShapedType)
		if _, isVector := t.(*ir.VectorType); !ok || isVector {
			continue
		}
		for d, n := range t.Shape() {
			if n == ir.Dynamic {
				list = append(list, extentPlace{i, d})
			}
		}
	}
	return list
}

// largestExtents returns the largest extent that a proof covers, given the number of extents.
func largestExtents(n int) (int64, error) {
	list := []int64{0, 17, 5, 3, 2, 1, 1}
	if n >= len(list) {
		return 0, diag.Errorf("symbol", "the arguments have %d unknown extents, and at most %d are tried", n, len(list)-1)
	}
	return list[n], nil
}

// extentsUpTo returns all lists of n extents whose largest extent is most.
func extentsUpTo(n int, most int64) (all [][]int64) {
	if n == 0 {
		if most == 0 {
			return [][]int64{nil}
		}
		return nil
	}
	var extend func(list []int64)
	extend = func(list []int64) {
		if len(list) == n {
			if slices.Max(list) == most {
				all = append(all, slices.Clone(list))
			}
			return
		}
		for v := int64(0); v <= most; v++ {
			extend(append(list, v))
		}
	}
	extend(nil)
	return all
}

// shape returns the extents of an argument.
func (at *setting) shape(argument int, dims []int64) []int64 {
	shape := slices.Clone(dims)
	for k, p := range at.unknown {
		if p.argument == argument {
			shape[p.dim] = at.extents[k]
		}
	}
	return shape
}

// arguments makes the arguments of a function from numbers from outside.
func (at *setting) arguments(s *prove.Symbols, f Function) ([]sim.Value, error) {
	args := make([]sim.Value, f.Op.Body().NumArgs())
	blocks := map[int]*sim.Memory{}
	for i, a := range f.Op.Body().Args() {
		t := a.Type()
		if err := sim.Supported(t); err != nil {
			return nil, err
		}
		name := fmt.Sprintf("x%d", i)
		switch t := t.(type) {
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
			args[i] = s.InputValue(name, t)
		case *ir.VectorType, *ir.TensorType:
			shaped := t.(ir.ShapedType)
			shape := shaped.Shape()
			if tensor, ok := t.(*ir.TensorType); ok {
				shape = at.shape(i, tensor.Dims)
			}
			if n, ok := ir.NumElements(shape); !ok || n > maxElements {
				return nil, diag.Errorf("memory", "argument %d has more than %d elements", i, maxElements)
			}
			if sim.IsWide(shaped.ElementType()) {
				return nil, diag.Errorf("symbol", "there are no terms for integers of type %s", shaped.ElementType())
			}
			v := sim.NewVector(shape, shaped.ElementType())
			for k := range v.Len() {
				v.SetBits(k, s.Input(fmt.Sprintf("%s[%d]", name, k), shaped.ElementType()))
			}
			args[i] = sim.Value{Ref: v}
		case *ir.MemRefType:
			m, err := at.memory(s, blocks, f, i, t)
			if err != nil {
				return nil, err
			}
			args[i] = sim.Value{Ref: m}
		default:
			return nil, diag.Errorf("symbol", "there are no terms of type %s", t)
		}
	}
	return args, nil
}

// layoutOf returns the view of a memory argument, and the elements of its memory.
func (at *setting) layoutOf(argument int, t *ir.MemRefType) (m *sim.MemRef, elements int64, err error) {
	shape := at.shape(argument, t.Dims)
	strides, offset, ok := t.StridesAndOffset()
	if !ok {
		return nil, 0, diag.Errorf("symbol", "there is no memory for the layout of %s", t)
	}
	contiguous := sim.Strides(shape)
	offset = max(offset, 0)
	last, empty := offset, false
	for d, n := range shape {
		if strides[d] == ir.Dynamic {
			strides[d] = contiguous[d]
		}
		if strides[d] < 0 {
			return nil, 0, diag.Errorf("symbol", "there is no memory for negative strides of %s", t)
		}
		empty = empty || n == 0
		if last = ir.AddSaturated(last, ir.MulSaturated(max(n-1, 0), strides[d])); last > maxElements {
			return nil, 0, diag.Errorf("memory", "argument %d has more than %d elements", argument, maxElements)
		}
	}
	if elements = last + 1; empty {
		elements = 0
	}
	return &sim.MemRef{Elem: t.Elem, Sizes: shape, Strides: strides, Offset: offset}, elements, nil
}

// memory makes a memory argument.
func (at *setting) memory(s *prove.Symbols, blocks map[int]*sim.Memory, f Function, i int, t *ir.MemRefType) (*sim.MemRef, error) {
	m, n, err := at.layoutOf(i, t)
	if err != nil {
		return nil, err
	}
	size := int64(sim.ElementBytes(t.Elem))
	p, together := at.places[i]
	if !together {
		p = place{block: -1 - i}
	}
	if m.Mem = blocks[p.block]; m.Mem == nil {
		if together {
			n = 0
			for j, o := range at.places {
				if _, k, err := at.layoutOf(j, f.Op.Body().Arg(j).Type().(*ir.MemRefType)); err == nil && o.block == p.block {
					n = max(n, int64(o.at)+k)
				}
			}
		}
		m.Mem = newMemory(fmt.Sprintf("argument %d", i), n*size)
		blocks[p.block] = m.Mem
		name := fmt.Sprintf("m%d", i)
		if together {
			name = fmt.Sprintf("block %d", p.block)
		}
		whole := &sim.MemRef{Mem: m.Mem, Elem: t.Elem}
		if v, ok := t.Elem.(*ir.VectorType); ok {
			whole.Elem = v.Elem
		}
		lazy := !f.inGroup() && !copies(f.Op)
		if err := s.See(name, whole, lazy, at.touched.of(i)); err != nil {
			return nil, err
		}
	}
	m.Base = int64(p.at) * size
	return m, nil
}

// newMemory returns memory for an argument. A search makes the memory anew for each of its executions, so
// that large memory takes space only for the bytes that they use.
func newMemory(name string, size int64) *sim.Memory {
	const large = 1 << 16
	if size > large {
		return sim.NewSparseMemory(name, 0, size, nil)
	}
	return sim.NewMemory(name, 0, size)
}

// mayShare lists the memory arguments that may share memory with another argument.
func mayShare(f Function) (list []int) {
	for i, a := range f.Op.Body().Args() {
		if _, ok := a.Type().(*ir.MemRefType); ok && !isNoAlias(f.Op, i) {
			list = append(list, i)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// isNoAlias reports whether an argument has llvm.noalias.
func isNoAlias(f *ir.Operation, argument int) bool {
	list, _ := ir.Cast[fn.FuncOp](f).ArgAttrs().(*ir.ArrayAttr)
	if list == nil || argument >= len(list.Elems) {
		return false
	}
	attrs, _ := list.Elems[argument].(*ir.DictAttr)
	return attrs != nil && slices.ContainsFunc(attrs.Entries, func(a ir.NamedAttr) bool { return a.Name == "llvm.noalias" })
}
