package validate

import (
	"maps"
	"slices"

	"optc/ir"
	"optc/sim"
	"optc/validate/internal/prove"
)

// inGroup reports whether threads execute the function together.
func (f Function) inGroup() bool { return max(f.Block[0], f.Block[1], f.Block[2]) > 1 }

// memoryPair is memory visible from outside, before and after a pass; nil if a function does not
// use it.
type memoryPair struct {
	name          string
	before, after *prove.World
}

// pairs finds the memory of the same name.
func pairs(before, after []prove.World) (list []memoryPair) {
	for i := range before {
		list = append(list, memoryPair{name: before[i].Name, before: &before[i]})
	}
	for i := range after {
		k := slices.IndexFunc(list, func(p memoryPair) bool { return p.name == after[i].Name })
		if k < 0 {
			k = len(list)
			list = append(list, memoryPair{name: after[i].Name})
		}
		list[k].after = &after[i]
	}
	return list
}

// elements lists the elements that at least one of the functions used, ascending.
func (p memoryPair) elements() []int64 {
	all := map[int64]bool{}
	for _, w := range []*prove.World{p.before, p.after} {
		if w != nil {
			maps.Copy(all, w.Known())
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// number returns an element; if it was not used, it has the number from outside.
func (p memoryPair) number(s *prove.Symbols, w *prove.World, k int64) Value {
	var t ir.Type
	for _, other := range []*prove.World{p.before, p.after} {
		if other != nil {
			t = other.Memory.Elem
		}
	}
	if w == nil || !w.Known()[k] {
		return Value{t, sim.Int(s.Input(prove.ElementName(p.name, k), t))}
	}
	x := w.Element(k)
	if x.IsUndef(0) {
		return Value{t, sim.Poison}
	}
	return Value{t, x.At(0)}
}
