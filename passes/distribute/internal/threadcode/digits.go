package threadcode

import (
	"cmp"
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/ir"
	"optc/layout"
)

// ThreadSum builds the sum, or the exclusive or, of digits of the thread id: (id div Unit) mod
// Size, times Offset.
//
//	4·(id mod 8) + 36·(id div 8 mod 4)
//	→ %d:3 = affine.delinearize_index %id into (4, 8)
//	  %a = arith.muli %d#2, %c4
//	  %b = arith.muli %d#1, %c36
//	  arith.addi %b, %a
func (b *Builder) ThreadSum(terms []layout.Digit, xor bool) *ir.Value {
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
			sum = arith.NewXOrI(b.RW, sum, v).Result()
		default:
			sum = arith.NewAddI(b.RW, sum, v).Result()
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
		b.addChain(chain, add)
		terms = rest
	}
	if sum == nil {
		return b.Index(0)
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
	// The product with a weight of several bits is the exclusive or of shifted copies, as long as no two bits coincide.
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
func (b *Builder) addChain(chain []layout.Digit, add func(v *ir.Value)) {
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
	whole := len(b.Workgroup) > 0 && b.WorkgroupThreads() == span
	slices.Reverse(basis)
	var digits []*ir.Value
	if whole && len(basis) == 1 {
		digits = []*ir.Value{b.ThreadID}
	} else {
		digits = b.Delinearize(b.ThreadID, basis, whole)
	}
	for i, t := range chain {
		v := digits[len(digits)-1-at[i]]
		if t.Offset != 1 {
			v = arith.NewMulI(b.RW, v, b.Index(t.Offset)).Result()
		}
		add(v)
	}
}

// Delinearize splits an index into digits of a static basis. If outer is set, the first entry
// bounds the index, and there is no result for an overflow.
func (b *Builder) Delinearize(v *ir.Value, basis []int64, outer bool) []*ir.Value {
	extents := ir.MergeMixed(basis, nil)
	if !outer {
		extents = slices.Insert(extents, 0, ir.Mixed{Const: ir.Dynamic})
	}
	return affine.NewDelinearizeIndex(b.RW, v, extents).MultiIndex()
}

// Linearize combines digits of a static basis that bounds all of them.
func (b *Builder) Linearize(digits []*ir.Value, basis []int64, disjoint bool) *ir.Value {
	return affine.NewLinearizeIndex(b.RW, digits, ir.MergeMixed(basis, nil), disjoint).LinearIndex()
}

// Digits splits the thread id in a radix whose lowest digits are below, least
// significant last, and returns the digits that the radix was made for.
func (b *Builder) Digits(r layout.Radix, below ...int64) []*ir.Value {
	results := b.Delinearize(b.ThreadID, append(basisOf(r), below...), false)
	out := make([]*ir.Value, len(r.At))
	for i, p := range r.At {
		out[i] = results[len(r.Sizes)-p]
	}
	return out
}

// WithoutFiller builds the condition that the digits of the thread id between the digits of
// a radix are 0. The part above the digits may have any value.
func (b *Builder) WithoutFiller(radix layout.Radix) *ir.Value {
	return b.zeroDigits(b.Delinearize(b.ThreadID, basisOf(radix), false)[1:], radix)
}

// zeroDigits builds the condition that digits that belong to no digit of a radix are 0. The
// last digit is the lowest.
func (b *Builder) zeroDigits(digits []*ir.Value, radix layout.Radix) *ir.Value {
	c := b.RW.Context()
	cond := b.Constant(c.Bool(true))
	for r, digit := range digits {
		if slices.Contains(radix.At, len(digits)-1-r) {
			continue
		}
		cond = arith.NewAndI(b.RW, cond, arith.NewCmpI(b.RW, arith.EQ, digit, b.Index(0)).Result()).Result()
	}
	return cond
}

// FirstOf is FirstCopy for the digits of a radix. The radix is for the thread id divided by the
// number of threads in each unit, such as a subgroup.
func (b *Builder) FirstOf(radix layout.Radix, unit int64) *ir.Value {
	threads := b.WorkgroupThreads()
	// With a known workgroup the outermost digit is bounded. The bound must be
	// exact: a smaller workgroup never fills the layout.
	basis := basisOf(radix)
	outer := len(b.Workgroup) > 0 && threads%(radix.Span*unit) == 0
	if outer {
		basis = append([]int64{threads / (radix.Span * unit)}, basis...)
	}
	if unit > 1 {
		basis = append(basis, unit)
	}
	digits := b.Delinearize(b.ThreadID, basis, outer)
	if unit > 1 {
		digits = digits[:len(digits)-1]
	}
	return b.zeroDigits(digits, radix)
}

// basisOf returns the sizes of a radix in the order of affine.delinearize_index,
// most significant first. Result 0 of the operation is the quotient above the radix, and
// result len(r.Sizes)-p is the digit at position p.
func basisOf(r layout.Radix) []int64 {
	basis := slices.Clone(r.Sizes)
	slices.Reverse(basis)
	return basis
}
