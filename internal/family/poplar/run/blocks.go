package run

import "slices"

// blockBytes is the number of bytes of a block, and the largest size of an access to a number.
const blockBytes = 8

// allBytes are the bytes of a block, one bit for each.
const allBytes = 1<<blockBytes - 1

// stamps holds a stamp for each byte of a block.
type stamps [blockBytes]stamp

// kind holds the accesses to a block. If a run made it, done has, for loads and for stores, a bit
// for each byte that the run accessed, and root is the number of the accesses before the run.
type kind struct {
	root, run uint32
	done      [2]uint8
	stamps    stamps
}

// blocks holds the accesses to the bytes of a tile in a compute set. Most blocks have the same
// accesses as other blocks, so that each block stores only the number of its kind, in 2 bytes.
// Numbers below first belong to earlier compute sets or other tiles.
type blocks struct {
	low   []uint16 // the lower half of the number of each block, up to the highest that was accessed
	high  []uint16 // the upper half; nil as long as all are 0
	first uint32   // number 0 of kinds
	kinds []kind   // number 0 is no access
	fresh int      // number of kinds at the begin of the current run
	table []uint32 // hash table of the numbers of the run's kinds, if they are more than few; its length is a power of two
	steps [2][16]step
}

// step is an access by a run to some bytes of a block, one bit for each, which changes the
// number of the block. Most accesses repeat a step.
type step struct {
	run, from, to uint32
	bytes         uint8
}

// few is the number of kinds up to which they are compared one by one.
const few = 8

// forget begins another compute set or tile.
func (b *blocks) forget() {
	b.first += uint32(len(b.kinds))
	b.kinds, b.steps = append(b.kinds[:0], kind{}), [2][16]step{}
	if b.first == 0 || b.first > 1<<15 || b.high != nil {
		clear(b.low)
		b.first, b.high = 1, nil
	}
}

// begin begins another run.
func (b *blocks) begin() { b.fresh, b.table = len(b.kinds), b.table[:0] }

// reserve makes the first n blocks.
func (b *blocks) reserve(n uint64) {
	if n > uint64(len(b.low)) {
		b.low = append(b.low, make([]uint16, n-uint64(len(b.low)))...)
		if b.high != nil {
			b.high = append(b.high, make([]uint16, n-uint64(len(b.high)))...)
		}
	}
}

// numberOf returns the number of a block, which it makes.
func (b *blocks) numberOf(i uint64) uint32 {
	if i >= uint64(len(b.low)) {
		b.reserve(i + 1)
	}
	return b.number(i)
}

// number returns the number of a block.
func (b *blocks) number(i uint64) uint32 {
	n := uint32(b.low[i])
	if b.high != nil {
		n |= uint32(b.high[i]) << 16
	}
	if n < b.first {
		return 0
	}
	return n - b.first
}

// set sets the number of a block.
func (b *blocks) set(i uint64, number uint32) {
	n := b.first + number
	if b.low[i] = uint16(n); b.high != nil {
		b.high[i] = uint16(n >> 16)
	}
}

// stamp returns the accesses to byte i.
func (b *blocks) stamp(i int64) *stamp {
	return &b.kinds[b.numberOf(uint64(i)/blockBytes)].stamps[i%blockBytes]
}

// repeated reports whether a run accessed the bytes of block i already. It returns false if the
// numbers of kinds are split into two halves.
func (b *blocks) repeated(i uint64, run uint32, access int, bytes uint8) bool {
	if i < uint64(len(b.low)) && b.high == nil {
		if n := uint32(b.low[i]) - b.first; n < uint32(len(b.kinds)) {
			k := &b.kinds[n]
			return k.run == run && k.done[access]&bytes == bytes
		}
	}
	return false
}

// follow records an access by a run to some bytes of block i if the step is known.
func (b *blocks) follow(i uint64, run uint32, access int, bytes uint8) bool {
	from := b.numberOf(i)
	s := b.step(from, access, bytes)
	if s.run != run || s.from != from || s.bytes != bytes {
		return false
	}
	b.set(i, s.to)
	return true
}

