package distribute

import (
	"fmt"
	"slices"

	"optc/dialect/gpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
)

// heldDigit is an extent of the part of a thread: a digit of a dimension of the whole vector.
type heldDigit struct {
	size int64
	dim  int  // of the whole vector
	run  bool // neighbouring values are neighbours in the dimension, and a transfer moves all of them
}

// digitsOf returns the digits of the part of a thread in a layout of any kind.
func digitsOf(l vectorext.Distribution) []heldDigit {
	if packed, ok := l.(*ireemap.PackLayout); ok {
		return packDigits(packed)
	}
	return nestedDigits(l.(*vectorext.NestedLayout))
}

func nestedDigits(l *vectorext.NestedLayout) (digits []heldDigit) {
	for k, size := range l.DistributedShape() {
		digits = append(digits, heldDigit{size: size, dim: k % l.Rank(), run: k >= 2*l.Rank()})
	}
	return digits
}

func packDigits(l *ireemap.PackLayout) (digits []heldDigit) {
	for dim := range l.Rank() {
		m, values := l.Mode(dim), l.Mode(dim).Values()
		for k, size := range values {
			last := k == len(values)-1 && len(m) > 0 && m[len(m)-1].Stride == 0
			digits = append(digits, heldDigit{size: size, dim: dim, run: last})
		}
	}
	return digits
}

// vectorAccesses are the accesses by which the threads of the first subgroup transfer a vector.
type vectorAccesses struct {
	widths  []int64   // bytes of each access of a thread
	places  [][]int64 // for each access, the addresses of the threads
	threads int64
}

// text describes the accesses of a thread.
func (a *vectorAccesses) text() string {
	width := counted(slices.Max(a.widths), "byte")
	if slices.Min(a.widths) < slices.Max(a.widths) {
		width = "up to " + width
	}
	return fmt.Sprintf("%d × %s", len(a.widths), width)
}

// explainTransfer reports the sectors of global memory that the threads of the first subgroup touch in a
// transfer, if the option explain is set. A mask counts as if it were on, and an index that is not constant
// as if it began a sector.
func (d *distributor) explainTransfer(op *ir.Operation, l vectorext.Distribution) {
	t, _ := vector.AsTransfer(op)
	memory, ok := t.BaseType().(*ir.MemRefType)
	if !d.explains || !ok || gpu.SpaceOf(memory) != gpu.Global || partSize(l) > maxHeld {
		return
	}
	place := transferPlace(t, memory)
	place.once = !t.IsRead()
	a, ok := d.accessesOf(l, memory.Elem, place)
	if !ok {
		return
	}
	verb := "writes"
	if t.IsRead() {
		verb = "reads"
	}
	var sectors, least int64
	for k, list := range a.places {
		n, few := layout.Sectors(list, a.widths[k], d.chip.Sector())
		sectors, least = sectors+n, least+few
	}
	than := ", the least"
	if sectors > least {
		than = fmt.Sprintf(", %d if the bytes of each access were neighbours", least)
	}
	d.explain(op, "%s %s; %s touch %s of %d bytes%s", verb, a.text(), counted(a.threads, "thread"), counted(sectors, "sector"), d.chip.Sector(), than)
}

// rowAccesses describes how threads write or read a vector that workgroup memory holds row by row, and the
// cycles of its banks.
func (d *distributor) rowAccesses(l vectorext.Distribution, elem ir.Type, writes bool) string {
	if partSize(l) > maxHeld {
		return counted(partSize(l), "element")
	}
	strides := ir.RowMajorStrides(l.UndistributedShape())
	a, ok := d.accessesOf(l, elem, vectorPlace{strides: strides, along: len(strides) - 1, once: writes})
	if !ok {
		return counted(partSize(l), "element")
	}
	var need, least int64
	for k, list := range a.places {
		need += gpu.Banks.Cycles(list, a.widths[k])
		together := gpu.Banks.Lanes(a.widths[k])
		least += (int64(len(list)) + together - 1) / together
	}
	text := a.text() + " in " + cycles(need)
	if need > least {
		text += fmt.Sprintf(" (%d without conflicts of banks)", least)
	}
	return text
}

// vectorPlace describes where memory holds a vector.
type vectorPlace struct {
	strides []int64 // elements between neighbours along each dimension of the vector
	first   int64   // place of the first element, as far as it is constant
	along   int     // the dimension along which neighbours are neighbours in memory, or -1
	once    bool    // one of the threads that hold the same elements accesses them
}

// accessesOf lists the accesses of a transfer, with the address of each; ok is false if threads cannot tell
// their parts apart.
func (d *distributor) accessesOf(l vectorext.Distribution, elem ir.Type, place vectorPlace) (a vectorAccesses, ok bool) {
	shape := l.UndistributedShape()
	digits, traffic := digitsOf(l), gpu.TrafficOf(elem, d.subgroup)
	most := max(traffic.Widest/traffic.Element, 1) // elements of an access
	var starts []int64                             // positions in the part where accesses begin
	for at := range positionsIn(sizesOf(digits)) {
		position, width, begins := int64(0), int64(1), true
		for k, digit := range digits {
			position = position*digit.size + at[k]
			switch {
			case digit.run && digit.dim == place.along:
				width = min(most, digit.size-at[k])
				begins = begins && at[k]%most == 0
			case place.strides[digit.dim] == 0: // a broadcast reads once
				begins = begins && at[k] == 0
			}
		}
		if begins {
			starts, a.widths = append(starts, position), append(a.widths, width*traffic.Element)
		}
	}
	lanes := d.chip.Lanes(d.subgroup)
	if len(d.workgroup) > 0 {
		lanes = min(lanes, d.workgroupThreads())
	}
	a.places = make([][]int64, len(starts))
	seen := map[int64]bool{}
	for lane := range lanes {
		held, err := l.Held(lane, d.subgroup)
		if err != nil {
			return a, false
		}
		if place.once && seen[held[0]] {
			continue // another thread writes these elements
		}
		seen[held[0]] = true
		a.threads++
		for k, position := range starts {
			at, element := place.first, held[position]
			for dim := len(shape) - 1; dim >= 0; dim-- {
				at += element % shape[dim] * place.strides[dim]
				element /= shape[dim]
			}
			a.places[k] = append(a.places[k], at*traffic.Element)
		}
	}
	return a, true
}

func sizesOf(digits []heldDigit) []int64 {
	sizes := make([]int64, len(digits))
	for k, digit := range digits {
		sizes[k] = digit.size
	}
	return sizes
}

// unknownStride is the least distance of rows whose stride is not known: they share no sectors.
const unknownStride = 1 << 32

// transferPlace returns the place of a vector that is transferred.
func transferPlace(t vector.Transfer, memory *ir.MemRefType) (p vectorPlace) {
	steps, _, ok := memory.StridesAndOffset()
	if !ok {
		steps = slices.Repeat([]int64{ir.Dynamic}, len(memory.Dims))
	}
	for k, index := range t.Indices() {
		if c, ok := ir.ConstantInt(index); ok && steps[k] != ir.Dynamic {
			p.first += c.Int64() * steps[k]
		}
	}
	p.strides, p.along = make([]int64, t.Rank()), -1
	next := int64(unknownStride)
	for r, e := range t.Map().Results {
		k, ok := e.IsDim()
		switch {
		case !ok:
		case steps[k] == ir.Dynamic:
			p.strides[r] = next
			next *= t.VectorType().Dims[r]
		default:
			if p.strides[r] = steps[k]; steps[k] == 1 && k == len(steps)-1 {
				p.along = r
			}
		}
	}
	return p
}
