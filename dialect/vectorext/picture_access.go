package vectorext

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/vector"
	"optc/draw"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/layout/picture"
)

// mostAccesses bounds the number of elements accessed in a step that is drawn.
const mostAccesses = 1 << 16

// drawConversion draws the layout of a value and, for each operation that reads the value from memory
// or writes it, which thread accesses which elements at each step.
func drawConversion(op *ir.Operation, v picture.View) (*draw.Picture, error) {
	l := LayoutOf(op)
	if l == nil {
		t := ir.Cast[ToLayoutOp](op).Output().Type()
		return &draw.Picture{Title: fmt.Sprintf("layout(?) of %s", t), Notes: []string{"The layout is open; optc tune chooses one."}}, nil
	}
	p, err := picture.Draw(l, v)
	if err != nil {
		return nil, err
	}
	if name := ir.Cast[ToLayoutOp](op).Output().NameHint(); name != "" {
		p.Title = "%" + name + ": " + p.Title
	}
	m, perStep, step, _ := l.Steps() // picture.Draw has checked the layout
	drawn := false
	for _, a := range accessesOf(op) {
		switch {
		case a.unknown != "":
			p.Notes = append(p.Notes, fmt.Sprintf("The strides of %s are not known, so what the threads access is not drawn.", a.unknown))
		case int64(m.Units()) > mostAccesses/perStep:
			p.Notes = append(p.Notes, fmt.Sprintf("A step has more than %d accesses, so what the threads access is not drawn.", mostAccesses))
		default:
			drawn = true
			p.Panels = append(p.Panels, a.draw(m, perStep))
			p.Notes = append(p.Notes, a.notes()...)
		}
	}
	if drawn {
		p.Notes = append(p.Notes,
			fmt.Sprintf("Accesses count elements of memory from the place of the transfer; a step is %s of every thread.", step),
			"The last row counts the runs of neighbouring elements that all threads together access in a step: 1 is one contiguous access.")
	}
	return p, nil
}

// Steps returns the map of the layout and the number of registers that a thread accesses
// in a step, the registers of a batch and outer.
func (l *NestedLayout) Steps() (m *layout.Map, registers int64, step string, err error) {
	m, err = l.UnitMap(0, 0)
	registers, _ = ir.NumElements(l.ElementTile)
	return m, registers, "one batch and outer", err
}

// accesses specifies which element of memory a transfer reads or writes for each element
// of the vector.
type accesses struct {
	verb     string
	strides  []int64    // distance, in elements of memory, between neighbours along a dimension of the vector
	gathered []gathered // the dimensions of memory with index operands
	unknown  string     // the type of the memory if its strides are not known
}

// gathered is a dimension of memory along which an index operand specifies the position of an
// element.
type gathered struct {
	name  string     // name of the operand
	at    affine.Map // the element of the index operand, from the dimensions of the vector
	shape []int64    // shape of the operand; nil for a scalar
}

// accessesOf returns the accesses by operations that make the value of a to_layout or store its result.
func accessesOf(op *ir.Operation) (list []accesses) {
	add := func(of *ir.Operation, moved *ir.Value, kind ir.EffectKinds) {
		if a, ok := ir.MoveOf(of); ok && a.Kind == kind && a.Moved == moved && a.Body == nil && !a.Packed {
			list = append(list, newAccesses(&a))
		}
	}
	toLayout := ir.Cast[ToLayoutOp](op)
	add(toLayout.Input().DefiningOp(), toLayout.Input(), ir.Read)
	for use := toLayout.Output().FirstUse(); use != nil; use = use.Next() {
		add(use.Owner(), toLayout.Output(), ir.Write)
	}
	return list
}

// newAccesses distinguishes contiguous dimensions from gathered ones. An index operand that
// counts along a dimension of the vector is treated as contiguous.
func newAccesses(of *ir.Access) accesses {
	a := accesses{verb: verbs[of.Kind == ir.Write][min(len(of.Chosen), 1)], strides: make([]int64, of.Map.NumDims)}
	base := of.Memory.Type().(ir.ShapedType)
	memory := memoryStrides(base)
	for d, e := range of.Map.Results {
		if r, ok := e.IsDim(); ok {
			a.move(base, memory, r, d)
		}
		k, ok := e.IsSymbol()
		if !ok {
			continue
		}
		c := of.Chosen[k]
		if r, ok := stepDim(c.Operand, c.Map); ok {
			a.move(base, memory, r, d)
			continue
		}
		a.gathered = append(a.gathered, gatheredBy(c.Operand, c.Map, fmt.Sprint("s", k)))
	}
	return a
}

// verbs name reads and writes, without and with index operands.
var verbs = map[bool][2]string{false: {"reads", "gathers"}, true: {"writes", "scatters"}}

// gatheredBy returns the dimension in which an index operand specifies positions; all elements of a
// broadcast scalar count as the same element. The dimension is named after the source of the
// operand, or has the given name.
func gatheredBy(v *ir.Value, at affine.Map, name string) gathered {
	if b := ir.DefiningOp[vector.BroadcastOp](v); b.Ok() && !isVector(b.Source().Type()) {
		v, at = b.Source(), affine.Map{}
	}
	if hint := v.NameHint(); hint != "" {
		name = "%" + hint
	}
	g := gathered{name: name, at: at}
	if vec, ok := v.Type().(*ir.VectorType); ok {
		g.shape = vec.Dims
	}
	return g
}

// stepDim reports whether an index operand counts along a dimension of the vector.
func stepDim(v *ir.Value, at affine.Map) (dim int, ok bool) {
	if !ir.DefiningOp[vector.StepOp](v).Ok() {
		return 0, false
	}
	return at.Results[0].IsDim()
}

