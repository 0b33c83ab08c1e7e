package target

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/scalar"
)

func TestDefaultTargetsAreSound(t *testing.T) {
	t.Parallel()
	for _, arch := range Architectures() {
		tg := testTarget(t, arch)
		if err := tg.Check(); err != nil {
			t.Errorf("%s: %v", arch, err)
		}
		if over := tg.Overrides(); len(over) != 0 {
			t.Errorf("%s: default target has overrides %v", arch, over)
		}
	}
	if testTarget(t, "bow") != testTarget(t, "ipu2") {
		t.Error("bow is not ipu2")
	}
}

func TestKnownTargets(t *testing.T) {
	t.Parallel()
	type row struct {
		tiles              int
		base, region1, end uint64
		half, float, long  int // vector widths
	}
	if ipu2, cpu := testTarget(t, "ipu2"), testTarget(t, "cpu"); !ipu2.HasInterleaved() || cpu.HasInterleaved() {
		t.Error("ipu2 has interleaved memory, the CPU has none")
	}
	for arch, want := range map[string]row{
		"ipu1":  {tiles: 1216, base: 0x40000, region1: 0x60000, end: 0x80000, half: 4, float: 2, long: 2},
		"ipu2":  {tiles: 1472, base: 0x4C000, region1: 0x80000, end: 0xE8000, half: 4, float: 2, long: 2},
		"ipu21": {tiles: 1472, base: 0x4C000, region1: 0x80000, end: 0xE8000, half: 4, float: 2, long: 2},
	} {
		tg := testTarget(t, arch)
		got := row{tiles: tg.NumTiles(), base: tg.MemBase, region1: tg.Region1Base, end: tg.MemEnd(),
			half: tg.VectorWidth(scalar.Half), float: tg.VectorWidth(scalar.Float), long: tg.VectorWidth(scalar.Long)}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", arch, got, want)
		}
	}
	cpu, ipu2 := testTarget(t, "cpu"), testTarget(t, "ipu2")
	if got := cpu.TypeSize(scalar.Half); got != 4 {
		t.Errorf("cpu: size of half = %d, want 4", got)
	}
	if got := ipu2.VectorWidth(scalar.LongLong); got != 1 {
		t.Errorf("vector width of long long = %d, want 1", got)
	}
}

func TestElements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arch                   string
		addr                   uint64
		element, region, inner int
	}{
		{arch: "ipu1", addr: 0x40000, element: 0, region: 0, inner: 0},
		{arch: "ipu1", addr: 0x5FFFC, element: 7, region: 0, inner: 0},
		{arch: "ipu1", addr: 0x60000, element: 8, region: 1, inner: 0},
		{arch: "ipu1", addr: 0x60008, element: 8, region: 1, inner: 1},
		{arch: "ipu1", addr: 0x7FFF0, element: 11, region: 1, inner: 0},
		{arch: "ipu1", addr: 0x3FFFF, element: -1, region: -1, inner: 0},
		{arch: "ipu1", addr: 0x80000, element: -1, region: -1, inner: 0},
		{arch: "ipu2", addr: 0x4C000, element: 0, region: 0, inner: 0},
		{arch: "ipu2", addr: 0x7FFFC, element: 12, region: 0, inner: 0},
		{arch: "ipu2", addr: 0x80000, element: 13, region: 1, inner: 0},
		{arch: "ipu2", addr: 0xE7FF8, element: 25, region: 1, inner: 1},
	} {
		tg := testTarget(t, c.arch)
		if e, r, b := tg.ElementOf(c.addr), tg.RegionOf(c.addr), tg.BankOf(c.addr); e != c.element || r != c.region || b != c.inner {
			t.Errorf("%s %#x: element %d region %d bank %d, want %d %d %d", c.arch, c.addr, e, r, b, c.element, c.region, c.inner)
		}
	}
}

func TestElementOffsets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target      Target
		interleaved int
		want        []uint64
	}{
		{testTarget(t, "ipu1"), 8, []uint64{0, 0x4000, 0x8000, 0xC000, 0x10000, 0x14000, 0x18000, 0x1C000,
			0x20000, 0x28000, 0x30000, 0x38000}},
		// No interleaved memory: the index is the number of elements.
		{testTarget(t, "ipu1", Setting{Field: "region1_base", Int: 0x80000}, Setting{Field: "element_bytes", Int: 0x10000}),
			4, []uint64{0, 0x10000, 0x20000, 0x30000}},
		{testTarget(t, "cpu"), 1, []uint64{0}},
	} {
		if diff := cmp.Diff(c.want, c.target.ElementOffsets()); diff != "" {
			t.Errorf("%s: offsets (-want +got)\n%s", c.target.Arch, diff)
		}
		if got := c.target.InterleavedIndex(); got != c.interleaved {
			t.Errorf("%s: interleaved index %d, want %d", c.target.Arch, got, c.interleaved)
		}
	}
	ipu2 := testTarget(t, "ipu2")
	off := ipu2.ElementOffsets()
	if len(off) != 26 || ipu2.NumElements() != 26 || off[12] != 0x30000 || off[13] != 0x34000 || off[25] != 0x94000 {
		t.Errorf("ipu2: offsets %#x", off)
	}
	// The offsets and ElementOf describe the same banks.
	for i, o := range off {
		if got := ipu2.ElementOf(ipu2.MemBase + o); got != i {
			t.Errorf("ipu2: element of offset %#x = %d, want %d", o, got, i)
		}
	}
}

func TestTargetErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arch    string
		setting Setting
		want    string
	}{
		{"ipu", Setting{}, "unknown architecture 'ipu'; did you mean 'ipu1'? [target-unknown]; known architectures: ipu1, ipu2, "},
		{"ipu1", Setting{Field: "tiles_per_ip", Int: 4}, "unknown target field 'tiles_per_ip'; did you mean 'tiles_per_ipu'? [target-unknown]"},
		{"ipu1", Setting{Field: "num_ipus", Int: 0}, "target field num_ipus = 0 is not between 1 and 16777216 [target-bad]"},
		{"ipu1", Setting{Field: "mem_base", Int: 0x40004}, "target field mem_base = 0x40004 is not a multiple of 8 [target-bad]"},
		{"ipu1", Setting{Field: "bytes_per_tile", Int: 100}, "target field bytes_per_tile = 100 is not a multiple of element_bytes = 16384 [target-bad]"},
		{"ipu1", Setting{Field: "bytes_per_tile", Int: 1 << 22}, "target field bytes_per_tile = 0x400000 ends above 2^21, the end of 21 address bits [target-bad]"},
		{"ipu1", Setting{Field: "region1_base", Int: 0x90000}, "target field region1_base = 0x90000 is outside tile memory [0x40000, 0x80000] [target-bad]"},
		{"ipu1", Setting{Field: "element_bytes", Int: 48}, "target field element_bytes = 48 is not a power of two [target-bad]"},
		{"ipu1", Setting{Field: "atomic_store", Int: 3}, "target field atomic_store = 3 is not a power of two [target-bad]"},
		{"ipu1", Setting{Field: "data_path_bits", Int: 12}, "target field data_path_bits = 12 is not a positive multiple of 8 [target-bad]"},
		{"ipu1", Setting{Field: "workers", Names: []string{"six"}}, "target field workers takes an integer, but got a list of names [target-bad]"},
		{"ipu1", Setting{Field: "layouts", Names: []string{"SPANS"}}, "unknown layout 'SPANS'; did you mean 'SPAN'? [target-unknown]"},
		{"ipu1", Setting{Field: "layouts", Names: []string{"SPAN"}}, "target field layouts = [SPAN] lacks ONE_PTR or DELTANELEMENTS, which exist on every target [target-bad]"},
		{"ipu2", Setting{Field: "layouts", Names: []string{"ONE_PTR", "SCALED_PTR32", "DELTANELEMENTS"}},
			"target field layouts = [ONE_PTR, SCALED_PTR32, DELTANELEMENTS] contains SCALED_PTR32, which needs scaled32_base [target-bad]"},
		{"ipu2", Setting{Field: "type_size", Elems: []ElemCount{{scalar.Half, 3}}},
			"target field type_size = {i1 = 1, i8 = 1, si8 = 1, ui8 = 1, quarter = 1, si16 = 2, ui16 = 2, f16 = 3, si32 = 4, ui32 = 4, long = 4, ulong = 4, f32 = 4, si64 = 8, ui64 = 8} has f16 = 3, which is not a power of two [target-bad]"},
	} {
		tg, err := Lookup(c.arch)
		if err == nil {
			_, err = tg.With(c.setting)
		}
		if err == nil {
			t.Errorf("%s with %+v: accepted", c.arch, c.setting)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s with %+v:\n got %s\nwant %s", c.arch, c.setting, got, c.want)
		}
	}
}

