package lower

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"optc/ir"
)

// Program is a lowered program: the contents of every memory of a device before the
// program runs.
type Program struct {
	Family   *Family
	Op       *ir.Operation // the operation in its lowered form
	Target   string        // name
	Memories []*Memory     // with or without used units, each with a different Unit
	Units    []*Unit       // the used units, by memory and number
	// Variables are the variables that a host can write and read.
	Variables []*HostVariable
	// Values are the constants of Op that the images also hold; large constants are not
	// repeated in its text.
	Values []Value
	// Parts is the number of pieces of code that the program runs, with the noun for them: "vertex",
	// "vertices".
	Parts  int
	Called Noun
	// Steps names the steps of the program that the lives of allocations refer to; nil if every
	// allocation lives as long as the program.
	Steps []string
	// Fit is the use of the unit whose values take the most memory compared with the memory that they need; nil if the lives of values are not known.
	Fit *Fit
	// Header and Details are structs with the facts that are specific to this family of hardware.
	// Their fields are written to the manifest, before and after the units of memory.
	Header, Details any
	// Warnings are about properties that are valid but probably not intended.
	Warnings []*ir.Diagnostic
	// Decode describes the bytes of an allocation field by field; it returns nothing for
	// an allocation without fields. It is nil if no allocation has fields.
	Decode func(m *Image, a *Alloc) []Part
	// Device loads the program into a simulated device.
	Device func(o Options) (Machine, error)
}

// Memory is a kind of memory of a device, with one or more units: tile memory, for
// example, has a unit per tile.
type Memory struct {
	Unit Noun   // "tile", "tiles"
	Base uint64 // address of the first byte of every unit
	Size uint64 // bytes of a unit
	Doc  string // more for the memory map, or ""
	// Uses are the purposes of allocations, in the order of the legend of the map.
	Uses []Use
	// Columns specify further facts about an allocation.
	Columns []Column
	// Regions are the named parts of a unit, ascending; nil if there are none.
	Regions []Region
	// Apart makes pictures distinguish allocations instead of uses: each allocation has a
	// colour and a letter.
	Apart bool
}

// End returns the address after the last byte of a unit.
func (m *Memory) End() uint64 { return m.Base + m.Size }

// Use is the purpose of an allocation, with its letter in pictures.
type Use struct {
	Name   string
	Letter byte
}

// Column is a fact that follows from the place of an allocation.
type Column struct {
	Name string
	// Of returns an int or an ascending []int.
	Of func(a *Alloc) any
}

// Unit is a unit of memory with its contents.
type Unit struct {
	Memory *Memory
	Number int
	Allocs []Alloc // ascending by address; allocations that overlap are never in use together
	Chunks Chunks  // bytes that are written before the program runs
}

// Alloc is an allocation.
type Alloc struct {
	Name    string
	Label   string // short name in pictures; "" for Name
	Kind    string // name of a Use
	Owner   string // what the memory is for, such as "variable x"; "" for the name
	Addr    uint64
	Size    uint64 // in bytes
	Align   uint64 // in bytes
	Written bool   // has contents before the program runs
	Life    Life   // steps during which it is in use
}

// Unused returns the number of bytes of a unit that no allocation uses.
func (u *Unit) Unused() uint64 {
	n, used := u.Memory.Size, uint64(0) // used: the end of the range counted so far
	for i := range u.Allocs {
		a := &u.Allocs[i]
		if from, to := max(used, a.Addr), a.Addr+a.Size; from < to {
			n -= to - from
			used = to
		}
	}
	return n
}

// Chunk is a run of written bytes.
type Chunk struct {
	Addr  uint64
	Bytes []byte
}

// Chunks are the written bytes of a unit: ascending by address, not empty and not
// overlapping.
type Chunks []Chunk

// NewChunks sorts chunks and drops empty ones. They must not overlap; their bytes are
// shared, not copied.
func NewChunks(list []Chunk) Chunks {
	list = slices.DeleteFunc(slices.Clone(list), func(c Chunk) bool { return len(c.Bytes) == 0 })
	slices.SortFunc(list, func(a, b Chunk) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}

// Written returns the number of written bytes.
func (cs Chunks) Written() (n uint64) {
	for _, c := range cs {
		n += uint64(len(c.Bytes))
	}
	return n
}

// CRC32 returns the IEEE CRC-32 of the written bytes in the order of addresses.
func (cs Chunks) CRC32() uint32 {
	sum := uint32(0)
	for _, c := range cs {
		sum = crc32.Update(sum, crc32.IEEETable, c.Bytes)
	}
	return sum
}

// Peek returns n bytes starting at addr, and which of them are written.
func (cs Chunks) Peek(addr uint64, n int) (bytes []byte, written []bool) {
	bytes, written = make([]byte, n), make([]bool, n)
	for _, c := range cs {
		lo, hi := max(addr, c.Addr), min(addr+uint64(n), c.Addr+uint64(len(c.Bytes)))
		for a := lo; a < hi; a++ {
			bytes[a-addr], written[a-addr] = c.Bytes[a-c.Addr], true
		}
	}
	return bytes, written
}

// HostVariable is an array that a host can write before a run and read after it.
type HostVariable struct {
	Name  string
	Type  string  // type of its elements, in the program's spelling
	Elem  ir.Type // the numeric type of an element
	Bytes int     // bytes of one element
	Shape []int64
	// Constant variables never change. Initial variables have values from the program, which a user
	// may replace.
	Constant, Initial bool
	// Input variables may be filled before a program runs.
	Input bool
	// Host variables are arrays of the host that the program copies to or from the units.
	Host bool
	// Needed variables are read before any code writes them.
	Needed bool
	Runs   []AddressRun // places of the elements, ascending by element
}

// IsOpen reports whether an extent of the variable is known only when a host sets it; see [Shaper].
func (v *HostVariable) IsOpen() bool { return slices.Contains(v.Shape, ir.Dynamic) }

// ShapeText writes the shape and the type of the elements as types do: "4x?xf32".
func (v *HostVariable) ShapeText() string {
	var b strings.Builder
	for _, n := range v.Shape {
		if n == ir.Dynamic {
			b.WriteString("?x")
		} else {
			fmt.Fprint(&b, n, "x")
		}
	}
	return b.String() + v.Type
}

// Len returns the number of elements, and 0 while an extent is not known.
func (v *HostVariable) Len() int64 {
	n, _ := ir.NumElements(v.Shape)
	return n
}

// AddressRun places the elements [Begin, End) of a variable at consecutive addresses.
type AddressRun struct {
	Begin, End int64
	Memory     *Memory
	Unit       int
	Addr       uint64
}
