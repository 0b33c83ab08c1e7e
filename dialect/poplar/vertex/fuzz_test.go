package vertex

import (
	"encoding/binary"
	"slices"
	"testing"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// fuzzTargets are the targets for which encoders are fuzzed: the known targets, and a target whose
// addresses do not fit the packed layouts.
func fuzzTargets(t testing.TB) []target.Target {
	return []target.Target{targettest.New(t, "ipu1"), targettest.New(t, "ipu2"),
		targettest.New(t, "ipu1", target.Setting{Field: "address_bits", Int: 28}, target.Setting{Field: "element_bytes", Int: 0x10000},
			target.Setting{Field: "bytes_per_tile", Int: 0x2000000}, target.Setting{Field: "region1_base", Int: 0x2040000})}
}

// FuzzFieldType: the canonical spelling of a type is parsed as the same type.
func FuzzFieldType(f *testing.F) {
	for _, s := range []string{
		"Input<Vector<half, COMPACT_PTR, 8>>", "Vector<Input<Vector<float, SHORT_SPAN>>, poplar::VectorLayout::SHORT_SPAN>",
		"InOut<VectorList<long long, DELTANELEMENTS, 32, true>>", "const unsigned short[3]", "enum ns::E", "Vector<unsigned, SPAN, 0>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spelling string) {
		field, err := ParseFieldType(spelling)
		if err != nil {
			mustCode(t, err)
			return
		}
		if again, err := ParseFieldType(field.String()); err != nil || again != field {
			t.Fatalf("%q prints as %q, which reads as %+v, error %v", spelling, field, again, err)
		}
	})
}

// fuzzType makes a field type of the digits of n.
func fuzzType(n uint64) (FieldType, error) {
	digit := func(base int) int {
		d := n % uint64(base)
		n /= uint64(base)
		return int(d)
	}
	f := Scalar(scalar.Types()[digit(len(scalar.Types()))])
	dir := Direction(1 + digit(3))
	vector := func(f FieldType) (FieldType, error) {
		return f.Vector(VectorParams{target.VectorLayouts()[digit(len(target.VectorLayouts()))], digit(2) << digit(6), digit(2) == 1})
	}
	var err error
	switch digit(6) {
	case 0:
		return f, nil
	case 1:
		return f.Array(1 + digit(5))
	case 2:
		return f.Edge(dir)
	case 3:
		f, err = f.List(ListParams{target.ListLayouts()[digit(len(target.ListLayouts()))], digit(2) << digit(6), digit(2) == 1})
	case 4:
		f, err = vector(f)
	case 5:
		if f, err = f.Edge(dir); err == nil {
			return vector(f)
		}
	}
	if err != nil || digit(2) == 0 && f.Kind == VectorField {
		return f, err
	}
	if f, err = f.Edge(dir); err == nil && f.Kind == VectorEdge && digit(2) == 1 {
		return vector(f)
	}
	return f, err
}

// FuzzEncode encodes and decodes a field of any type with any operand: either the encoder
// returns an error code, or the decoder returns the operand.
func FuzzEncode(f *testing.F) {
	for n := range uint64(64) {
		f.Add(n*0x9E3779B97F4A7C15, uint8(n), uint64(0x50000), uint64(0x60000)+n<<9, n*n, []byte{1, 0, 16, 2, 0, 0, 3, 1, byte(n)})
	}
	f.Add(uint64(0), uint8(2), uint64(0x1FFFFC), uint64(0x100000), uint64(4096), []byte{255, 255, 255})
	targets := fuzzTargets(f)
	f.Fuzz(func(t *testing.T, digits uint64, which uint8, indirect, addr, count uint64, subs []byte) {
		field, err := fuzzType(digits)
		if err != nil {
			t.Fatal(err)
		}
		tg := targets[int(which)%len(targets)]
		r, err := Resolve(&tg, field, CompactPolicy(which>>7))
		if err != nil {
			mustCode(t, err)
			return
		}
		op := Operand{Data: Extent{addr, count}, Indirect: indirect}
		switch field.Depth() {
		case 0:
			op = Operand{Plain: []uint64{count}}
		case 2:
			op.Data = Extent{}
			// Every three bytes are a sub-vector: its position after addr, and its count.
			for b := range slices.Chunk(subs, 3) {
				if len(b) == 3 {
					op.Subs = append(op.Subs, Extent{addr + uint64(binary.LittleEndian.Uint16(b))*uint64(r.DataAlign()), uint64(b[2])})
				}
			}
		}
		checkRoundTrip(t, &tg, &r, &op)
	})
}

