package vertex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/internal/testing/drawtest"
	"optc/internal/testing/targettest"
)

// TestDrawing: a row for every eight bytes of a state, with the fields and the padding, and a row
// for every word of a field or of the data that it refers to.
func TestDrawing(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu1")
	layout, errs := PackState(&tg, blend(t), CompactReference)
	if errs != nil {
		t.Fatal(errs[0])
	}
	want := `demo::Blend<half> on ipu1: 24 bytes, aligned to 4 bytes
panel "bytes", byte [0, 8)
  +0
    [0, 8) padding: padding
    [0, 2) colour 0 "lhs": lhs: !poplar.in<vec<f16, SCALED_PTR64, align 8>> / bytes 0 to 1
    [2, 4) colour 1 "dst": dst: !poplar.out<vec<f16, SCALED_PTR32, align 4>> / bytes 2 to 3
    [4, 5) colour 2 "flags": flags: ui8 / bytes 4 to 4
  +8
    [0, 8) padding: padding
    [0, 4) colour 3 "k": k: !poplar.in<f32> / bytes 8 to 11
    [4, 6) colour 4 "n": n: ui16 / bytes 12 to 13
    [6, 8) colour 5 "rows": rows: !poplar.in<vec_list<f16, DELTAN>> / bytes 14 to 19
  +16
    [0, 8) padding: padding
    [0, 4) colour 5 "rows": rows: !poplar.in<vec_list<f16, DELTAN>> / bytes 14 to 19
    [4, 6) colour 6 "last": last: ui16 / bytes 20 to 21
panel "bits", bit [0, 32) descending
  +0 lhs | SCALED_PTR64
    [0, 16) colour 0 "address >> 3": [15:0] address >> 3
  +2 dst | SCALED_PTR32
    [0, 16) colour 1 "(address - 0x40000) >> 2": [15:0] (address - 0x40000) >> 2
  +4 flags | ui8
    [0, 8) colour 2 "value": [7:0] value
  +8 k | in<f32>
    [0, 32) colour 3 "address": [31:0] address
  +12 n | ui16
    [0, 16) colour 4 "value": [15:0] value
  +14 rows | DELTAN
    [20, 32) colour 5 "n": [31:20] n
    [0, 20) colour 5 "base": [19:0] base
  +18 
    [0, 16) colour 5 "(deltas - 0x40000) >> 2": [15:0] (deltas - 0x40000) >> 2
  each delta | beside the state, a word per sub-vector
    [18, 32) colour 5 "count": [31:18] count
    [0, 18) colour 5 "offset": [17:0] offset
  +20 last | ui16
    [0, 16) colour 6 "value": [15:0] value
`
	if diff := cmp.Diff(want, drawtest.List(layout.Drawing("demo::Blend<half>", &tg))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestDrawingIsBounded: a state of up to 512 bytes is drawn completely.
func TestDrawingIsBounded(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	for _, c := range []struct{ words, halves int }{{126, 4}, {127, 4}, {126, 5}} {
		layout, errs := PackState(&tg, []Field{
			{"a", fieldType(t, fmt.Sprintf("int[%d]", c.words))}, {"b", fieldType(t, fmt.Sprintf("short[%d]", c.halves))},
		}, CompactReference)
		if errs != nil {
			t.Fatal(errs[0])
		}
		p := layout.Drawing("demo::Long", &tg)
		want := ""
		if size := 4*c.words + 2*(c.halves+c.halves%2); size > 512 {
			want = fmt.Sprintf("Drawn are the first 512 of %d bytes.", size)
		}
		if got := strings.Join(p.Notes, " "); got != want || len(p.Panels[0].Rows) != 64 {
			t.Errorf("%d words and %d halves: %q and %d rows, want %q", c.words, c.halves, got, len(p.Panels[0].Rows), want)
		}
		_, last, _ := strings.Cut(drawtest.List(p), "  +504\n")
		last, _, _ = strings.Cut(last, "panel")
		fields := "    [0, 8) colour 1 \"b\": b: !poplar.array<4 x si16> / bytes 504 to 511\n"
		switch {
		case c.words == 127:
			fields = "    [0, 4) colour 0 \"a\": a: !poplar.array<127 x si32> / bytes 0 to 507\n    [4, 8) colour 1 \"b\": b: !poplar.array<4 x si16> / bytes 508 to 515\n"
		case c.halves == 5:
			fields = "    [0, 8) colour 1 \"b\": b: !poplar.array<5 x si16> / bytes 504 to 513\n"
		}
		if want := "    [0, 8) padding: padding\n" + fields; last != want {
			t.Errorf("%d words and %d halves: the last row is\n%swant\n%s", c.words, c.halves, last, want)
		}
	}
}

// TestFieldDrawing: the words of a field, the range of its data's addresses, and the
// largest amount of data.
func TestFieldDrawing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ arch, typ, want string }{
		{"ipu1", "Vector<Input<Vector<half, SHORT_SPAN>>>", `!poplar.vec<in<vec<f16, SHORT_SPAN>>> on ipu1
panel "", bit [0, 32) descending
  +0  | SPAN of SHORT_SPAN
    [0, 32) colour 0 "address": [31:0] address
  +4 
    [0, 32) colour 0 "count": [31:0] count
  each entry +0 | beside the state, one per element of the table
    [31, 32) padding "0": [31] 0
    [20, 31) colour 0 "count": [30:20] count
    [0, 20) colour 0 "address": [19:0] address
note: The field takes 8 bytes in the vertex state, aligned to 4 bytes.
note: The data that it refers to is aligned to 2 bytes and lies in [0x40000, 0x80000).
note: At most 4294967295 sub-vectors.
note: At most 2047 elements.
`},
		{"ipu2", "Vector<Input<half>, SHORT_SPAN>", `!poplar.vec<in<f16>, SHORT_SPAN> on ipu2
panel "", bit [0, 32) descending
  +0  | vec<in<f16>, SHORT_SPAN>
    [31, 32) padding "0": [31] 0
    [20, 31) colour 0 "count": [30:20] count
    [0, 20) colour 0 "address": [19:0] address
  each entry +0 | beside the state, one per element of the table
    [0, 32) colour 0 "address": [31:0] address
note: The field takes 4 bytes in the vertex state, aligned to 4 bytes.
note: The data that it refers to is aligned to 2 bytes and lies in [0x4c000, 0xe8000).
note: At most 2047 sub-vectors.
`},
		{"ipu2", "InOut<VectorList<float, DELTANELEMENTS>>", `!poplar.inout<vec_list<f32, DELTANELEMENTS>> on ipu2
panel "", bit [0, 32) descending
  +0  | DELTANELEMENTS
    [24, 32) colour 0 "n.hi": [31:24] n.hi
    [21, 24) padding "0": [23:21] 0
    [0, 21) colour 0 "base": [20:0] base
  +4 
    [24, 32) colour 0 "n.lo": [31:24] n.lo
    [21, 24) padding "0": [23:21] 0
    [0, 21) colour 0 "deltas": [20:0] deltas
  each delta | beside the state, a word per sub-vector
    [19, 32) colour 0 "count": [31:19] count
    [0, 19) colour 0 "offset*4": [18:0] offset*4
note: The field takes 8 bytes in the vertex state, aligned to 4 bytes.
note: The data that it refers to is aligned to 4 bytes and lies in [0x4c000, 0xe8000).
note: At most 65535 sub-vectors.
note: At most 8191 elements.
`},
		{"ipu1", "Input<Vector<float, SCALED_PTR64>>", `!poplar.in<vec<f32, SCALED_PTR64>> on ipu1
panel "", bit [0, 32) descending
  +0  | SCALED_PTR64
    [0, 16) colour 0 "address >> 3": [15:0] address >> 3
note: The field takes 2 bytes in the vertex state, aligned to 2 bytes.
note: The data that it refers to is aligned to 8 bytes and lies in [0x40000, 0x80000).
note: The number of elements is not stored.
`},
		{"ipu2", "short[2]", `!poplar.array<2 x si16> on ipu2
panel "", bit [0, 32) descending
  +0  | array<2 x si16>
    [0, 32) colour 0 "value": [31:0] value
note: The field takes 4 bytes in the vertex state, aligned to 2 bytes.
note: At most 2 elements.
`},
		{"ipu2", "short[3]", `!poplar.array<3 x si16> on ipu2
panel "", bit [0, 32) descending
  +0  | array<3 x si16>
    [0, 32) colour 0 "6 bytes": [31:0] 6 bytes
note: The field takes 6 bytes in the vertex state, aligned to 2 bytes.
note: At most 3 elements.
`},
		{"ipu2", "char", `i8 on ipu2
panel "", bit [0, 32) descending
  +0  | i8
    [0, 8) colour 0 "value": [7:0] value
note: The field takes 1 byte in the vertex state, aligned to 1 byte.
`},
	} {
		tg, r := resolve(t, c.arch, c.typ)
		if diff := cmp.Diff(c.want, drawtest.List(r.Drawing(&tg))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.typ, diff)
		}
	}
}
