package lower

import (
	"encoding/binary"
	"io"
	"math"

	"optc/diag"
)

// Sizes in bytes of the structures of a 32-bit object (System V ABI, chapter 4).
const (
	elfHeaderSize  = 52
	elfSectionSize = 40
	elfSymbolSize  = 16
)

// Values of the fields of an object (System V ABI, chapter 4).
const (
	elfClass32       = 1
	elfLittleEndian  = 1
	elfVersion       = 1
	elfExecutable    = 2
	elfNoBits        = 8 // kinds of sections
	elfProgBits      = 1
	elfSymbols       = 2
	elfStringTable   = 3
	elfWrite         = 1 // flags of sections
	elfAlloc         = 2
	elfGlobalObject  = 1<<4 | 1 // binding and type of a symbol
	elfFirstReserved = 0xff00   // number of a section
)

// WriteELF writes the object that [Unit.ELF] returns.
func (u *Unit) WriteELF(w io.Writer) error {
	object, err := u.ELF()
	if err != nil {
		return err
	}
	_, err = w.Write(object)
	return err
}

// ELF returns the unit as an executable object: 32 bits, little-endian, without a
// machine, because no machine is registered for these devices. Every allocation is a
// section at its address, named .kind.name, and a symbol with its name. The section of an
// allocation without written bytes takes no room in the file. The error code is
// elf-address for an address of more than 32 bits.
func (u *Unit) ELF() ([]byte, error) {
	if u.Memory.End() > math.MaxUint32 {
		return nil, diag.Errorf("elf-address", "memory of %s %d ends at %#x, but an ELF32 object has addresses of 32 bits", u.Memory.Unit.One, u.Number, u.Memory.End())
	}
	names := elfStrings{0}  // of sections
	labels := elfStrings{0} // of symbols
	le := binary.LittleEndian
	out := make([]byte, elfHeaderSize)
	sections := make([]byte, elfSectionSize)                                // the first section is empty
	symbols := make([]byte, elfSymbolSize, elfSymbolSize*(len(u.Allocs)+1)) // the first symbol is empty too
	section := func(name string, kind, flags uint32, words [7]uint32) {
		sections = le.AppendUint32(sections, names.add(name))
		sections = le.AppendUint32(sections, kind)
		sections = le.AppendUint32(sections, flags)
		for _, w := range words { // address, offset, size, link, info, alignment, entry size
			sections = le.AppendUint32(sections, w)
		}
	}
	for i := range u.Allocs {
		a := &u.Allocs[i]
		kind, at := uint32(elfNoBits), uint32(len(out))
		if a.Written {
			kind = elfProgBits
			data, _ := u.Chunks.Peek(a.Addr, int(a.Size))
			out = append(out, data...)
		}
		section("."+a.Kind+"."+a.Name, kind, elfAlloc|elfWrite,
			[7]uint32{uint32(a.Addr), at, uint32(a.Size), 0, 0, uint32(max(a.Align, 1)), 0})
		symbols = le.AppendUint32(symbols, labels.add(a.Name))
		symbols = le.AppendUint32(symbols, uint32(a.Addr))
		symbols = le.AppendUint32(symbols, uint32(a.Size))
		symbols = append(symbols, elfGlobalObject, 0)
		symbols = le.AppendUint16(symbols, uint16(i+1))
	}
	strings := uint32(len(u.Allocs) + 2)
	section(".symtab", elfSymbols, 0, [7]uint32{0, uint32(len(out)), uint32(len(symbols)), strings, 1, 4, elfSymbolSize})
	out = append(out, symbols...)
	section(".strtab", elfStringTable, 0, [7]uint32{0, uint32(len(out)), uint32(len(labels)), 0, 0, 1, 0})
	out = append(out, labels...)
	at := uint32(len(out))
	own := names.add(".shstrtab")
	sections = le.AppendUint32(sections, own)
	for _, w := range []uint32{elfStringTable, 0, 0, at, uint32(len(names)), 0, 0, 1, 0} {
		sections = le.AppendUint32(sections, w)
	}
	out = append(out, names...)
	for len(out)%4 != 0 {
		out = append(out, 0)
	}
	count := len(sections) / elfSectionSize
	if count >= elfFirstReserved {
		return nil, diag.Errorf("elf-address", "%s %d has %d allocations, but an ELF object has at most %d sections", u.Memory.Unit.One, u.Number, len(u.Allocs), elfFirstReserved)
	}
	head := []byte("\x7fELF")
	head = append(head, elfClass32, elfLittleEndian, elfVersion, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	head = le.AppendUint16(head, elfExecutable)
	head = le.AppendUint16(head, 0)
	for _, w := range []uint32{elfVersion, 0, 0, uint32(len(out)), 0} { // no entry, no segments
		head = le.AppendUint32(head, w)
	}
	for _, w := range []uint16{elfHeaderSize, 0, 0, elfSectionSize, uint16(count), uint16(count - 1)} {
		head = le.AppendUint16(head, w)
	}
	copy(out, head)
	return append(out, sections...), nil
}

// elfStrings is a string table; it begins with an empty string.
type elfStrings []byte

// add appends a string and returns its offset.
func (s *elfStrings) add(text string) uint32 {
	at := uint32(len(*s))
	*s = append(append(*s, text...), 0)
	return at
}
