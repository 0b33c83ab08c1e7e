package target

import "optc/diag"

// VectorLayout is the form in which a vertex field refers to a vector (Poplar and PopLibs
// User Guide, table of vector memory layouts). The zero value is not a layout.
type VectorLayout uint8

// The vector layouts. CompactPtr resolves to one of the other layouts.
const (
	Span         VectorLayout = iota + 1 // 32-bit pointer, 32-bit count
	ShortSpan                            // 20-bit pointer, 11-bit count
	OnePtr                               // 32-bit pointer
	ScaledPtr32                          // bits [17:2] of the address
	ScaledPtr64                          // bits [18:3] of the address
	ScaledPtr128                         // bits [19:4] of the address
	CompactPtr

	numVectorLayouts = int(CompactPtr) + 1
)

// vectorLayouts holds, for each layout: its name; the size and alignment of its representation in
// bytes (Poplar and PopLibs User Guide, Vector memory layouts); the bits that a scaled pointer
// drops; the largest count, or 0 if no count is stored; and the cycles that unpacking an access
// costs (poplibs, cyclesTables.hpp).
var vectorLayouts = [numVectorLayouts]struct {
	name     string
	size     int
	align    int
	shift    int
	maxCount uint64
	cycles   int
}{
	0:            {name: "<no layout>"},
	Span:         {name: "SPAN", size: 8, align: 4, shift: 0, maxCount: 1<<32 - 1, cycles: 0},
	ShortSpan:    {name: "SHORT_SPAN", size: 4, align: 4, shift: 0, maxCount: 1<<ShortSpanCountBits - 1, cycles: 2},
	OnePtr:       {name: "ONE_PTR", size: 4, align: 4, shift: 0, maxCount: 0, cycles: 0},
	ScaledPtr32:  {name: "SCALED_PTR32", size: 2, align: 2, shift: 2, maxCount: 0, cycles: 2},
	ScaledPtr64:  {name: "SCALED_PTR64", size: 2, align: 2, shift: 3, maxCount: 0, cycles: 1},
	ScaledPtr128: {name: "SCALED_PTR128", size: 2, align: 2, shift: 4, maxCount: 0, cycles: 1},
	CompactPtr:   {name: "COMPACT_PTR"},
}

// VectorLayouts returns all vector layouts in the order of their constants.
func VectorLayouts() []VectorLayout {
	return []VectorLayout{Span, ShortSpan, OnePtr, ScaledPtr32, ScaledPtr64, ScaledPtr128, CompactPtr}
}

// String is the name of the layout as C++ and the IR spell it.
func (l VectorLayout) String() string { return vectorLayouts[l].name }

// Size is the size of one representation in bytes; 0 for COMPACT_PTR.
func (l VectorLayout) Size() int { return vectorLayouts[l].size }

// Align is the alignment of a field of this layout in bytes; 0 for COMPACT_PTR.
func (l VectorLayout) Align() int { return vectorLayouts[l].align }

// Shift is the number of low address bits that a scaled pointer drops, otherwise 0.
func (l VectorLayout) Shift() int { return vectorLayouts[l].shift }

// Scale is the unit of the pointer of this layout in bytes, which is also the required
// alignment of the data: 4, 8 or 16 for SCALED_PTR32, 64 and 128, otherwise 1.
func (l VectorLayout) Scale() int { return 1 << vectorLayouts[l].shift }

// DefaultMinAlign is the default of MinAlign in the C++ template (Poplar and PopLibs User
// Guide, Minimum alignment).
func (l VectorLayout) DefaultMinAlign() int { return l.Scale() }

// MaxCount is the largest number of elements that the layout can store, or 0 if it stores
// no count.
func (l VectorLayout) MaxCount() uint64 { return vectorLayouts[l].maxCount }

// HasCount reports whether the representation stores the number of elements.
func (l VectorLayout) HasCount() bool { return vectorLayouts[l].maxCount > 0 }

// UnpackCycles is the extra cost of reading the layout once (poplibs,
// cyclesTables.hpp).
func (l VectorLayout) UnpackCycles() int { return vectorLayouts[l].cycles }

