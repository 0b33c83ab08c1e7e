package sectors

import (
	"fmt"
	"slices"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/num"
	"optc/passes/vectors"
)

// mapped finds the places of the elements that an access with a body stores.
type mapped struct {
	body  *ir.Block // computes the place of an element
	known *vectors.Indices
	steps []int64          // elements of memory between neighbours along each dimension, or ir.Dynamic
	rows  map[string]int64 // numbers of the rows whose strides are not known
	grain int64            // elements of memory; unknown indices move by multiples of it, or 0
	sums  map[string]bool  // unknown parts of the places so far
}

// at returns the place of an element, as far as it is known, and names the unknown part. stored is false if the
// element is known not to be accessed.
func (m *mapped) at(coord []int64) (place int64, unknown string, stored bool) {
	yielded := m.known.Yielded(m.body, coord)
	if stores := yielded[len(m.steps)]; stores.Unknown == "" && stores.Known == 0 {
		return 0, "", false
	}
	var row, sums []string
	for k, step := range m.steps {
		index := yielded[k]
		if step == ir.Dynamic {
			row = append(row, fmt.Sprint(index.Known))
			step = unknownStride
		} else {
			place += index.Known * step
		}
		sums = append(sums, index.Unknown)
		m.grain = num.GCD(m.grain, index.Grain*step)
	}
	key := fmt.Sprint(row)
	if _, seen := m.rows[key]; !seen {
		m.rows[key] = int64(len(m.rows))
	}
	unknown = fmt.Sprint(sums)
	m.sums[unknown] = true
	return place + m.rows[key]*unknownStride, unknown, true
}

// newMappedPlace returns the place of a vector that an access moves to memory, as its body computes it.
func newMappedPlace(a *ir.Access, memory *ir.MemRefType, l vectorext.Distribution, known *vectors.Indices) vectorPlace {
	steps, _, ok := memory.StridesAndOffset()
	if !ok {
		steps = slices.Repeat([]int64{ir.Dynamic}, len(memory.Dims))
	}
	m := &mapped{body: a.Body, known: known, steps: steps, rows: map[string]int64{}, sums: map[string]bool{}}
	return vectorPlace{strides: make([]int64, len(l.UndistributedShape())), along: -1, once: true, mapped: m}
}

// finish drops the accesses that no thread makes, and the names of unknown parts if all elements have the same one: like an index
// that is not constant, it begins a sector.
func (m *mapped) finish(a *vectorAccesses) {
	kept := vectorAccesses{lanes: a.lanes}
	for k, list := range a.places {
		if len(list) == 0 {
			continue
		}
		picked := a.picked[k]
		if !m.isBounded() {
			picked = nil
		}
		kept.widths, kept.places, kept.picked = append(kept.widths, a.widths[k]), append(kept.places, list), append(kept.picked, picked)
	}
	*a = kept
}

// isBounded reports whether the number of sectors is only bounded, not known.
func (m *mapped) isBounded() bool { return len(m.sums) > 1 }