// memoryStrides returns the strides of a memref or tensor, in elements; nil if they are
// not known.
func memoryStrides(base ir.ShapedType) []int64 {
	if m, ok := base.(*ir.MemRefType); ok {
		strides, _, _ := m.StridesAndOffset()
		return strides
	}
	return ir.RowMajorStrides(base.Shape())
}

// move records that dimension r of the vector runs along dimension d of the memory.
func (a *accesses) move(base ir.ShapedType, memory []int64, r, d int) {
	if memory == nil || memory[d] == ir.Dynamic {
		a.unknown = base.String()
		return
	}
	a.strides[r] += memory[d]
}

// notes explains the notation in the cells.
func (a *accesses) notes() (notes []string) {
	var vectors, scalars []string
	for _, g := range a.gathered {
		if g.shape == nil {
			scalars = append(scalars, g.name)
		} else {
			vectors = append(vectors, g.name+"[n]")
		}
	}
	if scalars != nil {
		notes = append(notes, strings.Join(scalars, ", ")+": where the index operand says, the same for all elements.")
	}
	if vectors != nil {
		notes = append(notes, strings.Join(vectors, ", ")+": where element n of the index operand says, in row-major order; its elements are taken to be neither equal nor neighbours.")
	}
	return notes
}

// place returns the place of an element of the vector: for each gathered dimension the
// number of the element of its index operand, and the offset that is added.
func (a *accesses) place(coord []int64) (index []int64, at int64) {
	for d, c := range coord {
		at += c * a.strides[d]
	}
	for _, g := range a.gathered {
		n := int64(0)
		for d, e := range g.at.Results {
			c, _ := e.IsConst()
			if r, ok := e.IsDim(); ok {
				c = coord[r]
			}
			n = n*g.shape[d] + c
		}
		index = append(index, n)
	}
	return index, at
}

// draw makes a table with a row per thread and a column per step of perStep registers; a
// cell lists the elements of memory that the thread accesses in that step.
func (a *accesses) draw(m *layout.Map, perStep int64) *draw.Panel {
	_, registers, _ := m.Extent(0) // the picture of the layout has checked it
	unit := m.Axes().Unit
	p := &draw.Panel{Title: "what each " + unit.String() + " " + a.verb + " in each step", Axis: draw.Axis{Name: "step", To: min(most, registers/perStep)}}
	threads := min(most, m.Units())
	for k := range threads {
		p.Rows = append(p.Rows, draw.Row{Label: unit.At(int64(k))})
	}
	p.Rows = append(p.Rows, draw.Row{Label: "runs"})
	var coord []int64
	for step := range p.Axis.To {
		all := newPlaces(a)
		for thread := range m.Units() {
			own := newPlaces(a)
			for r := step * perStep; r < (step+1)*perStep; r++ {
				coord = m.Coord(m.Invert(thread, r).Index, coord)
				index, at := a.place(coord)
				own.add(index, at)
				all.add(index, at)
			}
			if thread < threads {
				text := own.text()
				p.Add(draw.Cell{Row: thread, From: step, To: step + 1, Colour: draw.Series(thread), Text: text,
					Hover: fmt.Sprintf("%s %s %s in step %d", unit.At(int64(thread)), a.verb, text, step)})
			}
		}
		n := all.runs()
		p.Add(draw.Cell{Row: threads, From: step, To: step + 1, Colour: draw.Shade(int64(n), int64(max(2, m.Units()))), Text: fmt.Sprint(n),
			Hover: fmt.Sprintf("step %d: %d runs of neighbouring elements", step, n)})
	}
	return p
}

// places holds elements of memory that are accessed together.
type places struct {
	of    *accesses
	index [][]int64          // for each gathered dimension, the elements of the index operand
	at    []int64            // the offset that is added to each
	rows  map[string][]int64 // at, by index
}

func newPlaces(a *accesses) *places {
	return &places{of: a, index: make([][]int64, len(a.gathered)), rows: map[string][]int64{}}
}

func (p *places) add(index []int64, at int64) {
	for i, n := range index {
		p.index[i] = append(p.index[i], n)
	}
	p.at = append(p.at, at)
	key := join(index, ",")
	p.rows[key] = append(p.rows[key], at)
}

// runs counts the runs of neighbouring elements.
func (p *places) runs() (n int) {
	for _, at := range p.rows {
		n += runs(at)
	}
	return n
}

// text writes the accessed elements: "8-11", or "%rows[0]+8-11" with an index operand.
func (p *places) text() string {
	var parts []string
	for i, g := range p.of.gathered {
		part := g.name
		if g.shape != nil {
			part += "[" + accessText(p.index[i]) + "]"
		}
		parts = append(parts, part)
	}
	if at := accessText(p.at); len(parts) == 0 || at != "0" {
		parts = append(parts, at)
	}
	return strings.Join(parts, "+")
}

// accessText writes the elements that a thread accesses: "8", "8-11" for adjacent elements, "8…26"
// otherwise.
func accessText(at []int64) string {
	first, last := slices.Min(at), slices.Max(at)
	switch {
	case first == last:
		return fmt.Sprint(first)
	case runs(at) == 1:
		return fmt.Sprintf("%d-%d", first, last)
	}
	return fmt.Sprintf("%d…%d", first, last)
}

// runs counts the runs of neighbours among elements of memory.
func runs(at []int64) int {
	at = slices.Compact(slices.Sorted(slices.Values(at)))
	n := 0
	for i := range at {
		if i == 0 || at[i] != at[i-1]+1 {
			n++
		}
	}
	return n
}
