package target

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/num"
)

// Target describes a device. It is data: every figure can be overridden with
// [Target.With], and no code depends on a particular chip. Targets are values and
// are compared with ==.
type Target struct {
	Arch           string // architecture that selected the defaults: "ipu1", "ipu2", "ipu21", "cpu"
	NumIPUs        int    // IPUs of the device, at least 1
	TilesPerIPU    int    // tiles of an IPU, at least 1; any number, not only powers of two
	BytesPerTile   uint64 // size of tile memory in bytes
	MemBase        uint64 // address of the first byte
	Region1Base    uint64 // first address of the interleaved region; MemEnd if there is no such region
	ElementBytes   uint64 // size of one memory element of region 0, in bytes
	Interleave     int    // elements that region 1 interleaves
	InterleaveUnit uint64 // bytes taken from an element before the next is used
	Workers        int    // worker contexts per tile
	DataPathBits   int    // width of one load or store, in bits
	AtomicStore    uint64 // smallest size and alignment, in bytes, stored without read-modify-write
	AddressBits    int    // width of an architectural tile address, in bits

	// Scaled32Base is the address that corresponds to a SCALED_PTR32 of 0; NoAddress if the layout
	// does not exist.
	Scaled32Base uint64

	// NoQuarterMetadata is set if quarter data has no metadata, so that edges to it have
	// the layouts of any other type.
	NoQuarterMetadata bool

	Layouts LayoutSet // vector and vector-list layouts that exist

	vectorWidth [scalar.Count]int // elements of the widest arithmetic
	typeSize    [scalar.Count]int // bytes of one element
}

// NoAddress is the value of an address that a target does not have.
const NoAddress = ^uint64(0)

// NumTiles is the number of tiles of the device. Tiles are numbered IPU by IPU.
func (t *Target) NumTiles() int { return t.NumIPUs * t.TilesPerIPU }

// MemEnd is the address after the last byte of tile memory.
func (t *Target) MemEnd() uint64 { return t.MemBase + t.BytesPerTile }

// IPUOf returns the IPU of a tile, tile / TilesPerIPU.
func (t *Target) IPUOf(tile int) int { return tile / t.TilesPerIPU }

// VectorWidth is the number of elements of type e that the widest arithmetic instruction
// handles; 0 if e is not a type.
func (t *Target) VectorWidth(e scalar.Type) int { return t.vectorWidth[e] }

// TypeSize is the size and alignment of an element of type e in the memory of this
// target, in bytes; 0 if e is not a type.
func (t *Target) TypeSize(e scalar.Type) int { return t.typeSize[e] }

// IsTile reports whether memory of this target has the layouts of tile memory. The CPU
// target does not: its pointers are the host's.
func (t *Target) IsTile() bool { return t.Arch != cpuArch }

// Virtual returns the target of the virtual graph that consists of the tiles [lo, hi):
// tile i of it is tile lo+i of t. A range of whole IPUs stays divided into IPUs; any
// other range is a single IPU of hi-lo tiles. The error code is tile-range.
func (t Target) Virtual(lo, hi int) (Target, error) {
	if lo < 0 || lo >= hi || hi > t.NumTiles() {
		return Target{}, diag.Errorf("tile-range", "expected a non-empty range of tiles below %d, but got [%d, %d)", t.NumTiles(), lo, hi)
	}
	if per := t.TilesPerIPU; lo%per == 0 && hi%per == 0 {
		t.NumIPUs = (hi - lo) / per
	} else {
		t.NumIPUs, t.TilesPerIPU = 1, hi-lo
	}
	return t, nil
}

const cpuArch = "cpu"

// Defaults of the known architectures. bow has the tile architecture of ipu2.
func defaults(arch string) (Target, bool) {
	t := Target{
		Arch:           arch,
		NumIPUs:        1,
		TilesPerIPU:    1472,
		BytesPerTile:   638976, // 624 KiB
		MemBase:        0x4C000,
		Region1Base:    0x80000,
		ElementBytes:   16384,
		Interleave:     2,
		InterleaveUnit: 8,
		Workers:        6,
		DataPathBits:   64,
		AtomicStore:    4,
		AddressBits:    21,
		Scaled32Base:   NoAddress,
		Layouts:        NewLayoutSet([]VectorLayout{Span, ShortSpan, OnePtr, ScaledPtr128}, []ListLayout{DeltaNElements}),
	}
	for _, e := range scalar.Types() {
		t.typeSize[e] = e.Size()
		// One access of the data path; 64-bit integers are handled one at a time.
		t.vectorWidth[e] = max(1, t.DataPathBits/(8*e.Size()))
	}
	for _, a := range architectures {
		if a.name == arch {
			a.differs(&t)
			return t, true
		}
	}
	return Target{}, false
}

