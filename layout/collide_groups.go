package layout

import (
	"cmp"
	"slices"

	"optc/num"
)

// collisionGroup is a map of the elements for which all digits outside of a group are 0.
type collisionGroup struct {
	*Map
	axes []groupAxis // axes of the whole map, innermost first
}

// groupAxis is an axis of the whole map, and of the group.
type groupAxis struct {
	whole, part axis
	weights     []int64 // weights of the group's digits in the numbers of the whole axis
}

// index returns the flat index of an element of the group in the whole map.
func (g collisionGroup) index(element int64) (index int64) {
	weight := int64(1)
	for _, a := range g.axes {
		v := element % a.part.size
		element /= a.part.size
		for k, d := range a.part.digits {
			index += v % d.Size * a.weights[k] * weight
			v /= d.Size
		}
		weight *= a.whole.size
	}
	return index
}

// collisionGroups divides the digits of a map into groups such that the lowest elements that share a cell differ only in digits of a
// single group: the steps of a group are multiples of a number that the sums of the smaller digits stay below.
//
//	(8,2,2,2):(0,5,7,12) and (4,4):(100,100)    groups of 8; of 2, 2 and 2; and of 4 and 4
//
// It returns nil if there are no such groups.
func (f *digitForm) collisionGroups(m *Map) (groups []collisionGroup) {
	if len(f.free) > 1 || slices.ContainsFunc(f.axes, func(a axis) bool { return a.shift != 0 }) {
		return nil
	}
	var digits []DigitRef
	for i, a := range f.axes {
		for k, g := range a.digits {
			if g.Unit != 0 && g.Offset != 0 {
				return nil
			}
			digits = append(digits, DigitRef{i, k})
		}
	}
	step := func(r DigitRef) Place { return Place{}.add(f.axes[r.Dim].digits[r.Digit].Forward(), 1) }
	slices.SortFunc(digits, func(a, b DigitRef) int {
		return cmp.Or(step(a).compare(step(b)), cmp.Compare(b.Dim, a.Dim), cmp.Compare(a.Digit, b.Digit))
	})
	multiple := make([]Place, len(digits)+1) // number that divides the steps of a digit and of all higher ones, as long as they are all steps of units, or all of cells
	for i := len(digits) - 1; i >= 0; i-- {
		s := step(digits[i])
		multiple[i] = Place{int(num.GCD(int64(s.Unit), int64(multiple[i+1].Unit))), s.Offset}
		if s.Unit == 0 {
			multiple[i].Unit = 0
			multiple[i].Offset = num.GCD(s.Offset, multiple[i+1].Offset)
		}
	}
	var group []DigitRef
	reach := Place{Offset: m.width - 1}
	for i, r := range digits {
		s := step(r)
		free := s == (Place{}) || i > 0 && step(digits[i-1]) == Place{}
		apart := s.Unit > 0 && (reach.Unit == 0 || multiple[i].Unit > reach.Unit) || s.Unit == 0 && multiple[i].Offset > reach.Offset
		if len(group) > 0 && (free || apart) {
			groups = append(groups, f.collisionGroup(m, group))
			group = nil
		}
		group = append(group, r)
		n := f.axes[r.Dim].digits[r.Digit].Size - 1
		reach = reach.plus(s.Times(n))
	}
	return append(groups, f.collisionGroup(m, group))
}

// collisionGroup returns the map of the elements for which all digits other than the given ones are 0.
func (f *digitForm) collisionGroup(m *Map, digits []DigitRef) collisionGroup {
	g := collisionGroup{Map: &Map{units: m.units, count: 1, width: m.width}}
	form := &digitForm{base: f.base, free: f.free}
	for i, a := range slices.Backward(f.axes) {
		x := groupAxis{whole: a, part: axis{size: 1}}
		weight := Dim{Digits: a.digits}.Weight(len(a.digits))
		tight := true // the higher digits equal the digits of the highest number of the axis, so that the lower ones are at most its digits
		for k, d := range slices.Backward(a.digits) {
			weight /= d.Size
			v := (a.size - 1) / weight % d.Size
			if !slices.Contains(digits, DigitRef{i, k}) {
				tight = tight && v == 0
				continue
			}
			if !tight {
				v = d.Size - 1
			}
			x.part.digits = slices.Insert(x.part.digits, 0, d)
			x.weights = slices.Insert(x.weights, 0, weight)
			x.part.size = (x.part.size-1)*d.Size + v + 1
		}
		if x.part.size > 1 {
			form.axes = append(form.axes, x.part)
		}
		g.axes = append(g.axes, x)
		g.count *= x.part.size
	}
	slices.Reverse(form.axes)
	g.digits, g.shape = form, []int64{g.count}
	form.spec = Digits{Width: m.width, Free: f.spec.Free}
	return g
}

// groupCollision is Collides by groups of digits; ok is false if a group is not decided.
func (m *Map) groupCollision(groups []collisionGroup, steps int) (first, second int64, found, ok bool) {
	second = m.count
	undecided := m.count // no undecided element below it shares a cell
	for _, g := range groups {
		a, b, shared, ok := g.digitsCollide(steps / len(groups))
		switch {
		case !ok:
			undecided = min(undecided, g.index(min(maxHeld, g.count-1)))
		case shared && g.index(b) < second:
			first, second, found = g.index(a), g.index(b), true
		}
	}
	if undecided < m.count && second > undecided {
		return 0, 0, false, false
	}
	if !found {
		second = 0
	}
	return first, second, found, true
}
