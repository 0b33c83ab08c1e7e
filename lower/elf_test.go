package lower_test

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
