package program

import (
	"math"
	"math/rand/v2"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// spread is a variable whose elements are on several tiles.
func spread(name string, runs ...int64) *Storage {
	v := &Storage{Name: name, Elem: scalar.Float}
	at := int64(0)
	for tile, n := range runs {
		v.Runs = append(v.Runs, AllocRun{Begin: at, End: at + n, Ref: Ref{Tile: tile, Alloc: tile, Offset: uint64(4 * tile)}})
		at += n
	}
	v.Shape = []int64{at}
	return v
}

// shown lists the elements of a view.
func shown(v *StorageView) []int64 {
	list := []int64{v.First}
	for _, l := range v.Loops {
		var next []int64
		for _, at := range list {
			for i := range l.Count {
				next = append(next, at+i*l.Step)
			}
		}
		list = next
	}
	return list
}

// The moves of a copy contain its elements in order, and neighbours stay together.
func TestCopyMoves(t *testing.T) {
	t.Parallel()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		x, y := spread("x", 7, 1, 12, 40, 4), spread("y", 30, 3, 31)
		pick := func(v *Storage) (view StorageView) {
			view = StorageView{Variable: v, First: r.Int64N(64)}
			for _, n := range []int64{4, 2, 3} {
				view.Loops = append(view.Loops, loop(n, []int64{-12, -6, -3, -1, 1, 2, 3, 6, 8}[r.IntN(9)]))
			}
			return view
		}
		c := Transfer{pick(x), pick(y)}
		if c.From.Check(false) != nil || c.To.Check(true) != nil {
			continue
		}
		place := func(v *Storage, element int64) Ref {
			for _, run := range v.Runs {
				if element < run.End {
					ref := run.Ref
					ref.Offset += uint64(4 * (element - run.Begin))
					return ref
				}
			}
			panic("no run")
		}
		from, to, k := shown(&c.From), shown(&c.To), 0
		for m := range c.Moves(&chip) {
			for b := uint64(0); b < m.Bytes; b += 4 {
				src, dst := m.From, m.To
				src.Offset, dst.Offset = src.Offset+b, dst.Offset+b
				if src != place(x, from[k]) || dst != place(y, to[k]) {
					t.Fatalf("%+v: element %d moves from %v to %v", c, k, src, dst)
				}
				k++
			}
		}
		if k != len(from) {
			t.Fatalf("%+v: %d of %d elements move", c, k, len(from))
		}
	}
	whole := Transfer{StorageView{x64(), 0, []tilemap.Loop{loop(64, 1)}}, StorageView{x64(), 0, []tilemap.Loop{loop(64, 1)}}}
	n := 0
	for range whole.Moves(&chip) {
		n++
	}
	if n != 2 {
		t.Errorf("two runs of 32 elements move in %d pieces", n)
	}
}

func loop(count, step int64) tilemap.Loop { return tilemap.Loop{Count: count, Step: step} }

func x64() *Storage { return spread("x", 32, 32) }

// A view that leaves its variable, or writes an element twice, is refused; an accepted
// view contains every element once.
func TestViewCheck(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	accepted := 0
	for range 5000 {
		v := StorageView{Variable: x64(), First: r.Int64N(70) - 3}
		for range r.IntN(4) {
			v.Loops = append(v.Loops, loop(1+r.Int64N(6), r.Int64N(30)-15))
		}
		inside, twice := true, false
		seen := map[int64]bool{}
		for _, e := range shown(&v) {
			inside = inside && e >= 0 && e < 64
			twice = twice || seen[e]
			seen[e] = true
		}
		if read := v.Check(false) == nil; read != inside {
			t.Fatalf("%+v: accepted to be read is %v", v, read)
		}
		if v.Check(true) == nil {
			accepted++
			if !inside || twice {
				t.Fatalf("%+v may be written", v)
			}
		}
	}
	if accepted < 500 {
		t.Errorf("only %d views may be written", accepted)
	}
	for _, c := range []struct {
		first int64
		loop  tilemap.Loop
		read  bool
	}{
		{5, loop(0, 1), false}, {0, loop(64, 1), true}, {3, loop(64, 0), true}, {3, loop(65, 0), false}, {0, loop(1<<62+1, 4), false},
		{3, loop(1, 64), true}, {3, loop(1, 65), false}, {3, loop(1, -64), true}, {3, loop(1, -65), false}, {3, loop(3, math.MinInt64), false},
	} {
		if err := (&StorageView{x64(), c.first, []tilemap.Loop{c.loop}}).Check(false); err == nil != c.read {
			t.Errorf("from %d %+v: %v, want that it may be read is %v", c.first, c.loop, err, c.read)
		}
	}
	holes := x64()
	holes.Runs = holes.Runs[1:]
	if err := (&StorageView{holes, 40, nil}).Check(false); err == nil {
		t.Error("a variable with a hole is accepted")
	}
}
