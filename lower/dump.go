package lower

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// Part is a part of an allocation with its meaning.
type Part struct {
	Addr    uint64 `json:"address"`
	Size    uint64 `json:"size"`              // in bytes
	Name    string `json:"name"`              // of a field
	Text    string `json:"text"`              // what it holds
	Problem string `json:"problem,omitempty"` // why it does not decode, or ""
}

// Image is the content of a unit of memory, in the form in which a file stores it.
type Image struct {
	Unit  *Unit
	Bytes []byte // bytes from the base of the memory; later bytes are not written
}

// Load fills dst with the bytes at an address; bytes beyond the end of the image are 0.
// The error code is addr-range for addresses outside of the memory.
func (m *Image) Load(addr uint64, dst []byte) error {
	if addr < m.Unit.Memory.Base || addr+uint64(len(dst)) > m.Unit.Memory.End() || addr+uint64(len(dst)) < addr {
		return diag.Errorf("addr-range", "[%#x, %#x) is outside of memory [%#x, %#x)", addr, addr+uint64(len(dst)), m.Unit.Memory.Base, m.Unit.Memory.End())
	}
	clear(dst)
	if at := addr - m.Unit.Memory.Base; at < uint64(len(m.Bytes)) {
		copy(dst, m.Bytes[at:])
	}
	return nil
}

// At describes an address in a unit: an element of a variable, or a place in an
// allocation; "" for unused memory.
func (p *Program) At(u *Unit, addr uint64) string {
	for _, v := range p.Variables {
		for _, r := range v.Runs {
			at := addr - r.Addr
			if r.Unit == u.Number && r.Memory == u.Memory && addr >= r.Addr && at < uint64(r.End-r.Begin)*uint64(v.Bytes) {
				text := fmt.Sprintf("%s[%d]", v.Name, r.Begin+int64(at)/int64(v.Bytes))
				if rest := at % uint64(v.Bytes); rest != 0 {
					text += fmt.Sprintf(" + %d bytes", rest)
				}
				return text
			}
		}
	}
	if a := u.AllocAt(addr); a != nil {
		if addr == a.Addr {
			return a.Name
		}
		return fmt.Sprintf("%s + %d bytes", a.Name, addr-a.Addr)
	}
	return ""
}

// AllocAt returns the allocation that contains an address, or nil.
func (u *Unit) AllocAt(addr uint64) *Alloc {
	for i := range u.Allocs {
		if a := &u.Allocs[i]; a.Addr <= addr && addr < a.Addr+a.Size {
			return a
		}
	}
	return nil
}

// Images reads the images of a program, and the program that they were built from, without
// comparing them. An error about the module is an *ir.Diagnostic; other errors have the code
// image-size.
func (f *Folder) Images(ctx context.Context, families []*Family, module *ir.Operation) (*Program, []*Image, error) {
	family, op, err := Only(families, module)
	if err != nil {
		return nil, nil, err
	}
	p, err := f.build(ctx, family, op)
	if err != nil {
		return nil, nil, err
	}
	var images []*Image
	for _, u := range p.Units {
		image := &Image{Unit: u}
		if len(u.Chunks) > 0 {
			if image.Bytes, err = fs.ReadFile(f.dir, u.file()); err != nil {
				return nil, nil, diag.Errorf("image-size", "%s is missing or cannot be read", u.file()).Note("%v", err)
			}
		}
		images = append(images, image)
	}
	return p, images, nil
}

// shownElements is the number of elements of a variable that a dump shows.
const shownElements = 8

// Dump is the meaning of the bytes of images.
type Dump struct {
	Units    []DumpedUnit `json:"units"`
	Problems int          `json:"problems"` // parts that do not decode
}

// DumpedUnit is a unit of memory with its allocations, by address.
type DumpedUnit struct {
	Unit        string        `json:"unit"` // such as "tile"
	Number      int           `json:"number"`
	Allocations []DumpedAlloc `json:"allocations"`
}

