package distribute

import (
	"cmp"
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// threadTerm is a digit of the thread id, (id div unit) mod size, times a weight.
type threadTerm struct{ unit, size, weight int64 }

// threadSum builds the sum of terms, or their exclusive or.
//
//	4·(id mod 8) + 36·(id div 8 mod 4)
//	→ %d:3 = affine.delinearize_index %id into (4, 8)
//	  %a = arith.muli %d#2, %c4
//	  %b = arith.muli %d#1, %c36
//	  arith.addi %b, %a
func (d *distributor) threadSum(terms []threadTerm, xor bool) *ir.Value {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t threadTerm) bool { return t.weight == 0 })
	slices.SortFunc(terms, func(a, b threadTerm) int {
		return cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.size, b.size))
	})
	var sum *ir.Value
	add := func(v *ir.Value) {
		switch {
		case sum == nil:
			sum = v
		case xor:
			sum = arith.NewXOrI(d.rw, sum, v).Result()
		default:
			sum = arith.NewAddI(d.rw, sum, v).Result()
		}
	}
	for len(terms) > 0 {
		var chain, rest []threadTerm
		for _, t := range terms {
			if n := len(chain); n > 0 {
				last := &chain[n-1]
				switch {
				case last.unit == t.unit && last.size == t.size:
					last.weight = combined(last.weight, t.weight, xor)
					continue
				case t.unit%(last.unit*last.size) != 0:
					rest = append(rest, t)
					continue
				case t.continues(*last, xor):
					last.size *= t.size
					continue
				}
			}
			chain = append(chain, t)
		}
		d.addChain(chain, add)
		terms = rest
	}
	if sum == nil {
		return d.index(0)
	}
	return sum
}

func combined(a, b int64, xor bool) int64 {
	if xor {
		return a ^ b
	}
	return a + b
}

// continues reports whether t and the lower term s are together a digit times a weight.
func (t threadTerm) continues(s threadTerm, xor bool) bool {
	if t.unit != s.unit*s.size || t.weight != s.weight*s.size {
		return false
	}
	if !xor {
		return true
	}
	// The product with a weight of several bits is their exclusive or while no bit meets another.
	span := s.size * t.size
	var used int64
	for w := s.weight; w != 0; w &= w - 1 {
		bits := (w & -w) * (span - 1)
		if used&bits != 0 {
			return false
		}
		used |= bits
	}
	return true
}

// addChain adds the terms of digits that do not overlap, lowest first.
func (d *distributor) addChain(chain []threadTerm, add func(v *ir.Value)) {
	var basis []int64 // least significant first
	at := make([]int, len(chain))
	span := int64(1)
	for i, t := range chain {
		if between := t.unit / span; between > 1 {
			basis = append(basis, between)
		}
		at[i] = len(basis)
		basis = append(basis, t.size)
		span = t.unit * t.size
	}
	whole := len(d.workgroup) > 0 && d.workgroupThreads() == span
	slices.Reverse(basis)
	var digits []*ir.Value
	if whole && len(basis) == 1 {
		digits = []*ir.Value{d.threadID}
	} else {
		digits = d.delinearize(d.threadID, basis, whole)
	}
	for i, t := range chain {
		v := digits[len(digits)-1-at[i]]
		if t.weight != 1 {
			v = arith.NewMulI(d.rw, v, d.index(t.weight)).Result()
		}
		add(v)
	}
}