func TestOverridesAreTheInverseOfWith(t *testing.T) {
	t.Parallel()
	settings := []Setting{
		{Field: "num_ipus", Int: 2},
		{Field: "tiles_per_ipu", Int: 16},
		{Field: "interleave_unit", Int: 16},
		{Field: "scaled32_base", Int: 0}, // zero differs from absent
		{Field: "vector_width", Elems: []ElemCount{{scalar.Half, 8}, {scalar.Float, 4}}},
		{Field: "quarter_metadata", Names: []string{"none"}},
		{Field: "layouts", Names: []string{"SPAN", "ONE_PTR", "SCALED_PTR32", "DELTAN", "DELTANELEMENTS"}},
	}
	tg := testTarget(t, "ipu2", settings...)
	if diff := cmp.Diff(settings, tg.Overrides()); diff != "" {
		t.Errorf("overrides (-want +got)\n%s", diff)
	}
	if tg.NumTiles() != 32 || tg.IPUOf(17) != 1 || tg.VectorWidth(scalar.Half) != 8 || tg.VectorWidth(scalar.Int) != 2 {
		t.Errorf("settings not applied: %+v", tg)
	}
}

func TestEveryTargetFieldIsDocumented(t *testing.T) {
	t.Parallel()
	for _, arch := range Architectures() {
		tg := testTarget(t, arch)
		seen := map[string]bool{}
		for _, f := range TargetFields() {
			s, err := tg.Setting(f.Name)
			if err != nil || s.Field != f.Name || f.Doc == "" || seen[f.Name] {
				t.Errorf("%s: field %q: setting %+v, error %v, doc %q", arch, f.Name, s, err, f.Doc)
			}
			seen[f.Name] = true
			if again, err := tg.With(s); err != nil || again != tg {
				t.Errorf("%s: field %q: setting it to its own value changes the target (error %v)", arch, f.Name, err)
			}
		}
	}
	if _, err := new(Target).Setting("worker"); err == nil || !strings.HasPrefix(err.Error(), "unknown target field 'worker'; did you mean 'workers'? [target-unknown]") {
		t.Errorf("got %v", err)
	}
}

func TestVirtual(t *testing.T) {
	t.Parallel()
	tg := testTarget(t, "ipu1", Setting{Field: "num_ipus", Int: 4}, Setting{Field: "tiles_per_ipu", Int: 8})
	for _, c := range []struct{ lo, hi, ipus, per int }{
		{lo: 0, hi: 32, ipus: 4, per: 8}, {lo: 8, hi: 24, ipus: 2, per: 8}, {lo: 4, hi: 12, ipus: 1, per: 8}, {lo: 0, hi: 4, ipus: 1, per: 4},
	} {
		v, err := tg.Virtual(c.lo, c.hi)
		if err != nil || v.NumIPUs != c.ipus || v.TilesPerIPU != c.per {
			t.Errorf("[%d, %d): %d IPUs of %d tiles, error %v; want %d of %d", c.lo, c.hi, v.NumIPUs, v.TilesPerIPU, err, c.ipus, c.per)
		}
	}
	for _, r := range [][2]int{{4, 4}, {-1, 4}, {0, 33}, {5, 2}} {
		if _, err := tg.Virtual(r[0], r[1]); diag.CodeOf(err) != "tile-range" {
			t.Errorf("[%d, %d): error %v, want tile-range", r[0], r[1], err)
		}
	}
}

func TestParseElemType(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]scalar.Type{
		"f16": scalar.Half, "half": scalar.Half, "ui32": scalar.UInt, "unsigned": scalar.UInt, "unsigned int": scalar.UInt, "int unsigned": scalar.UInt,
		"long long int": scalar.LongLong, "short int": scalar.Short, "signed": scalar.Int, "signed char": scalar.SChar, "char": scalar.Char,
		"long": scalar.Long, "ulong": scalar.ULong, "unsigned long long": scalar.ULongLong, "long unsigned long": scalar.ULongLong, "quarter": scalar.Quarter,
	} {
		if got, err := scalar.Parse(name); err != nil || got != want {
			t.Errorf("%q: got %v, error %v; want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"", "flout", "long short", "unsigned float", "int int", "long long long", "unsigned signed"} {
		if _, err := scalar.Parse(name); diag.CodeOf(err) != "elem-unknown" {
			t.Errorf("%q: error %v, want elem-unknown", name, err)
		}
	}
	for _, e := range scalar.Types() {
		for _, name := range []string{e.String(), e.IRName()} {
			if got, err := scalar.Parse(name); err != nil || got != e {
				t.Errorf("%q: got %v, error %v; want %v", name, got, err, e)
			}
		}
	}
}

func TestPowerOfTwo(t *testing.T) {
	t.Parallel()
	var powers []int
	for n := -9; n < 70; n++ {
		if PowerOfTwo(n) {
			powers = append(powers, n)
		}
	}
	if want := []int{1, 2, 4, 8, 16, 32, 64}; !slices.Equal(powers, want) {
		t.Errorf("got %v, want %v", powers, want)
	}
	if PowerOfTwo[uint64](0) || !PowerOfTwo[uint64](1<<63) || PowerOfTwo[uint64](1<<63+1) {
		t.Error("0, 1<<63 or 1<<63+1")
	}
}