// ParseVectorLayout finds a vector layout by name. The error code is layout-unknown, with
// a suggestion.
func ParseVectorLayout(name string) (VectorLayout, error) {
	var names []string
	for _, l := range VectorLayouts() {
		if l.String() == name {
			return l, nil
		}
		names = append(names, l.String())
	}
	return 0, diag.Errorf("layout-unknown", "unknown vector layout '%s'%s", name, diag.DidYouMean(name, names))
}

// ListLayout is the form in which a vertex field refers to a vector list (Poplar and
// PopLibs User Guide, VectorList layout). The zero value is not a layout.
type ListLayout uint8

// The list layouts. CompactDeltaN resolves to one of the other layouts.
const (
	DeltaN         ListLayout = iota + 1 // 6 bytes, byte offsets
	DeltaNElements                       // 8 bytes, offsets in units of the alignment
	CompactDeltaN

	numListLayouts = int(CompactDeltaN) + 1
)

// listLayouts holds, for each layout: its name; the size and alignment of its base structure in
// bytes; the largest number of sub-vectors (Poplar and PopLibs User Guide, VectorList layout); and
// the cycles for unpacking the base and a delta (poplibs, cyclesTables.hpp).
var listLayouts = [numListLayouts]struct {
	name                    string
	size                    int
	align                   int
	maxSubs                 uint64
	baseCycles, deltaCycles int
}{
	0:              {name: "<no layout>"},
	DeltaN:         {name: "DELTAN", size: 6, align: 2, maxSubs: 1<<deltaNCountBits - 1, baseCycles: 2, deltaCycles: 3},
	DeltaNElements: {name: "DELTANELEMENTS", size: 8, align: 4, maxSubs: 1<<16 - 1, baseCycles: 5, deltaCycles: 2},
	CompactDeltaN:  {name: "COMPACT_DELTAN"},
}

// ListLayouts returns all list layouts in the order of their constants.
func ListLayouts() []ListLayout { return []ListLayout{DeltaN, DeltaNElements, CompactDeltaN} }

// String is the name of the layout as C++ and the IR spell it.
func (l ListLayout) String() string { return listLayouts[l].name }

// Size is the size of the base structure in bytes; 0 for COMPACT_DELTAN.
func (l ListLayout) Size() int { return listLayouts[l].size }

// Align is the alignment of the base structure in bytes; 0 for COMPACT_DELTAN.
func (l ListLayout) Align() int { return listLayouts[l].align }

// MaxSubs is the largest number of sub-vectors.
func (l ListLayout) MaxSubs() uint64 { return listLayouts[l].maxSubs }

// UnpackCycles is the extra cost of reading the base structure once, and of reading a
// delta (poplibs, cyclesTables.hpp).
func (l ListLayout) UnpackCycles() (base, delta int) {
	return listLayouts[l].baseCycles, listLayouts[l].deltaCycles
}

// ParseListLayout finds a list layout by name. The error code is layout-unknown, with a
// suggestion.
func ParseListLayout(name string) (ListLayout, error) {
	var names []string
	for _, l := range ListLayouts() {
		if l.String() == name {
			return l, nil
		}
		names = append(names, l.String())
	}
	return 0, diag.Errorf("layout-unknown", "unknown vector list layout '%s'%s", name, diag.DidYouMean(name, names))
}

// LayoutSet is the set of vector and vector-list layouts of a target. The two
// COMPACT layouts are not members: they resolve to members on every target.
type LayoutSet struct {
	vectors uint8 // bit l: VectorLayout l
	lists   uint8 // bit l: ListLayout l
}

func NewLayoutSet(vectors []VectorLayout, lists []ListLayout) LayoutSet {
	var s LayoutSet
	for _, l := range vectors {
		s.vectors |= 1 << l
	}
	for _, l := range lists {
		s.lists |= 1 << l
	}
	return s
}

// Has reports whether a vector layout exists; COMPACT_PTR exists on every target.
func (s LayoutSet) Has(l VectorLayout) bool {
	return l == CompactPtr || s.vectors&(1<<l) != 0
}

// HasList reports whether a list layout exists; COMPACT_DELTAN exists on every target.
func (s LayoutSet) HasList(l ListLayout) bool {
	return l == CompactDeltaN || s.lists&(1<<l) != 0
}