// architectures is the table of known architectures, with their differences from ipu2.
var architectures = []struct {
	name    string
	differs func(t *Target)
}{
	{"ipu1", func(t *Target) {
		t.TilesPerIPU = 1216
		t.BytesPerTile = 262144 // 256 KiB
		t.MemBase = 0x40000
		t.Region1Base = 0x60000
		t.Scaled32Base = 0x40000
		t.Layouts = NewLayoutSet(
			[]VectorLayout{Span, ShortSpan, OnePtr, ScaledPtr32, ScaledPtr64, ScaledPtr128},
			[]ListLayout{DeltaN, DeltaNElements})
	}},
	{"ipu2", func(*Target) {}},
	{"ipu21", func(*Target) {}},
	{"bow", func(t *Target) { t.Arch = "ipu2" }},
	// A host has no tile memory: it is described as one element without an interleaved
	// region.
	{cpuArch, func(t *Target) {
		t.TilesPerIPU = 1
		t.BytesPerTile = 1 << 30
		t.MemBase = 0
		t.Region1Base = t.BytesPerTile
		t.ElementBytes = t.BytesPerTile
		t.AtomicStore = 1
		t.AddressBits = 32
		t.typeSize[scalar.Half] = 4 // a float, unless accurate half is on
		t.Layouts = NewLayoutSet([]VectorLayout{Span, OnePtr}, []ListLayout{DeltaNElements})
	}},
}

// Architectures returns the names that [Lookup] knows.
func Architectures() []string {
	var names []string
	for _, a := range architectures {
		names = append(names, a.name)
	}
	return names
}

// Lookup returns the default target of an architecture: one IPU of a known chip, or the
// CPU. The error code is target-unknown, with a suggestion.
func Lookup(arch string) (Target, error) {
	t, ok := defaults(arch)
	if !ok {
		return Target{}, diag.Errorf("target-unknown", "unknown architecture '%s'%s", arch, diag.DidYouMean(arch, Architectures())).
			Note("known architectures: %s", strings.Join(Architectures(), ", "))
	}
	return t, nil
}

// ElementOffsets returns the start of every memory element as an offset from MemBase, in
// bytes. An interleaved group counts as a single element (Poplar C++ API,
// Target::getMemoryElementOffsets).
func (t *Target) ElementOffsets() []uint64 {
	var offsets []uint64
	for off := uint64(0); off < t.Region1Base-t.MemBase; off += t.ElementBytes {
		offsets = append(offsets, off)
	}
	for off := t.Region1Base - t.MemBase; off < t.BytesPerTile; off += t.groupBytes() {
		offsets = append(offsets, off)
	}
	return offsets
}

// InterleavedIndex is the index of the first element of the interleaved
// region; it equals the number of elements if there is no such region.
func (t *Target) InterleavedIndex() int {
	return int(num.CeilDiv(t.Region1Base-t.MemBase, t.ElementBytes))
}

// NumElements is the number of memory elements, interleaved groups counted once.
func (t *Target) NumElements() int {
	return t.InterleavedIndex() + int(num.CeilDiv(t.MemEnd()-t.Region1Base, t.groupBytes()))
}

// ElementOf returns the memory element that contains an address, or -1 if the address is
// outside tile memory.
func (t *Target) ElementOf(addr uint64) int {
	switch {
	case addr < t.MemBase || addr >= t.MemEnd():
		return -1
	case addr < t.Region1Base:
		return int((addr - t.MemBase) / t.ElementBytes)
	}
	return t.InterleavedIndex() + int((addr-t.Region1Base)/t.groupBytes())
}

// ElementRange returns the first address and the end of the memory element that contains an
// address of tile memory.
func (t *Target) ElementRange(addr uint64) (lo, hi uint64) {
	start, size := t.MemBase, t.ElementBytes
	if addr >= t.Region1Base {
		start, size = t.Region1Base, t.groupBytes()
	}
	lo = start + (addr-start)/size*size
	return lo, lo + size
}

// RegionOf returns the region of an address, 0 or 1 (interleaved), or -1 if the address
// is outside tile memory.
func (t *Target) RegionOf(addr uint64) int {
	switch {
	case addr < t.MemBase || addr >= t.MemEnd():
		return -1
	case addr < t.Region1Base:
		return 0
	}
	return 1
}

// BankOf returns the bank of an address inside its interleaved group, from 0
// to Interleave-1; it is 0 in region 0, whose elements have one bank.
func (t *Target) BankOf(addr uint64) int {
	if t.RegionOf(addr) != 1 {
		return 0
	}
	return int((addr - t.Region1Base) / t.InterleaveUnit % uint64(t.Interleave))
}

// HasInterleaved reports whether the target has interleaved memory.
func (t *Target) HasInterleaved() bool { return t.Region1Base < t.MemEnd() }

// groupBytes is the size of one interleaved group.
func (t *Target) groupBytes() uint64 { return t.ElementBytes * uint64(t.Interleave) }

// Check tests the rules of the fields and returns the error of the first broken rule. The
// error code is target-bad.
func (t Target) Check() error {
	for _, f := range targetFields {
		if reason := f.rule(&t); reason != "" {
			return diag.Errorf("target-bad", "target field %s = %s %s", f.name, f.show(&t), reason)
		}
	}
	return nil
}

func PowerOfTwo[T int | uint64](n T) bool { return n > 0 && n&(n-1) == 0 }

// Hex renders an address as messages show it: five digits or more.
func Hex(addr uint64) string { return fmt.Sprintf("0x%05x", addr) }
