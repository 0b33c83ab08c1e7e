package ir

import (
	"hash/maphash"
	"slices"
)

// Equivalent reports whether two operations compute the same from the same operands: they agree in
// name, attributes, result types, number of successors and the contents of their regions.
// sameOperand decides which operands defined outside of the operations are the same. Locations are
// ignored.
func Equivalent(a, b *Operation, sameOperand func(x, y *Value) bool) bool {
	if a.NumRegions() == 0 { // nothing inside uses the results
		return sameOperations(a, b, sameOperand, &Mapping{})
	}
	return equivalent(a, b, sameOperand, &Mapping{})
}

// EquivalenceHash is equal for operations that are Equivalent with the same operands. It is only
// comparable within a process.
func EquivalenceHash(op *Operation) uint64 {
	h := hashFrom(op, nil)
	for r := range op.Regions() {
		if r.Empty() {
			continue
		}
		inner := r.first.first
		for n := 0; inner != nil && n < hashedInside; n++ {
			h = h*hashMix ^ hashFrom(inner, r)
			inner = inner.next
		}
	}
	return h
}

const (
	hashMix = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	// hashedInside bounds the number of operations per region that are hashed, so that
	// hashing nested regions stays linear.
	hashedInside = 8
)

// hashFrom hashes an operation without its regions and without the operands that are
// defined in inside.
func hashFrom(op *Operation, inside *Region) uint64 {
	const mix = hashMix
	h := maphash.Comparable(equivalenceSeed, op.def)
	commutative := op.def.Traits&Commutative != 0
	for i := range op.operands() {
		if b := op.operands()[i].value.ParentBlock(); inside != nil && b != nil && b.region == inside {
			continue
		}
		v := maphash.Comparable(equivalenceSeed, op.operands()[i].value)
		if commutative {
			h += v * mix
		} else {
			h = (h ^ v) * mix
		}
	}
	for _, a := range op.props() {
		if a != nil {
			h = (h ^ maphash.Comparable(equivalenceSeed, a)) * mix
		}
	}
	if op.attrs != nil {
		h = (h ^ maphash.Comparable(equivalenceSeed, op.attrs)) * mix
	}
	for i := range op.results() {
		h = (h ^ maphash.Comparable(equivalenceSeed, op.results()[i].typ)) * mix
	}
	return h
}

var equivalenceSeed = maphash.MakeSeed()

// SameValue is the sameOperand of Equivalent for operations that can replace
// each other.
func SameValue(x, y *Value) bool { return x == y }

// equivalent compares operations; inner maps the values defined inside a to the values
// defined inside b.
func equivalent(a, b *Operation, sameOperand func(x, y *Value) bool, inner *Mapping) bool {
	if !sameOperations(a, b, sameOperand, inner) {
		return false
	}
	for i := range a.results() {
		inner.Map(&a.results()[i], &b.results()[i])
	}
	for i := range a.NumRegions() {
		if !equivalentRegions(a.Region(i), b.Region(i), sameOperand, inner) {
			return false
		}
	}
	return true
}

// sameOperations compares operations without the contents of their regions.
func sameOperations(a, b *Operation, sameOperand func(x, y *Value) bool, inner *Mapping) bool {
	if a.def != b.def || a.attrs != b.attrs || len(a.operands()) != len(b.operands()) ||
		len(a.results()) != len(b.results()) || a.NumRegions() != b.NumRegions() ||
		a.NumSuccessors() != b.NumSuccessors() || !sameProps(a.props(), b.props()) {
		return false
	}
	for i := range a.results() {
		if a.results()[i].typ != b.results()[i].typ {
			return false
		}
	}
	if !sameOperands(a, b, sameOperand, inner) {
		return false
	}
	for i := range a.NumSuccessors() {
		if to := inner.blocks[a.Successor(i)]; to != nil && to != b.Successor(i) {
			return false
		}
	}
	return true
}

func sameProps(a, b []Attribute) bool {
	for i := range max(len(a), len(b)) {
		var x, y Attribute
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return false
		}
	}
	return true
}

// sameOperands compares operand lists; the operands of commutative operations may be in
// any order.
func sameOperands(a, b *Operation, same func(x, y *Value) bool, inner *Mapping) bool {
	match := func(x, y *Value) bool {
		if to := inner.values[x]; to != nil {
			return to == y
		}
		return same(x, y)
	}
	inOrder := true
	for i := range a.operands() {
		if !match(a.operands()[i].value, b.operands()[i].value) {
			inOrder = false
			break
		}
	}
	if inOrder || a.def.Traits&Commutative == 0 {
		return inOrder
	}
	used := make([]bool, len(b.operands()))
	for i := range a.operands() {
		found := slices.IndexFunc(b.operands(), func(o OpOperand) bool { return match(a.operands()[i].value, o.value) })
		for found >= 0 && used[found] {
			next := slices.IndexFunc(b.operands()[found+1:], func(o OpOperand) bool { return match(a.operands()[i].value, o.value) })
			if next < 0 {
				return false
			}
			found += 1 + next
		}
		if found < 0 {
			return false
		}
		used[found] = true
	}
	return true
}

func equivalentRegions(a, b *Region, sameOperand func(x, y *Value) bool, inner *Mapping) bool {
	x, y := a.first, b.first
	for ; x != nil && y != nil; x, y = x.next, y.next {
		if len(x.args) != len(y.args) {
			return false
		}
		inner.MapBlock(x, y)
		for i := range x.args {
			if x.args[i].typ != y.args[i].typ {
				return false
			}
			inner.Map(x.args[i], y.args[i])
		}
	}
	if x != nil || y != nil {
		return false
	}
	for x, y = a.first, b.first; x != nil; x, y = x.next, y.next {
		p, q := x.first, y.first
		for ; p != nil && q != nil; p, q = p.next, q.next {
			if !equivalent(p, q, sameOperand, inner) {
				return false
			}
		}
		if p != nil || q != nil {
			return false
		}
	}
	return true
}
