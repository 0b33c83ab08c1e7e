package tune

import (
	"bytes"
	"fmt"
	"testing"

	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// TestComparedElements: of two contents that began alike, only elements that a run may have changed are
// compared, and the first difference is found.
func TestComparedElements(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	v := &lower.HostVariable{Name: "v", Elem: c.I32(), Bytes: 4, Shape: []int64{1 << 18}}
	image, other := sim.NewImage(make([]byte, 1<<20)), sim.NewImage(make([]byte, 1<<20))
	run := func(im *sim.Image, stores ...int64) variable {
		m := sim.NewSharedMemory("v", im)
		for _, element := range stores {
			if err := m.Store(4*element, 4, uint64(element)); err != nil {
				t.Fatal(err)
			}
		}
		return variable{v, []lower.ElementRun{{Memory: m, End: v.Len()}}}
	}
	for _, test := range []struct {
		name            string
		want, got       variable
		ranges, differs string
	}{
		{name: "nothing is changed", want: run(image), got: run(image)},
		{
			name: "pages of both", want: run(image, 5000, 100), got: run(image, 100, 5000, 9000), ranges: "[0 1024] [4096 5120] [8192 9216]",
			differs: "element 9000 of 'v' is 00 00 00 00 on whole vectors, but 28 23 00 00",
		},
		{
			name: "pages side by side", want: run(image, 1000), got: run(image, 1030), ranges: "[0 2048]",
			differs: "element 1000 of 'v' is e8 03 00 00 on whole vectors, but 00 00 00 00",
		},
		{name: "other images", want: run(image, 262143), got: run(other, 262143), ranges: "[0 65536] [65536 131072] [131072 196608] [196608 262144]"},
	} {
		ranges := ""
		for begin, end := range test.want.comparedWith(test.got) {
			ranges += fmt.Sprint(" ", []int64{begin, end})
		}
		if ranges != "" {
			ranges = ranges[1:]
		}
		if ranges != test.ranges {
			t.Errorf("%s: compares %s, want %s", test.name, ranges, test.ranges)
		}
		if got := (contents{"v": test.want}).differs(contents{"v": test.got}, true); got != test.differs {
			t.Errorf("%s: %q, want %q", test.name, got, test.differs)
		}
	}
}

// TestModerate: a large variable begins like a small one, and its elements repeat.
func TestModerate(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	small := moderate(&lower.HostVariable{Name: "v", Elem: c.F32(), Bytes: 4, Shape: []int64{1000}})
	large := moderate(&lower.HostVariable{Name: "v", Elem: c.F32(), Bytes: 4, Shape: []int64{2, period + 500}})
	if len(large) != 8*(period+500) || !bytes.Equal(large[:4000], small) || !bytes.Equal(large[4*period:8*period], large[:4*period]) || !bytes.Equal(large[8*period:], small) {
		t.Errorf("%d bytes", len(large))
	}
	if bytes.Equal(large[4*(period+500):][:4000], small) {
		t.Error("rows begin alike")
	}
}
