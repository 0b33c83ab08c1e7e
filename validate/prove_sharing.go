package validate

import (
	"slices"

	"optc/dialect/memref"
	"optc/ir"
	"optc/sim"
)

// touched records the elements of memory arguments that functions access if all arguments are
// separate. If no written element coincides with an accessed element of another argument, both
// functions have the same effects as with separate arguments.
type touched struct {
	written, any map[int]map[int64]bool // elements by argument and element
}

func newTouched() *touched {
	return &touched{written: map[int]map[int64]bool{}, any: map[int]map[int64]bool{}}
}

// of returns a function that notes an access to the memory of an argument.
func (t *touched) of(argument int) func(element int64, write bool) {
	if t == nil {
		return nil
	}
	if t.any[argument] == nil {
		t.written[argument], t.any[argument] = map[int64]bool{}, map[int64]bool{}
	}
	written, accessed := t.written[argument], t.any[argument]
	return func(element int64, write bool) {
		if accessed[element] = true; write {
			written[element] = true
		}
	}
}

// collide reports whether arguments i and j, whose first elements are distance apart, are accessed
// at the same place and at least one access writes there.
func (t *touched) collide(i, j int, distance int64) bool {
	for k := range t.written[i] {
		if t.any[j][k-distance] {
			return true
		}
	}
	for k := range t.written[j] {
		if t.any[i][k+distance] {
			return true
		}
	}
	return false
}

// maxPlacements bounds the ways to share memory that are tried.
const maxPlacements = 600

// placements lists the ways in which arguments may share memory, as far as it matters; ok is false
// if there are too many, or if elements of several sizes may share memory.
func (t *touched) placements(at *setting, f Function, may []int) (list []map[int]place, ok bool) {
	lengths, size := map[int]int64{}, 0
	var used []int
	for _, i := range may {
		m, n, err := at.layoutOf(i, f.Op.Body().Arg(i).Type().(*ir.MemRefType))
		if err != nil {
			return nil, false
		}
		if len(t.any[i]) == 0 && !copies(f.Op) {
			continue // its place has no visible effect
		}
		if bytes := sim.ElementBytes(m.Elem); size != 0 && bytes != size {
			return nil, false
		} else {
			size = bytes
		}
		if _, isVector := m.Elem.(*ir.VectorType); isVector || copies(f.Op) {
			return nil, false
		}
		lengths[i], used = n, append(used, i)
	}
	writes := false
	for _, i := range used {
		writes = writes || len(t.written[i]) > 0
	}
	if !writes {
		return nil, true
	}
	ok = true
	var next func(k int, at map[int]place)
	next = func(k int, at map[int]place) {
		switch {
		case !ok:
		case k == len(used):
			if !t.matters(at) {
				return
			}
			if len(list) == maxPlacements {
				ok = false
				return
			}
			list = append(list, normal(at))
		default:
			i := used[k]
			with := func(p place) {
				longer := map[int]place{i: p}
				for j, o := range at {
					longer[j] = o
				}
				next(k+1, longer)
			}
			with(place{block: i})
			seen := map[place]bool{}
			for _, j := range used[:k] {
				for d := 1 - lengths[i]; d < lengths[j]; d++ {
					if p := (place{at[j].block, at[j].at + int(d)}); !seen[p] {
						seen[p] = true
						with(p)
					}
				}
			}
		}
	}
	next(0, map[int]place{})
	return list, ok
}

// matters reports whether some arguments collide when they are at the given places.
func (t *touched) matters(at map[int]place) bool {
	for i, p := range at {
		for j, o := range at {
			if i < j && p.block == o.block && t.collide(i, j, int64(o.at-p.at)) {
				return true
			}
		}
	}
	return false
}

// normal moves the places of each block so that the first one is 0.
func normal(at map[int]place) map[int]place {
	least := map[int]int{}
	for _, p := range at {
		least[p.block] = min(least[p.block], p.at)
	}
	out := map[int]place{}
	for i, p := range at {
		out[i] = place{p.block, p.at - least[p.block]}
	}
	return out
}

// copies reports whether a function has operations that copy memory, because their accesses are not
// noted individually.
func copies(f *ir.Operation) (found bool) {
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		found = found || ir.IsAny(op, memref.CopyOp{}, memref.DmaStartOp{}, memref.ReallocOp{}, memref.AssumeAlignmentOp{})
		return ir.Advance
	})
	return found
}

// hasMemory reports whether a function has a memory argument without llvm.noalias.
func hasMemory(f Function) bool {
	for i, a := range f.Op.Body().Args() {
		if _, ok := a.Type().(*ir.MemRefType); ok && !isNoAlias(f.Op, i) {
			return true
		}
	}
	return false
}

// hasOpenLayout reports whether the type of a memory argument leaves a stride or the offset open.
func hasOpenLayout(f Function) bool {
	for _, a := range f.Op.Body().Args() {
		if t, ok := a.Type().(*ir.MemRefType); ok {
			strides, offset, _ := t.StridesAndOffset()
			if offset == ir.Dynamic || t.Layout != nil && slices.Contains(strides, ir.Dynamic) {
				return true
			}
		}
	}
	return false
}
