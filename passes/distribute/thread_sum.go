package distribute

import (
	"cmp"
	"slices"

	"optc/dialect/arith"
	"optc/ir"
	"optc/layout"
)

// threadSum builds the sum, or the exclusive or, of digits of the thread id: (id div Unit) mod
// Size, times Offset.
//
//	4·(id mod 8) + 36·(id div 8 mod 4)
//	→ %d:3 = affine.delinearize_index %id into (4, 8)
//	  %a = arith.muli %d#2, %c4
//	  %b = arith.muli %d#1, %c36
//	  arith.addi %b, %a
func (d *distributor) threadSum(terms []layout.Digit, xor bool) *ir.Value {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t layout.Digit) bool { return t.Offset == 0 })
	slices.SortFunc(terms, func(a, b layout.Digit) int {
		return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Size, b.Size))
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
		var chain, rest []layout.Digit
		for _, t := range terms {
			if n := len(chain); n > 0 {
				last := &chain[n-1]
				switch {
				case last.Unit == t.Unit && last.Size == t.Size:
					last.Offset = combined(last.Offset, t.Offset, xor)
					continue
				case t.Unit%(last.Unit*last.Size) != 0:
					rest = append(rest, t)
					continue
				case continues(t, *last, xor):
					last.Size *= t.Size
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

// continues reports whether t and the lower digit s are together a digit.
func continues(t, s layout.Digit, xor bool) bool {
	if t.Unit != s.Unit*s.Size || t.Offset != s.Offset*s.Size {
		return false
	}
	if !xor {
		return true
	}
	// The product with a weight of several bits is their exclusive or while no bit meets another.
	span := s.Size * t.Size
	var used int64
	for w := s.Offset; w != 0; w &= w - 1 {
		bits := (w & -w) * (span - 1)
		if used&bits != 0 {
			return false
		}
		used |= bits
	}
	return true
}

// addChain adds the terms of digits that do not overlap, lowest first.
func (d *distributor) addChain(chain []layout.Digit, add func(v *ir.Value)) {
	var basis []int64 // least significant first
	at := make([]int, len(chain))
	span := int64(1)
	for i, t := range chain {
		if between := t.Unit / span; between > 1 {
			basis = append(basis, between)
		}
		at[i] = len(basis)
		basis = append(basis, t.Size)
		span = t.Unit * t.Size
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
		if t.Offset != 1 {
			v = arith.NewMulI(d.rw, v, d.index(t.Offset)).Result()
		}
		add(v)
	}
}
