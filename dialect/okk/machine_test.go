package okk

import (
	"math"
	"testing"

	"optc/diag"
)

func TestMachines(t *testing.T) {
	t.Parallel()
	for _, name := range MachineNames() {
		m, err := LookupMachine(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if m.Name != name {
			t.Errorf("%s calls itself %s", name, m.Name)
		}
	}
	// Totals of the chips (libsophon and tpu-mlir, chip headers).
	for name, total := range map[string]int64{
		"toy4": 4 << 10, "bm1684": 32 << 20, "bm1684x": 16 << 20, "bm1688": 4 << 20, "cv186x": 4 << 20, "bm1690": 16 << 20,
		"sg2380": 4 << 20, "sgtpuv8": 512 << 10, "bm1682": 16 << 20, "bm1880": 2 << 20, "cv183x": 1 << 20, "cv181x": 256 << 10, "cv180x": 64 << 10,
	} {
		if m, err := LookupMachine(name); err != nil || m.Bytes() != total {
			t.Errorf("%s has %d bytes, want %d (%v)", name, m.Bytes(), total, err)
		}
	}
	if _, err := LookupMachine("bm1648"); diag.CodeOf(err) != "machine-bad" {
		t.Errorf("unknown machine: %v", err)
	} else if want := "unknown machine 'bm1648'; did you mean 'bm1684'? [machine-bad]"; err.Error() != want {
		t.Errorf("unknown machine: %q, want %q", err, want)
	}
}

func TestMachineCheck(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		field string
		value int64
		ok    bool
	}{
		{"npus", 3, true},
		{"npus", 1, true},
		{"npus", 1 << 31, true},
		{"npus", 1<<31 + 1, false},
		{"npu_bytes", 1 << 31, true},
		{"npu_bytes", 1<<31 + 128, false},
		{"npu_bytes", 0, false},
		{"align", 8, true},
		{"align", -8, false},
		{"banks", 1, true},
		{"banks", 1024, true},
		{"batch_max", 0, false},
		{"batch_max", 1, true},
		{"dim_max", 1, true},
		{"chan_max", 1, true},
		{"matrix_cols_max", 1, true},
		{"base", 0, true},
		{"npus", 0, false},
		{"npu_bytes", 1000, false},
		{"npu_bytes", 2048, true},
		{"npu_bytes", 1 << 40, false},
		{"align", 0, false},
		{"align", 12, false},
		{"align", 64, true},
		{"banks", 0, false},
		{"banks", 3, false},
		{"base", -1, false},
		{"base", 5, true},
		{"dim_max", 0, false},
		{"chan_max", 0, false},
		{"matrix_cols_max", 0, false},
	} {
		m, err := LookupMachine("toy4")
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Set(test.field, test.value); err != nil {
			t.Fatal(err)
		}
		err = m.Check()
		if (err == nil) != test.ok || err != nil && diag.CodeOf(err) != "machine-bad" {
			t.Errorf("%s = %d: %v", test.field, test.value, err)
		}
	}
	m := CustomMachine("x")
	if err := m.Set("npu", 4); diag.CodeOf(err) != "machine-bad" {
		t.Errorf("unknown field: %v", err)
	}
	if err := m.Check(); diag.CodeOf(err) != "machine-bad" {
		t.Errorf("a machine without sizes: %v", err)
	}
	for _, c := range []struct {
		space Space
		ok    bool
	}{
		{Space{"inside", 0x10000000, 1}, false}, {Space{"end", 0x10000000 + 4<<20, 1}, true}, {Space{"last byte", 0x10000000 + 4<<20 - 1, 1}, false},
		{Space{"before", 0x10000000 - 4, 4}, true}, {Space{"into", 0x10000000 - 4, 5}, false}, {Space{"first", 0, 1}, true},
		{Space{"empty", 0, 0}, false}, {Space{"negative", -1, 1}, false}, {Space{"last", math.MaxInt64 - 8, 8}, true}, {Space{"over", math.MaxInt64 - 8, 9}, false},
	} {
		bm, _ := LookupMachine("bm1684")
		bm.Spaces = append(bm.Spaces, c.space)
		if err := bm.Check(); (err == nil) != c.ok || err != nil && diag.CodeOf(err) != "machine-bad" {
			t.Errorf("space %s: %v", c.space.Name, err)
		}
	}
}

// TestWhole: for the address of a channel of a tensor, Whole returns the address of the
// tensor.
func TestWhole(t *testing.T) {
	t.Parallel()
	m := toy(t)
	for start := range m.NPUs {
		for offset := int64(0); offset < 64; offset += 8 {
			for c := range int64(9) {
				address := m.Join(start, offset)
				part := m.Part(address, Dims{100, 3, 2, 1}, 4, Dims{0, c, 0, 0})
				if got := m.Whole(part, 3, 4, c); got != address {
					t.Errorf("channel %d of a tensor at %d: %d", c, address, got)
				}
			}
		}
	}
	if got := m.Whole(11, 3, 4, 1); got != -1 {
		t.Errorf("channel 1 in NPU 0 without a block above it: %d", got)
	}
	if got := m.Whole(12, 3, 4, 1); got != m.Join(3, 0) {
		t.Errorf("channel 1 in NPU 0 below one block: %d", got)
	}
}

// FuzzPlace calls Place with extreme numbers; tensors that it accepts must keep their
// promises.
func FuzzPlace(f *testing.F) {
	f.Add(uint8(0), uint8(1), uint8(0), int64(2), int64(3), int64(4), int64(5), int64(0), int64(64), int64(1))
	f.Add(uint8(2), uint8(4), uint8(0), int64(1)<<31-1, int64(1)<<31-1, int64(1), int64(1), int64(128), int64(1)<<31-1, int64(7))
	f.Add(uint8(3), uint8(8), uint8(2), int64(6), int64(5), int64(4), int64(5), int64(1024), int64(64), int64(0))
	f.Fuzz(func(t *testing.T, l, dtype, mode uint8, n, c, h, w, address, s, s2 int64) {
		m, err := LookupMachine("odd7")
		if err != nil {
			t.Fatal(err)
		}
		typ := Type{DType: DType(dtype), Mode: Mode(mode), Layout: Layout(l % 4), Shape: Dims{n, c, h, w}, Rows: n, Cols: c, Width: w, Strides: Dims{s, s2, h, w}}
		x, err := Place(&m, typ, address)
		if err != nil {
			if diag.CodeOf(err) == "" {
				t.Fatalf("error without a code: %v", err)
			}
			return
		}
		if x.Offset+x.Reserved > m.NPUBytes || x.Reserved < x.Unit {
			t.Fatalf("%+v at %d reserves %d bytes from %d", typ, address, x.Reserved, x.Offset)
		}
		units := x.Units()
		if first, ok := units.LocateIndex(0); !ok || m.Join(int64(first.Unit), first.Offset) != address {
			t.Fatalf("element 0 of %+v lies at %v, not at %d", typ, first, address)
		}
		if span := x.Span(); span > x.Reserved {
			t.Fatalf("span %d of %d reserved bytes", span, x.Reserved)
		}
		if units.Count() > 4096 {
			return
		}
		if _, _, found, err := units.Collides(); found || err != nil {
			t.Fatalf("%+v collides", typ)
		}
		if canonical := (Geometry{Packed: x.Packed, Rows: x.Rows, Strides: x.Canonical()}); canonical.Canonical() != x.Canonical() {
			t.Fatalf("the canonical strides of %v are not stable", x.Strides)
		}
	})
}