// VectorNames returns the names of the vector layouts of the set.
func (s LayoutSet) VectorNames() []string {
	var names []string
	for _, l := range VectorLayouts() {
		if l != CompactPtr && s.Has(l) {
			names = append(names, l.String())
		}
	}
	return names
}

// ListNames returns the names of the list layouts of the set.
func (s LayoutSet) ListNames() []string {
	var names []string
	for _, l := range ListLayouts() {
		if l != CompactDeltaN && s.HasList(l) {
			names = append(names, l.String())
		}
	}
	return names
}

// Names returns the names of all layouts of the set, vector layouts first.
func (s LayoutSet) Names() []string { return append(s.VectorNames(), s.ListNames()...) }

// ParseLayoutSet returns the set of the named layouts; the names of the COMPACT layouts
// are allowed but have no effect. The error code is target-unknown, with a suggestion.
func ParseLayoutSet(names []string) (LayoutSet, error) {
	var s LayoutSet
	for _, name := range names {
		if l, err := ParseVectorLayout(name); err == nil {
			s.vectors |= 1 << l
		} else if l, err := ParseListLayout(name); err == nil {
			s.lists |= 1 << l
		} else {
			var known []string
			for _, l := range VectorLayouts() {
				known = append(known, l.String())
			}
			for _, l := range ListLayouts() {
				known = append(known, l.String())
			}
			return LayoutSet{}, diag.Errorf("target-unknown", "unknown layout '%s'%s", name, diag.DidYouMean(name, known))
		}
	}
	s.vectors &^= 1 << CompactPtr
	s.lists &^= 1 << CompactDeltaN
	return s, nil
}

// Widths of the packed parts, in bits (Poplar and PopLibs User Guide, Vector<T>
// layout).
const (
	ShortSpanAddrBits  = 20
	ShortSpanCountBits = 11
	ScaledBits         = 16
	DeltaNAddrBits     = 20
	deltaNCountBits    = 12
	DeltaNOffsetBits   = 18 // offset in bytes in a DELTAN delta word; the rest is the count
	ElementsAddrBits   = 21 // address in the base, and in a delta word with alignment 1
)

// Range is the addresses [Lo, Hi).
type Range struct{ Lo, Hi uint64 }

// PointerRange returns the addresses that a vector layout can express: addresses below
// 2^20 for SHORT_SPAN, addresses within 2^16 times its scale of its base for a scaled
// pointer, all of memory otherwise (Poplar and PopLibs User Guide, Vector<T> layout).
func (t *Target) PointerRange(l VectorLayout) Range {
	r := t.memory()
	switch {
	case l == ShortSpan:
		r.Hi = 1 << ShortSpanAddrBits
	case l.Shift() > 0:
		r.Lo = t.ScaledBase(l)
		r.Hi = r.Lo + 1<<(ScaledBits+l.Shift())
	}
	return r.and(t.memory())
}

// ListRange returns the addresses that the data of a list may have: DELTAN stores the
// base in 20 bits, DELTANELEMENTS in 21 (Poplar and PopLibs User Guide, VectorList
// layout).
func (t *Target) ListRange(l ListLayout) Range {
	bits := ElementsAddrBits
	if l == DeltaN {
		bits = DeltaNAddrBits
	}
	return Range{0, 1 << bits}.and(t.memory())
}

// DeltasRange returns the addresses that the delta array of a list may have: DELTAN
// refers to it by a SCALED_PTR32.
func (t *Target) DeltasRange(l ListLayout) Range {
	if l == DeltaN {
		return t.PointerRange(ScaledPtr32)
	}
	return t.ListRange(l)
}

// memory is the whole memory of a tile.
func (t *Target) memory() Range { return Range{t.MemBase, t.MemEnd()} }

func (r Range) and(o Range) Range { return Range{max(r.Lo, o.Lo), min(r.Hi, o.Hi)} }

// ScaledBase is the address that corresponds to a scaled pointer of 0.
func (t *Target) ScaledBase(l VectorLayout) uint64 {
	if l == ScaledPtr32 {
		return t.Scaled32Base
	}
	return 0
}
