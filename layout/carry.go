package layout

import (
	"math/bits"
	"slices"

	"optc/num"
)

// carrySet is the set of the indices at which a number in mixed radix carries up to one of its digits, but no further:
//
//	j mod modulus = rest, and not j mod m = r for the pairs in except
//
// At all of them, the place moves by the same step from the place of the index before.
//
//	(3,5):(1,10)    index  0  1  2  3  4  5  6  7         carries to digit 1 at 3, 6, …: 0 mod 3, except 0 mod 15
//	                cell   0  1  2 10 11 12 20 21         steps by 10 - 2·1 = 8
type carrySet struct {
	residue
	except [2]residue // modulus 0 if there is no exception
	step   Place
}

// residue is the class of the numbers that are congruent to rest modulo modulus.
type residue struct{ rest, modulus int64 }

// carrySets returns the sets of carries of axes, outermost first. ok is false if an axis other than the outermost ends within a
// group of its digits: then its carries are in no residue class.
func carrySets(axes []axis) (sets []carrySet, ok bool) {
	n := 0
	for _, a := range axes {
		n += len(a.digits)
	}
	sets = make([]carrySet, 0, n)
	weight := int64(1)
	var back Place // how much the axes below move when they begin again
	for i, a := range slices.Backward(axes) {
		below := int64(1)
		from := back
		for k, g := range a.digits {
			s := carrySet{residue: carriesAt(a.shift, below, weight), step: from.add(g, 1)}
			if i > 0 {
				if a.size%below != 0 {
					return nil, false
				}
				s.except[0] = residue{0, a.size * weight}
			}
			if k < len(a.digits)-1 {
				s.except[1] = carriesAt(a.shift, below*g.Size, weight)
			}
			sets = append(sets, s)
			from = from.add(g, 1-g.Size)
			below *= g.Size
		}
		first, last := Place{}.AddNumber(a.shift, a.digits), Place{}.AddNumber(a.shift+a.size-1, a.digits)
		back.Unit += first.Unit - last.Unit
		back.Offset += first.Offset - last.Offset
		weight *= a.size
	}
	return sets, true
}

// carriesAt returns the indices at which a number, which begins at shift and grows by 1 every weight indices, is a multiple of
// below.
func carriesAt(shift, below, weight int64) residue {
	rest, ok := Mul(num.Mod(-shift, below), weight)
	if !ok {
		rest = Limit - 1 // beyond all indices
	}
	modulus, ok := Mul(below, weight)
	if !ok {
		modulus = Limit
	}
	return residue{rest, modulus}
}

// firstChange returns the lowest index below count at which two numbers in mixed radix step differently; 0 if there is none. ok
// is false if residue classes do not describe their carries.
//
// It intersects each set of carries of one number with the sets of the other, so that it takes steps per pair of
// digits, independently of the sizes of the digits.
func firstChange(a, b []axis, count int64) (index int64, ok bool) {
	first, ok1 := carrySets(a)
	second, ok2 := carrySets(b)
	index = count
	for i := range first {
		for k := range second {
			if s, t := &first[i], &second[k]; s.step != t.step {
				index = s.meets(t, index)
			}
		}
	}
	if index == count {
		index = 0
	}
	return index, ok1 && ok2
}

// meets returns the lowest index from 1 to end - 1 that is in both sets, or end.
func (s *carrySet) meets(t *carrySet, end int64) int64 {
	both, ok := s.residue.meet(t.residue, end)
	if !ok {
		return end
	}
	// Four residue classes that cover 16 consecutive members of a progression cover all of it (Crittenden and Vanden Eynden,
	// 1969); the index 0 may be a 17th member that is left out.
	for n := range int64(17) {
		step, ok := Mul(n, both.modulus)
		switch j := both.rest + step; {
		case !ok || j >= end:
			return end
		case j > 0 && !s.excludes(j) && !t.excludes(j):
			return j
		}
	}
	return end
}

// excludes reports whether an index is among the exceptions.
func (s *carrySet) excludes(j int64) bool {
	for _, r := range s.except {
		if r.modulus > 0 && j%r.modulus == r.rest {
			return true
		}
	}
	return false
}

// meet returns the intersection of two classes; ok is false if it has no number below end.
func (r residue) meet(t residue, end int64) (both residue, ok bool) {
	if r.modulus >= end { // one number at most
		return r, r.rest < end && r.rest%t.modulus == t.rest
	}
	if t.modulus >= end {
		return t.meet(r, end)
	}
	g := num.GCD(r.modulus, t.modulus)
	if (t.rest-r.rest)%g != 0 {
		return both, false
	}
	m := t.modulus / g
	n := mulMod(num.Mod((t.rest-r.rest)/g, m), inverseMod(r.modulus/g%m, m), m)
	add, ok := Mul(n, r.modulus)
	if both.rest = r.rest + add; !ok || both.rest >= end {
		return both, false
	}
	if both.modulus, ok = Mul(r.modulus, m); !ok {
		both.modulus = Limit
	}
	return both, true
}

// mulMod returns a·b mod m for numbers from 0 to m.
func mulMod(a, b, m int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int64(bits.Rem64(hi, lo, uint64(m)))
}

// inverseMod returns the number x below m for which a·x mod m is 1, or 0 if m is 1; a and m have no common divisor.
func inverseMod(a, m int64) int64 {
	x, next := int64(0), int64(1)
	for r, s := m, a; s != 0; {
		q := r / s
		r, s = s, r-q*s
		x, next = next, x-q*next
	}
	return num.Mod(x, m)
}
