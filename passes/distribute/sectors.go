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

// globalAccesses are the accesses by which threads transfer a vector from or to global memory.
type globalAccesses struct {
	widths  []int64 // bytes of the accesses of a thread
	threads int64   // of the first subgroup
	sectors int64   // that its threads touch, each access by itself
	least   int64   // if the bytes of each access were neighbours
}

// explainTransfer reports the sectors of global memory that the threads of the first subgroup touch in a
// transfer, if the option explain is set. A mask counts as if it were on, and an index that is not constant
// as if it began a sector.
func (d *distributor) explainTransfer(op *ir.Operation, l vectorext.Distribution, digits []heldDigit) {
	t, _ := vector.AsTransfer(op)
	memory, ok := t.BaseType().(*ir.MemRefType)
	if !d.explains || !ok || gpu.SpaceOf(memory) != gpu.Global || partSize(l) > maxHeld {
		return
	}
	a, ok := d.accessesOf(t, memory, l, digits)
	if !ok {
		return
	}
	verb, width := "writes", counted(slices.Max(a.widths), "byte")
	if t.IsRead() {
		verb = "reads"
	}
	if slices.Min(a.widths) < slices.Max(a.widths) {
		width = "up to " + width
	}
	text := fmt.Sprintf("%s %d × %s; %s touch %s of %d bytes", verb, len(a.widths), width,
		counted(a.threads, "thread"), counted(a.sectors, "sector"), d.chip.Sector())
	if a.sectors == a.least {
		text += ", the least"
	} else {
		text += fmt.Sprintf(", %d if the bytes of each access were neighbours", a.least)
	}
	d.explain(op, "%s", text)
}

// accessesOf counts the accesses of a transfer, with the address of each; ok is false if threads cannot tell
// their parts apart.
func (d *distributor) accessesOf(t vector.Transfer, memory *ir.MemRefType, l vectorext.Distribution, digits []heldDigit) (a globalAccesses, ok bool) {
	shape := l.UndistributedShape()
	strides, first, along := transferStrides(t, memory)
	traffic := gpu.TrafficOf(memory.Elem, d.subgroup)
	most := max(traffic.Widest/traffic.Element, 1) // elements of an access
	var starts []int64                             // positions in the part where accesses begin
	for at := range positionsIn(sizesOf(digits)) {
		position, width, begins := int64(0), int64(1), true
		for k, digit := range digits {
			position = position*digit.size + at[k]
			switch {
			case digit.run && digit.dim == along:
				width = min(most, digit.size-at[k])
				begins = begins && at[k]%most == 0
			case strides[digit.dim] == 0: // a broadcast reads once
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
	places := make([][]int64, len(starts))
	seen := map[int64]bool{}
	for lane := range lanes {
		held, err := l.Held(lane, d.subgroup)
		if err != nil {
			return a, false
		}
		if !t.IsRead() && seen[held[0]] {
			continue // another thread writes these elements
		}
		seen[held[0]] = true
		a.threads++
		for k, position := range starts {
			at, element := first, held[position]
			for dim := len(shape) - 1; dim >= 0; dim-- {
				at += element % shape[dim] * strides[dim]
				element /= shape[dim]
			}
			places[k] = append(places[k], at*traffic.Element)
		}
	}
	for k, list := range places {
		touched, least := layout.Sectors(list, a.widths[k], d.chip.Sector())
		a.sectors, a.least = a.sectors+touched, a.least+least
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

// transferStrides returns the distances, in elements of memory, between neighbours along each dimension of
// a vector that is transferred, the place of its first element as far as it is constant, and the dimension
// along which neighbours are neighbours in memory, or -1.
func transferStrides(t vector.Transfer, memory *ir.MemRefType) (strides []int64, first int64, along int) {
	steps, _, ok := memory.StridesAndOffset()
	if !ok {
		steps = slices.Repeat([]int64{ir.Dynamic}, len(memory.Dims))
	}
	for k, index := range t.Indices() {
		if c, ok := ir.ConstantInt(index); ok && steps[k] != ir.Dynamic {
			first += c.Int64() * steps[k]
		}
	}
	strides, along = make([]int64, t.Rank()), -1
	next := int64(unknownStride)
	for r, e := range t.Map().Results {
		k, ok := e.IsDim()
		switch {
		case !ok:
		case steps[k] == ir.Dynamic:
			strides[r] = next
			next *= t.VectorType().Dims[r]
		default:
			if strides[r] = steps[k]; steps[k] == 1 && k == len(steps)-1 {
				along = r
			}
		}
	}
	return strides, first, along
}
