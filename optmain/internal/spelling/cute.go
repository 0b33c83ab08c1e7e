package spelling

import (
	"fmt"
	"slices"
	"strings"

	"optc/layout"
	"optc/layout/spell"
)

// cuteSpellings are the spellings of CuTe: its printed layouts, and the types of the dialect cute, which contain
// such a text (CUTLASS cutlass_compiler/cute_ir, CuteTypes.td, LayoutType and ComposedLayoutType).
//
// A layout of memory has a mode for each dimension. A layout of threads has a mode of threads and a mode of
// registers, and maps them to elements that are numbered along the first dimension first, as the layouts of
// threads and values in CUTLASS do (include/cute/atom/mma_traits_sm80.hpp).
var cuteSpellings = []*Spelling{
	{
		Name: "cute", Title: "shape and stride of CuTe: a memory, or with --shape threads and registers", prefix: "(",
		Sample: "((4,8),(2,2)):((32,1),(16,8))", Memory: true, Both: true,
		Source: "CUTLASS include/cute/layout.hpp, include/cute/swizzle.hpp", read: readCuTe, write: writeCuTe, symbolic: writeLetters,
	},
	{
		Name: "cute.swizzle", Title: "a layout of CuTe whose cells a swizzle exchanges", prefix: "Swizzle<", Memory: true, Both: true,
		Sample: "Swizzle<2,0,2> o 0 o (4,4):(4,1)",
		Source: "CUTLASS include/cute/swizzle_layout.hpp", read: readCuTe, write: writeSwizzled,
	},
	{
		Name: "cute.layout", Title: "shape and stride as a type of the dialect cute", prefix: "!cute.layout<", Memory: true, Both: true,
		Sample: `!cute.layout<"(4,8):(8,1)">`,
		Source: "CUTLASS cutlass_compiler CuteTypes.td, LayoutType", read: readCuTeType, write: writeCuTeType("layout", writeCuTe), symbolic: writeDynamic,
	},
	{
		Name: "cute.composed_layout", Title: "a swizzle and a layout as a type of the dialect cute", prefix: "!cute.composed_layout<", Memory: true, Both: true,
		Sample: `!cute.composed_layout<"S<2,0,2> o 0 o (4,4):(4,1)">`,
		Source: "CUTLASS cutlass_compiler CuteTypes.td, ComposedLayoutType", read: readCuTeType, write: writeCuTeType("composed_layout", writeSwizzled),
	},
}

// readCuTe reads a layout of CuTe. If the shape of a tensor is given, a layout of two modes is a layout of threads and registers.
func readCuTe(text string, o Options) (*Layout, error) {
	if spell.IsSymbolic(text) {
		if _, err := spell.EvalSymbolic(text); err != nil {
			return nil, err
		}
		return nil, errSymbols
	}
	m, err := spell.EvalCuTe(text)
	if err != nil {
		return nil, err
	}
	if m.Count() > maxElements {
		return nil, fmt.Errorf("expected at most %d elements, but got %d", maxElements, m.Count())
	}
	perm := rowMajor(m.Rank())
	if m, err = m.Transpose(perm); err != nil {
		return nil, err
	}
	shape := m.Shape()
	if o.threads == 0 && (o.Shape == nil || slices.Equal(o.Shape, shape)) {
		return &Layout{Shape: shape, Memory: true, Map: m}, nil
	}
	return threadsAndValues(m, o)
}

// threadsAndValues returns the layout of threads whose first mode numbers threads and whose second mode numbers registers.
func threadsAndValues(m *layout.Map, o Options) (*Layout, error) {
	elements, ok := count(o.Shape, maxElements)
	if _, end, err := m.Extent(0); err != nil || !ok || m.Rank() != 2 || end != elements {
		return nil, fmt.Errorf("a layout of %s cells is neither a memory of %s elements nor one of threads and registers that hold them", spellShape(m.Shape()), spellShape(o.Shape))
	}
	// Elements are counted along the first dimension first.
	spec := layout.Digits{Units: 1, Width: 1, Dims: []layout.Dim{{Size: 1}}}
	step := elements
	var digits []layout.Digit
	for _, n := range o.Shape {
		step /= n
		digits = append(digits, layout.Digit{Size: n, Offset: step})
		spec.Dims[0].Size *= n
	}
	spec.Dims[0].Digits = digits
	rows, err := layout.New(spec)
	if err != nil {
		return nil, err
	}
	if m, err = m.Compose(rows); err != nil {
		return nil, err
	}
	shape := m.Shape()
	if m, err = m.Reshape([]int64{1, 1, shape[0], shape[1]}); err != nil {
		return nil, err
	}
	return &Layout{Shape: o.Shape, Map: m, Undivided: true}, nil
}