// DumpedAlloc is an allocation with the parts that the family of the program knows, and with
// the first elements of variables.
type DumpedAlloc struct {
	Addr     uint64           `json:"address"`
	Size     uint64           `json:"size"`
	Kind     string           `json:"kind"`
	Name     string           `json:"name"`
	Parts    []Part           `json:"parts,omitempty"`
	Elements []DumpedElements `json:"elements,omitempty"`
}

// DumpedElements are the elements [Begin, End) of a variable; Text has the first of them.
type DumpedElements struct {
	Variable string `json:"variable"`
	Begin    int64  `json:"begin"`
	End      int64  `json:"end"`
	Text     string `json:"text"`
}

// String spells the elements: "x[8..16) = [1, 2]".
func (e DumpedElements) String() string {
	return fmt.Sprintf("%s[%d..%d) = %s", e.Variable, e.Begin, e.End, e.Text)
}

// NewDump decodes the bytes of images.
func NewDump(p *Program, images []*Image) *Dump {
	d := &Dump{}
	for _, m := range images {
		u := DumpedUnit{Unit: m.Unit.Memory.Unit.One, Number: m.Unit.Number}
		for i := range m.Unit.Allocs {
			a := &m.Unit.Allocs[i]
			dumped := DumpedAlloc{Addr: a.Addr, Size: a.Size, Kind: a.Kind, Name: a.Name, Elements: p.Elements(m, a)}
			if p.Decode != nil {
				dumped.Parts = p.Decode(m, a)
			}
			for _, part := range dumped.Parts {
				if part.Problem != "" {
					d.Problems++
				}
			}
			u.Allocations = append(u.Allocations, dumped)
		}
		d.Units = append(d.Units, u)
	}
	return d
}

// Write writes the dump as text, in which "!" marks data that does not decode.
func (d *Dump) Write(w io.Writer) error {
	var b strings.Builder
	for k, u := range d.Units {
		if k > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %d\n", u.Unit, u.Number)
		for _, a := range u.Allocations {
			fmt.Fprintf(&b, "  %#08x  %d bytes  %s %s\n", a.Addr, a.Size, a.Kind, a.Name)
			writeParts(&b, a.Parts)
			for _, e := range a.Elements {
				fmt.Fprintf(&b, "    %v\n", e)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeParts(b *strings.Builder, parts []Part) {
	width := 0
	for _, part := range parts {
		width = max(width, len(part.Name))
	}
	for _, part := range parts {
		mark := ' '
		text := part.Text
		if part.Problem != "" {
			mark = '!'
			text = strings.TrimSpace(text + "  (" + part.Problem + ")")
		}
		fmt.Fprintf(b, "  %c %#08x  %-*s  %s\n", mark, part.Addr, width, part.Name, text)
	}
}

// Elements lists, for each variable with elements in an allocation, the first of these elements,
// provided that they have values.
func (p *Program) Elements(m *Image, a *Alloc) (list []DumpedElements) {
	if !a.Written {
		return nil
	}
	for _, v := range p.Variables {
		for _, r := range v.Runs {
			if r.Unit != m.Unit.Number || r.Addr < a.Addr || r.Addr >= a.Addr+a.Size || r.Memory != m.Unit.Memory {
				continue
			}
			n := min(r.End-r.Begin, shownElements)
			data := make([]byte, n*int64(v.Bytes))
			if m.Load(r.Addr, data) != nil {
				continue
			}
			written := make([]bool, n)
			for i := range written {
				written[i] = true
			}
			text := sim.FormatArray([]int64{n}, v.Elem, data, written)
			if n < r.End-r.Begin {
				text = strings.TrimSuffix(text, "]") + ", …]"
			}
			list = append(list, DumpedElements{Variable: v.Name, Begin: r.Begin, End: r.End, Text: text})
		}
	}
	return list
}
