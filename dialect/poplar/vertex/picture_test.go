package vertex

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

func TestPicture(t *testing.T) {
	t.Parallel()
	for arch, want := range map[string]string{
		"ipu2": `
demo::Blend<half>  ipu2  size 32 align 4
  +0   lhs    ONE_PTR         [31:0] address
  +4   dst    ONE_PTR         [31:0] address
  +8   flags  ui8             [7:0]
  +12  k      in<f32>         [31:0] address
  +16  n      ui16            [15:0]
  +20  rows   DELTANELEMENTS  [31:24] n.hi  [23:21] 0  [20:0] base
  +24                         [31:24] n.lo  [23:21] 0  [20:0] deltas     delta: [31:20] count [19:0] offset*2
  +28  last   ui16            [15:0]
`,
		"ipu1": `
demo::Blend<half>  ipu1  size 24 align 4
  +0   lhs    SCALED_PTR64  [15:0] address >> 3
  +2   dst    SCALED_PTR32  [15:0] (address - 0x40000) >> 2
  +4   flags  ui8           [7:0]
  +8   k      in<f32>       [31:0] address
  +12  n      ui16          [15:0]
  +14  rows   DELTAN        [31:20] n  [19:0] base
  +18                       [15:0] (deltas - 0x40000) >> 2     delta: [31:18] count [17:0] offset
  +20  last   ui16          [15:0]
`,
	} {
		tg := targettest.New(t, arch)
		layout, errs := PackState(&tg, blend(t), CompactReference)
		if errs != nil {
			t.Fatal(errs[0])
		}
		if diff := cmp.Diff(want[1:], layout.Picture("demo::Blend<half>", &tg)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", arch, diff)
		}
	}
	tg := targettest.New(t, "ipu2")
	layout, _ := PackState(&tg, []Field{
		{"in", fieldType(t, "Vector<Input<Vector<half, SHORT_SPAN>>>")},
		{"ks", fieldType(t, "Vector<Input<half>, SHORT_SPAN>")},
		{"w", fieldType(t, "short[3]")},
	}, CompactReference)
	want := `
demo::Nest  ipu2  size 20 align 4
  +0   in  SPAN of SHORT_SPAN        [31:0] address
  +4                                 [31:0] count     entry: [31] 0 [30:20] count [19:0] address
  +8   ks  vec<in<f16>, SHORT_SPAN>  [31] 0  [30:20] count  [19:0] address     entry: [31:0] address
  +12  w   array<3 x si16>           [47:0]
`
	if diff := cmp.Diff(want[1:], layout.Picture("demo::Nest", &tg)); diff != "" {
		t.Errorf("nested (-want +got)\n%s", diff)
	}
}

func TestOffsets(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	layout, _ := PackState(&tg, blend(t), CompactReference)
	want := []NamedOffset{{"BLEND_LHS", 0}, {"BLEND_DST", 4}, {"BLEND_FLAGS", 8}, {"BLEND_K", 12}, {"BLEND_N", 16},
		{"BLEND_ROWS", 20}, {"BLEND_ROWS_DELTAS", 24}, {"BLEND_LAST", 28}}
	if diff := cmp.Diff(want, layout.Offsets("demo::Blend<demo::Kind<half>>")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The picture names every bit of a representation exactly once, and the bits that it
// labels address and count are the bits that the encoder sets.
func TestPictureAgreesWithEncoder(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu1")
	for _, l := range target.VectorLayouts() {
		if l == target.CompactPtr {
			continue
		}
		v := ResolvedVector{Layout: l, ElemSize: 1, DataAlign: 16}
		size := 0
		for _, w := range v.Words(&tg) {
			var seen uint32
			for _, p := range w.Parts {
				mask := uint32(1)<<(p.High-p.Low+1) - 1
				if p.High-p.Low == 31 {
					mask = ^uint32(0)
				}
				if seen&(mask<<p.Low) != 0 {
					t.Errorf("%s: bits of %s are named twice", l, p)
				}
				seen |= mask << p.Low
				size += bits.OnesCount32(mask)
			}
			// Adding or removing an element changes only the bits labelled count.
			a, _ := AppendVector(nil, &tg, v, Extent{0x50000, 1})
			b, _ := AppendVector(nil, &tg, v, Extent{0x50000, 2})
			for i := range a {
				changed := a[i]^b[i] != 0
				if !changed {
					continue
				}
				bit := bits.TrailingZeros8(a[i]^b[i]) + 8*(i-w.Offset)
				for _, p := range w.Parts {
					if bit >= p.Low && bit <= p.High && !strings.Contains(p.What, "count") {
						t.Errorf("%s: the count changes %s", l, p)
					}
				}
			}
		}
		if size != 8*l.Size() {
			t.Errorf("%s: %d bits are named, want %d", l, size, 8*l.Size())
		}
	}
}