// writeCuTe writes shapes and strides.
func writeCuTe(l *Layout, _ Options) (string, error) {
	if l.Memory {
		m, err := l.Map.Transpose(rowMajor(l.Map.Rank()))
		if err != nil {
			return "", err
		}
		if text, ok := spell.CuTe(m); ok {
			return text, nil
		}
		d, ok := l.Map.Turned()
		switch {
		case !ok:
			return "", fmt.Errorf("it is two layouts one after the other, which have no common shape and strides")
		case len(d.Turns) > 0:
			return "", fmt.Errorf("its cells are exchanged, which needs a swizzle")
		}
		switch lowest, _, err := l.Map.Extent(0); {
		case err != nil:
			return "", err
		case lowest != 0:
			return "", fmt.Errorf("its lowest cell is %d, not 0", lowest)
		}
		return "", fmt.Errorf("a mode ends within its digits")
	}
	if l.Extent(workgroup) > 1 {
		return "", fmt.Errorf("it has several workgroups")
	}
	m, err := l.Map.Reshape([]int64{l.Threads(), l.Extent(register)})
	if err != nil {
		return "", err
	}
	// From counting along the last dimension to counting along the first.
	spec := layout.Digits{Units: 1, Width: 1}
	step := int64(1)
	for _, n := range l.Shape {
		spec.Dims = append(spec.Dims, layout.Dim{Size: n, Digits: []layout.Digit{{Size: n, Offset: step}}})
		step *= n
	}
	columns, err := layout.New(spec)
	if err != nil {
		return "", err
	}
	if m, err = m.Compose(columns); err != nil {
		return "", err
	}
	d, ok := m.Digits()
	if !ok {
		return "", fmt.Errorf("threads and registers do not number elements by shapes and strides")
	}
	return spell.Modes(d.Dims), nil
}

// writeSwizzled tries the swizzles that exchange cells of the layout, and writes the layout before them.
func writeSwizzled(l *Layout, o Options) (string, error) {
	if !l.Memory {
		return "", fmt.Errorf("a swizzle exchanges cells of a memory")
	}
	_, cells, err := l.Map.Extent(0)
	if err != nil {
		return "", err
	}
	most := int64(log2(max(cells-1, 1))) + 1
	if _, ok := l.Map.Digits(); ok {
		return writeUnswizzled(l, l.Map, "Swizzle<0,4,3>", o)
	}
	for bits := int64(1); 2*bits <= most; bits++ {
		for base := int64(0); base+2*bits <= most; base++ {
			for shift := bits; base+bits+shift <= most; shift++ {
				for _, s := range []layout.Swizzle{{Bits: bits, Base: base, Shift: shift}, {Bits: bits, Base: base, Shift: -shift}} {
					plain, err := l.Map.Swizzled(s) // a swizzle is its own inverse
					if err != nil {
						continue
					}
					if text, err := writeUnswizzled(l, plain, s.String(), o); err == nil {
						return text, nil
					}
				}
			}
		}
	}
	return "", fmt.Errorf("no swizzle of its %d cells makes them regular", cells)
}

// writeUnswizzled writes a layout that is the regular layout plain followed by a swizzle.
func writeUnswizzled(l *Layout, plain *layout.Map, swizzle string, o Options) (string, error) {
	spec, ok := plain.Digits()
	if !ok {
		return "", errOther
	}
	lowest, _, err := plain.Extent(0)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%s o %d o %s", swizzle, lowest, spell.Modes(spec.Dims))
	again, err := readCuTe(text, o)
	if err != nil {
		return "", err
	}
	if how := l.differs(again); how != "" {
		return "", fmt.Errorf("in %s, the closest, %s", text, how)
	}
	return text, nil
}

// writeCuTeType writes a text of CuTe as a type of the dialect cute.
func writeCuTeType(name string, write func(l *Layout, o Options) (string, error)) func(l *Layout, o Options) (string, error) {
	return func(l *Layout, o Options) (string, error) {
		text, err := write(l, o)
		text = strings.Replace(text, "Swizzle<", "S<", 1)
		return fmt.Sprintf("!cute.%s<%q>", name, text), err
	}
}

// readCuTeType reads a type of the dialect cute.
func readCuTeType(text string, o Options) (*Layout, error) {
	r, err := newReader(text)
	if err != nil {
		return nil, err
	}
	inner := strings.TrimSpace(r.text)
	if len(inner) < 2 || inner[0] != '"' || inner[len(inner)-1] != '"' {
		return nil, r.expected("a text in quotes")
	}
	return readCuTe(inner[1:len(inner)-1], o)
}