// FuzzDecode decodes any bytes as any representation: it never panics, and the decoded
// value survives encoding and decoding.
func FuzzDecode(f *testing.F) {
	for n := range uint64(32) {
		f.Add(n*0x9E3779B97F4A7C15, []byte{0, 0, 6, 0, 0, 0, 5, 3}, []byte{8, 0, 0x70, 0, 0, 0, 0x50, 0, 0x80, 0, 0xC0, 0x12})
		f.Add(n*0x9E3779B97F4A7C15, []byte{0x10, 0, 0x35, 0, 0, 0x40}, []byte{2, 0xc0, 8, 0xc0, 0, 0xc0})
	}
	tg := targettest.New(f, "ipu1")
	f.Fuzz(func(t *testing.T, digits uint64, state, side []byte) {
		field, err := fuzzType(digits)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Resolve(&tg, field, CompactReference)
		if err != nil {
			return
		}
		op, err := DecodeField(&tg, &r, state, sideMemory(side))
		if err != nil {
			mustCode(t, err)
			return
		}
		checkRoundTrip(t, &tg, &r, &op)
	})
}

// checkRoundTrip tests that an operand is refused with an error code, or that decoding
// returns it.
func checkRoundTrip(t *testing.T, tg *target.Target, r *Resolved, op *Operand) {
	t.Helper()
	state, side, err := AppendField(nil, nil, tg, r, op)
	if err != nil {
		mustCode(t, err)
		if len(state) != 0 || len(side) != 0 {
			t.Fatalf("%s: bytes in spite of %v", r.Type, err)
		}
		return
	}
	if size, _ := r.IndirectSize(len(op.Subs)); len(state) != r.Size || len(side) != size {
		t.Fatalf("%s: %d bytes and %d beside them, want %d and %d", r.Type, len(state), len(side), r.Size, size)
	}
	mem := tileMemory{}
	mem.store(op.Indirect, side)
	got, err := DecodeField(tg, r, state, mem)
	if err != nil {
		t.Fatalf("%s: %v", r.Type, err)
	}
	if r.Table.Layout != 0 && !r.Table.Layout.HasCount() {
		if got.Subs, err = LoadTable(tg, r, Extent{got.Indirect, uint64(len(op.Subs))}, mem); err != nil {
			t.Fatalf("%s: %v", r.Type, err)
		}
	}
	want := op.decoded(r)
	for len(want.Plain) < len(got.Plain) {
		want.Plain = append(want.Plain, 0)
	}
	if got.Data != want.Data || got.Indirect != want.Indirect || !slices.Equal(got.Subs, want.Subs) || !slices.Equal(got.Plain, want.Plain) {
		t.Fatalf("%s: decoded %+v, want %+v", r.Type, got, want)
	}
}

// sideMemory returns the same bytes for every address.
type sideMemory []byte

func (m sideMemory) Load(_ uint64, dst []byte) error {
	if len(dst) > len(m) {
		return diag.Errorf("short-bytes", "too few")
	}
	copy(dst, m)
	return nil
}

// FuzzConstraint: the canonical text of a constraint is parsed as the same constraint.
func FuzzConstraint(f *testing.F) {
	for _, s := range []string{"elem(*a) != elem(*b)", "region( **a)!=region(*b)", "elem(*a) == elem(*b)", "elem(a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseConstraint(text)
		if err != nil {
			mustCode(t, err)
			return
		}
		if again, err := ParseConstraint(c.String()); err != nil || again != c {
			t.Fatalf("%q is %q, which reads as %+v, error %v", text, c, again, err)
		}
	})
}

// mustCode tests that an error is one of the documented refusals.
func mustCode(t *testing.T, err error) {
	t.Helper()
	if diag.CodeOf(err) == "" {
		t.Fatalf("error without a code: %v", err)
	}
}