// step returns the place of a step.
func (b *blocks) step(from uint32, access int, bytes uint8) *step {
	return &b.steps[access&1][(from*5+uint32(bytes))%16]
}

// repeat replaces number from by number to in up to count blocks, stopping at the first block with
// another number, and returns how many it replaced.
func (b *blocks) repeat(i uint64, count int, from, to uint32) int {
	if b.high != nil {
		for n := range count {
			if b.number(i+uint64(n)) != from {
				return n
			}
			b.set(i+uint64(n), to)
		}
		return count
	}
	was, is := uint16(b.first+from), uint16(b.first+to)
	for n, number := range b.low[i:][:count] {
		if number != was && (from != 0 || uint32(number) >= b.first) {
			return n
		}
		b.low[i+uint64(n)] = is
	}
	return count
}

// extended returns the root of the accesses that result when a run, after the accesses with number
// from, accesses some bytes; done are the bytes that the run has then accessed.
func (b *blocks) extended(from, run uint32, access int, bytes uint8) (root uint32, done [2]uint8) {
	root = from
	if k := &b.kinds[from]; k.run == run {
		root, done = k.root, k.done
	}
	done[access] |= bytes
	return root, done
}

// after returns the number of the kind that follows an access, if the run already made this access.
func (b *blocks) after(from, run uint32, access int, bytes uint8) (to uint32, known bool) {
	if k := &b.kinds[from]; k.run == run && k.done[access]&bytes == bytes {
		return from, true
	}
	if to = b.find(b.extended(from, run, access, bytes)); to != 0 {
		*b.step(from, access, bytes) = step{run: run, from: from, to: to, bytes: bytes}
	}
	return to, to != 0
}

// find returns the number of a kind that the run made; 0 if there is none.
func (b *blocks) find(root uint32, done [2]uint8) uint32 {
	fresh := b.kinds[b.fresh:]
	if len(fresh) > few {
		return b.table[b.place(root, done)]
	}
	for i := range fresh {
		if k := &fresh[i]; k.root == root && k.done == done {
			return uint32(b.fresh + i)
		}
	}
	return 0
}

// keep records that the accesses that follow have the same stamps.
func (b *blocks) keep(from, run uint32, access int, bytes uint8) {
	k := &b.kinds[from]
	if k.run != run {
		k.run, k.root, k.done = run, from, [2]uint8{}
	}
	k.done[access] |= bytes
}

// add makes the accesses that follow, which the run did not have before. The caller changes
// the stamps.
func (b *blocks) add(from, run uint32, access int, bytes uint8) (uint32, *stamps) {
	root, done := b.extended(from, run, access, bytes)
	n := uint32(len(b.kinds))
	b.kinds = append(b.kinds, kind{root: root, run: run, done: done, stamps: b.kinds[from].stamps})
	*b.step(from, access, bytes) = step{run: run, from: from, to: n, bytes: bytes}
	if b.first+n > 1<<16-1 && b.high == nil {
		b.high = make([]uint16, len(b.low))
	}
	switch made := len(b.kinds) - b.fresh; {
	case made <= few:
	case 2*made > len(b.table):
		b.rehash()
	default:
		b.table[b.place(root, done)] = n
	}
	return n, &b.kinds[n].stamps
}

// place returns the place of a kind in the hash table, or the place for it.
func (b *blocks) place(root uint32, done [2]uint8) int {
	hash, mask := root*0x9e3779b1^(uint32(done[0])<<8|uint32(done[1]))*0xc2b2ae35, len(b.table)-1
	at := int(hash>>16) & mask
	for {
		n := b.table[at]
		if n == 0 {
			return at
		}
		if k := &b.kinds[n]; k.root == root && k.done == done {
			return at
		}
		at = (at + 1) & mask
	}
}

// rehash makes the hash table larger.
func (b *blocks) rehash() {
	n := max(8*few, 2*len(b.table))
	b.table = slices.Grow(b.table[:0], n)[:n]
	clear(b.table)
	for n := b.fresh; n < len(b.kinds); n++ {
		k := &b.kinds[n]
		b.table[b.place(k.root, k.done)] = uint32(n)
	}
}
