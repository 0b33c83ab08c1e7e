package ir

import "hash/maphash"

// Fingerprint is a hash of an operation and its contents: names, types, attributes, locations,
// which value is used where, and the order of blocks and operations. It changes whenever the text
// of the operation changes, including debug information, and does not depend on where the operation
// is.
//
// Fingerprints are comparable only within a process. Two different operations have equal
// fingerprints with probability 2^-64.
func Fingerprint(op *Operation) uint64 {
	f := fingerprinter{values: map[*Value]uint64{}, blocks: map[*Block]uint64{}}
	f.h.SetSeed(fingerprintSeed)
	f.operation(op)
	return f.h.Sum64()
}

var fingerprintSeed = maphash.MakeSeed()

// fingerprinter numbers values and blocks in the order in which it visits them.
type fingerprinter struct {
	h      maphash.Hash
	values map[*Value]uint64
	blocks map[*Block]uint64
}

func (f *fingerprinter) number(n uint64) { maphash.WriteComparable(&f.h, n) }

func (f *fingerprinter) value(v *Value) {
	n, ok := f.values[v]
	if !ok {
		n = uint64(len(f.values))
		f.values[v] = n
	}
	f.number(n)
	if v != nil {
		maphash.WriteComparable(&f.h, v.typ)
	}
}

func (f *fingerprinter) block(b *Block) {
	n, ok := f.blocks[b]
	if !ok {
		n = uint64(len(f.blocks))
		f.blocks[b] = n
	}
	f.number(n)
}

func (f *fingerprinter) operation(op *Operation) {
	maphash.WriteComparable(&f.h, op.def)
	maphash.WriteComparable(&f.h, op.Loc())
	maphash.WriteComparable(&f.h, op.attrs)
	for _, a := range op.props() {
		maphash.WriteComparable(&f.h, a)
	}
	f.number(uint64(len(op.operands())))
	for i := range op.operands() {
		f.value(op.operands()[i].value)
	}
	f.number(uint64(len(op.results())))
	for i := range op.results() {
		f.value(&op.results()[i])
	}
	f.number(uint64(op.NumSuccessors()))
	for i := range op.NumSuccessors() {
		f.block(op.Successor(i))
	}
	f.number(uint64(op.NumRegions()))
	for r := range op.Regions() {
		f.region(r)
	}
}

func (f *fingerprinter) region(r *Region) {
	for b := r.first; b != nil; b = b.next {
		f.block(b)
		f.number(uint64(len(b.args)))
		for i, a := range b.args {
			f.value(a)
			maphash.WriteComparable(&f.h, b.argLocs[i])
		}
		for op := b.first; op != nil; op = op.next {
			f.operation(op)
		}
	}
	f.number(^uint64(0)) // a number that no block has, to mark the end of the region
}
