package lower

import (
	"cmp"
	"hash/crc32"
	"slices"

	"optc/ir"
)

// Program is a lowered program: what every memory of a device holds before it runs.
type Program struct {
	Kind     *Kind
	Op       *ir.Operation // in its lowered form
	Target   string        // name
	Memories []*Memory     // with used units or not, each with another Unit
	Units    []*Unit       // the used ones, by memory and number
	// Variables are the variables that a host can write and read.
	Variables []*Variable
	// Values are the constants of Op that the images hold as well; large ones are not
	// repeated in its text.
	Values []Value
	// Parts is the number of pieces of code that the program runs, and what they are
	// called: "vertex", "vertices".
	Parts  int
	Called Noun
	// Steps names the steps of the program, to which the lives of allocations refer; nil
	// if every allocation lives as long as the program.
	Steps []string
	// Header and Details are structs with the facts that only this kind of program has.
	// Their fields are written to the manifest, before and after the units of memory.
	Header, Details any
	// Warnings are about what is valid but hardly meant.
	Warnings []*ir.Diagnostic
	// Decode describes the bytes of an allocation field by field; nothing for an
	// allocation without fields. It is nil if no allocation has fields.
	Decode func(m *Image, a *Alloc) []Part
	// Device loads the program into a simulated device.
	Device func(o Options) (Machine, error)
}

// Memory is a sort of memory of a device, of which it has one or more units: tile
// memory, of which every tile has one.
type Memory struct {
	Unit Noun   // "tile", "tiles"
	Base uint64 // address of the first byte of every unit
	Size uint64 // bytes of a unit
	Doc  string // more for the memory map, or ""
	// Uses are the purposes of allocations, in the order of the legend of the map.
	Uses []Use
	// Columns tell more about an allocation.
	Columns []Column
	// Regions are the named parts of a unit, ascending; nil if it has none.
	Regions []Region
	// Apart makes pictures distinguish allocations instead of uses: each has its colour and
	// its letter.
	Apart bool
}

// End returns the address after the last byte of a unit.
func (m *Memory) End() uint64 { return m.Base + m.Size }

// Use is the purpose of an allocation, with its letter in pictures.
type Use struct {
	Name   string
	Letter byte
}

// Column is something that the place of an allocation implies.
type Column struct {
	Name string
	// Of returns an int or an ascending []int.
	Of func(a *Alloc) any
}

// Unit is a unit of memory with its contents.
type Unit struct {
	Memory *Memory
	Number int
	Allocs []Alloc // ascending by address; those that overlap are never in use together
	Chunks Chunks  // what is written before the program runs
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
	Written bool   // has content before the program runs
	Life    Life   // steps during which it is in use
}

// Unused returns the number of bytes of a unit that no allocation uses.
func (u *Unit) Unused() uint64 {
	n, used := u.Memory.Size, uint64(0) // used: the end of what is counted
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

// NewChunks sorts chunks and drops empty ones. They must not overlap; their bytes
// are shared, not copied.
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

// Peek returns n bytes from an address on, and which of them are written.
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

// Variable is an array that a host can write before a run and read after it.
type Variable struct {
	Name  string
	Type  string  // of its elements, as the program spells it
	Elem  ir.Type // number that an element is
	Bytes int     // of one element
	Shape []int64
	// Constant variables never change. Initial ones have values that the program
	// gives; others may be put in their place.
	Constant, Initial bool
	// Input variables may be filled before a program runs.
	Input bool
	Runs  []Run // where the elements lie, ascending by element
}

// Len returns the number of elements.
func (v *Variable) Len() int64 {
	n, _ := ir.NumElements(v.Shape)
	return n
}

// Run places the elements [Begin, End) of a variable side by side from an address on.
type Run struct {
	Begin, End int64
	Memory     *Memory
	Unit       int
	Addr       uint64
}
