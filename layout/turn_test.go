package layout

import (
	"math/rand/v2"
	"testing"

	"optc/layout/axes"
)

// TestTurns compares maps whose digits turn each other with their tables.
func TestTurns(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		d := randomTurned(r)
		m, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		table := m.Table()
		if !table.same(m) {
			t.Fatalf("%+v: the table differs", d)
		}
		inverse, ok := m.Inverse()
		if !ok {
			t.Fatalf("%+v has no inverse", d)
		}
		for index := range m.Count() {
			p, _ := m.LocateIndex(index)
			if q, _ := table.LocateIndex(index); p != q {
				t.Fatalf("%+v: element %d at %v, in the table at %v", d, index, p, q)
			}
			if back, _ := inverse.Locate([]int64{int64(p.Unit), p.Offset}); back.Offset != index {
				t.Fatalf("%+v: element %d at %v comes back as %d", d, index, p, back.Offset)
			}
		}
		again, err := inverse.Placed(axes.Pair{})
		if err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		if at, differ := again.differs(m); differ {
			t.Fatalf("%+v: element %d comes elsewhere from its inverse", d, at)
		}
		flipped, err := m.Transpose([]int{1, 0})
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := table.Transpose([]int{1, 0}); !flipped.same(want) {
			t.Fatalf("%+v: transposed otherwise than its table", d)
		}
		flat, err := m.Reshape([]int64{m.Count()})
		if err != nil {
			t.Fatal(err)
		}
		if _, differ := flat.differs(m); differ {
			t.Fatalf("%+v: flattened otherwise", d)
		}
	}
}

// randomTurned returns digits of two dimensions that fill their places and turn each other.
func randomTurned(r *rand.Rand) Digits {
	d := Digits{Units: 1, Width: 1, Dims: make([]Dim, 2)}
	units, cells := int64(1), int64(1)
	var refs []DigitRef
	for i := range d.Dims {
		d.Dims[i].Size = 1
		for k := range 1 + r.IntN(3) {
			g := Digit{Size: 2 + r.Int64N(3)}
			if r.IntN(2) == 0 {
				g.Unit = units
				units *= g.Size
			} else {
				g.Offset = cells
				cells *= g.Size
			}
			d.Dims[i].Size *= g.Size
			d.Dims[i].Digits = append(d.Dims[i].Digits, g)
			refs = append(refs, DigitRef{Dim: i, Digit: k})
		}
	}
	d.Units = int(units)
	for range 1 + r.IntN(4) {
		t := Turn{At: refs[r.IntN(len(refs))], By: refs[r.IntN(len(refs))], Factor: 1 + r.Int64N(3)}
		if t.At != t.By {
			d.Turns = append(d.Turns, t)
		}
	}
	return d
}

// TestLinear compares linear maps with the exclusive or of the images of bits.
func TestLinear(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	made := 0
	for range 500 {
		images := make([][]int64, 1+r.IntN(3))
		for i := range images {
			for range r.IntN(4) {
				images[i] = append(images[i], r.Int64N(16))
			}
		}
		m, err := Linear(images)
		if err != nil {
			continue
		}
		made++
		var coord []int64
		for index := range m.Count() {
			coord = m.Coord(index, coord)
			want := int64(0)
			for i, dim := range images {
				for k, image := range dim {
					want ^= image * (coord[i] >> k & 1)
				}
			}
			if p, _ := m.Locate(coord); p.Offset != want {
				t.Fatalf("%v: %v at %d, want %d", images, coord, p.Offset, want)
			}
		}
	}
	if made < 200 {
		t.Errorf("only %d of 500 lists of images have digits", made)
	}
}

// TestComposeTurned compares compositions of maps that turn with places, and counts how many keep their digits.
func TestComposeTurned(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	kept := 0
	for range 300 {
		d := randomTurned(r)
		m, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		inverse, ok := m.Inverse()
		if !ok {
			t.Fatalf("%+v has no inverse", d)
		}
		other := randomTurned(r)
		for i := range other.Dims { // dimensions of the same shape
			other.Dims[i] = Dim{Size: d.Dims[i].Size}
		}
		other.Units, other.Turns = 1, nil
		step := int64(1)
		var refs []DigitRef
		for i := range d.Dims {
			for k, g := range d.Dims[i].Digits {
				other.Dims[i].Digits = append(other.Dims[i].Digits, Digit{Size: g.Size, Offset: step})
				refs = append(refs, DigitRef{Dim: i, Digit: k})
				step *= g.Size
			}
		}
		if a, b := refs[0], refs[len(refs)-1]; a != b {
			other.Turns = []Turn{{At: a, By: b, Factor: 1}}
		}
		target, err := New(other)
		if err != nil {
			t.Fatal(err)
		}
		change, err := inverse.Compose(target)
		if err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		if _, ok := change.Turned(); ok {
			kept++
		}
		for index := range m.Count() {
			p, _ := m.LocateIndex(index)
			want, _ := target.LocateIndex(index)
			if got, _ := change.Locate([]int64{int64(p.Unit), p.Offset}); got != want {
				t.Fatalf("%+v then %+v: element %d comes to %v, want %v", d, other, index, got, want)
			}
		}
	}
	if kept < 290 {
		t.Errorf("only %d of 300 compositions have digits", kept)
	}
}
