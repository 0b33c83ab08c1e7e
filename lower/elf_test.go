package lower_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/lower"
)

func elfUnit() *lower.Unit {
	return &lower.Unit{
		Memory: &lower.Memory{Unit: lower.Noun{One: "tile", Many: "tiles"}, Base: 0x4c000, Size: 0x9c000}, Number: 3,
		Allocs: []lower.Alloc{
			{Name: "x.t3", Kind: "data", Addr: 0x4c000, Size: 6, Align: 2, Written: true},
			{Name: "worker stacks", Kind: "stack", Addr: 0x4c008, Size: 64, Align: 8},
			{Name: "v0.state", Kind: "state", Addr: 0x4c100, Size: 4, Align: 4, Written: true},
		},
		Chunks: lower.NewChunks([]lower.Chunk{{Addr: 0x4c000, Bytes: []byte{1, 2, 3}}, {Addr: 0x4c100, Bytes: []byte{9, 8, 7, 6}}}),
	}
}

// TestELF reads an object back with another implementation.
func TestELF(t *testing.T) {
	t.Parallel()
	u := elfUnit()
	data, err := u.ELF()
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil || len(symbols) != len(u.Allocs) || len(f.Sections) != len(u.Allocs)+4 {
		t.Fatalf("%d symbols, %d sections, error %v", len(symbols), len(f.Sections), err)
	}
	for i, a := range u.Allocs {
		s, sym := f.Sections[i+1], symbols[i]
		if sym.Name != a.Name || sym.Value != a.Addr || sym.Size != a.Size || int(sym.Section) != i+1 {
			t.Errorf("symbol %+v of %+v", sym, a)
		}
		if s.Name != "."+a.Kind+"."+a.Name || s.Addr != a.Addr || s.Size != a.Size || s.Addralign != a.Align || (s.Type == elf.SHT_NOBITS) == a.Written {
			t.Errorf("section %+v of %+v", s.SectionHeader, a)
		}
		if a.Written {
			got, err := s.Data()
			want, _ := u.Chunks.Peek(a.Addr, int(a.Size))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s holds % x, error %v; want % x", s.Name, got, err, want)
			}
		}
	}
	u.Memory.Size = 1 << 40
	if _, err := u.ELF(); err == nil {
		t.Error("expected an error for addresses of more than 32 bits")
	}
}

// TestELFStructures compares every field of the structures of an object with the System V
// ABI, chapter 4.
func TestELFStructures(t *testing.T) {
	t.Parallel()
	u := elfUnit()
	u.Allocs[0].Align = 0
	data, err := u.ELF()
	if err != nil {
		t.Fatal(err)
	}
	read := func(at, n uint32, into any) {
		if err := binary.Read(bytes.NewReader(data[at:at+n]), binary.LittleEndian, into); err != nil {
			t.Fatal(err)
		}
	}
	var head elf.Header32
	read(0, 52, &head)
	sections := make([]elf.Section32, head.Shnum)
	read(head.Shoff, 40*uint32(head.Shnum), sections)
	symbols := make([]elf.Sym32, 4)
	read(sections[4].Off, sections[4].Size, symbols)

	// After the header: 6 and 4 written bytes, symbols, their names, the names of
	// sections.
	const state, table, labels, names, end = 58, 62, 62 + 4*16, 126 + 29, 155 + 75
	want := elf.Header32{Type: 2, Version: 1, Shoff: end + 2, Ehsize: 52, Shentsize: 40, Shnum: 7, Shstrndx: 6}
	copy(want.Ident[:], "\x7fELF\x01\x01\x01")
	if diff := cmp.Diff(want, head); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]elf.Section32{
		{},
		{Name: 1, Type: 1, Flags: 3, Addr: 0x4c000, Off: 52, Size: 6, Addralign: 1},
		{Name: 12, Type: 8, Flags: 3, Addr: 0x4c008, Off: state, Size: 64, Addralign: 8},
		{Name: 33, Type: 1, Flags: 3, Addr: 0x4c100, Off: state, Size: 4, Addralign: 4},
		{Name: 49, Type: 2, Off: table, Size: 64, Link: 5, Info: 1, Addralign: 4, Entsize: 16},
		{Name: 57, Type: 3, Off: labels, Size: 29, Addralign: 1},
		{Name: 65, Type: 3, Off: names, Size: 75, Addralign: 1},
	}, sections); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]elf.Sym32{
		{}, {Name: 1, Value: 0x4c000, Size: 6, Info: 0x11, Shndx: 1}, {Name: 6, Value: 0x4c008, Size: 64, Info: 0x11, Shndx: 2}, {Name: 20, Value: 0x4c100, Size: 4, Info: 0x11, Shndx: 3},
	}, symbols); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
}

// TestELFLimits: addresses of 32 bits, and section numbers below the reserved numbers.
func TestELFLimits(t *testing.T) {
	t.Parallel()
	m := &lower.Memory{Unit: lower.Noun{One: "tile"}, Base: 1 << 31, Size: 1<<31 - 1}
	if _, err := (&lower.Unit{Memory: m}).ELF(); err != nil {
		t.Errorf("memory up to the last address: %v", err)
	}
	m.Size++
	if _, err := (&lower.Unit{Memory: m}).ELF(); diag.CodeOf(err) != "elf-address" {
		t.Errorf("memory behind the last address: %v", err)
	}
	m.Size = 1 << 20
	for n, code := range map[int]string{0xff00 - 5: "", 0xff00 - 4: "elf-address"} {
		u := &lower.Unit{Memory: m, Allocs: make([]lower.Alloc, n)}
		if _, err := u.ELF(); diag.CodeOf(err) != code {
			t.Errorf("%d allocations: %v", n, err)
		}
	}
}

// TestBinutils shows an object to the tools that people use.
func TestBinutils(t *testing.T) {
	t.Parallel()
	data, err := elfUnit().ELF()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "tile_3.elf")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tool, flag, want string }{
		{"readelf", "-SW", ".state.v0.state   PROGBITS        0004c100"},
		{"nm", "-n", "0004c008 B worker stacks"},
		{"objdump", "-s", " 4c100 09080706"},
	} {
		path, err := exec.LookPath(c.tool)
		if err != nil {
			t.Logf("%s is not installed", c.tool)
			continue
		}
		out, err := exec.Command(path, c.flag, file).CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want) || strings.Contains(string(out), "rror") {
			t.Errorf("%s: error %v, no %q in\n%s", c.tool, err, c.want, out)
		}
	}
}
