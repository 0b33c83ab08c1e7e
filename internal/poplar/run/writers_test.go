package run

import (
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/poplar/program"
	"optc/internal/targettest"
	"optc/ir"
	"optc/parser"
)

// TestReads: an output of 4 elements, of 2 bytes, at offset 8 of allocation 1 is
// forgotten unless the vertex reads some of its bytes.
func TestReads(t *testing.T) {
	t.Parallel()
	at := func(alloc, offset int, count uint64) program.AllocExtent {
		return program.AllocExtent{Ref: program.Ref{Alloc: alloc, Offset: uint64(offset)}, Count: count}
	}
	field := func(dir vertex.Direction, e scalar.Type) vertex.StateField {
		return vertex.StateField{Resolved: vertex.Resolved{Type: vertex.FieldType{Kind: vertex.VectorEdge, Dir: dir, Elem: e}}}
	}
	sizes := map[scalar.Type]int64{scalar.Half: 2, scalar.Float: 4}
	for _, c := range []struct {
		name  string
		dir   vertex.Direction
		other program.AllocExtent // of elements of 4 bytes
		want  bool
	}{
		{"before", vertex.In, at(1, 0, 2), true},
		{"its first byte", vertex.In, at(1, 5, 1), false},
		{"behind", vertex.In, at(1, 16, 2), true},
		{"its last byte", vertex.In, at(1, 15, 2), false},
		{"around", vertex.In, at(1, 0, 9), false},
		{"within", vertex.In, at(1, 12, 1), false},
		{"another allocation", vertex.In, at(2, 8, 2), true},
		{"nothing", vertex.In, at(1, 12, 0), true},
		{"both ways", vertex.InOut, at(1, 12, 1), false},
		{"another output", vertex.Out, at(1, 12, 1), true},
	} {
		v := &program.BoundVertex{
			Class:  &program.Class{State: vertex.StateLayout{Fields: []vertex.StateField{field(vertex.Out, scalar.Half), field(c.dir, scalar.Float)}}},
			Fields: []program.BoundField{{Data: []program.AllocExtent{at(1, 8, 0), at(1, 8, 4)}}, {Data: []program.AllocExtent{c.other}}},
		}
		elem := func(i int) int64 { return sizes[v.Class.State.Fields[i].Type.Elem] }
		var got []string
		err := forgetOutputs(v, elem, func(x program.AllocExtent, bytes int64) error {
			if x.Offset == 8 && x.Count == 4 {
				got = append(got, fmt.Sprint(bytes))
			}
			return nil
		})
		want := ""
		if c.want {
			want = "8"
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: forgets %q bytes, %v, want %q", c.name, got, err, want)
		}
		failed := diag.Errorf("x", "y")
		if err := forgetOutputs(v, elem, func(program.AllocExtent, int64) error { return failed }); c.want && err != failed {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// TestPieces: instructions for vectors, by the width of the data path and of the vector unit.
func TestPieces(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	e, c := newEstimator(&tg), ir.NewContext()
	for _, test := range []struct {
		elements     int64
		elem         ir.Type
		memory       bool
		instructions int64
	}{
		{1, c.F32(), true, 1}, {2, c.F32(), true, 1}, {3, c.F32(), true, 2}, {8, c.F16(), true, 2}, {9, c.F16(), true, 3},
		{2, c.F32(), false, 1}, {3, c.F32(), false, 2}, {4, c.F16(), false, 1}, {5, c.F16(), false, 2},
		{1, c.Integer(32), false, 1}, {2, c.Integer(32), false, 1}, {3, c.Integer(32), false, 2}, {3, c.Integer(1), true, 1}, {65, c.Integer(1), true, 9},
		{3, c.F64(), true, 3}, {3, c.Integer(128), true, 3},
	} {
		if got := e.pieces(test.elements, test.elem, test.memory); got != test.instructions {
			t.Errorf("%d of %s, memory %v: %d instructions, want %d", test.elements, test.elem, test.memory, got, test.instructions)
		}
	}
}

// TestWriters: accesses to a tile of 16 bytes whose stores write 4 bytes at once.
func TestWriters(t *testing.T) {
	t.Parallel()
	tg := target.Target{MemBase: 0x100, BytesPerTile: 16, AtomicStore: 4}
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Text: `poplar.vertex @"demo::V" multi {}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	class := &program.Class{Name: "demo::V", Op: module.Body().Front()}
	vertices := []*program.BoundVertex{{ID: 0, Class: class}, {ID: 1, Class: class}}
	type access struct {
		run  runner
		addr int64
		size int
		load bool
	}
	a, b := runner{v: vertices[0]}, runner{v: vertices[1]}
	later := runner{v: vertices[0], phase: 1}
	for _, c := range []struct {
		name string
		list []access
		want string // error code of the last access and where it fails; the other accesses are valid
	}{
		{"one run", []access{{a, 0x100, 4, false}, {a, 0x100, 4, true}, {a, 0x102, 2, false}}, ""},
		{"words side by side", []access{{a, 0x100, 4, false}, {b, 0x104, 4, false}}, ""},
		{"one word", []access{{a, 0x104, 4, false}, {b, 0x104, 4, false}}, "worker-race stores to 0x104"},
		{"the first byte", []access{{a, 0x104, 4, false}, {b, 0x102, 3, false}}, "worker-race stores to 0x104"},
		{"the last byte", []access{{a, 0x104, 4, false}, {b, 0x107, 1, false}}, "worker-race stores to 0x107"},
		{"a word around a byte", []access{{a, 0x107, 1, false}, {b, 0x104, 4, false}}, "worker-race stores to 0x107"},
		{"halves of a word", []access{{a, 0x104, 2, false}, {b, 0x106, 2, false}}, "atomic-hazard stores 2 bytes at 0x106, a part of the 4-byte word at 0x104"},
		{"halves of a word, the first one later", []access{{a, 0x106, 2, false}, {b, 0x104, 2, false}}, "atomic-hazard stores 2 bytes at 0x104, a part of the 4-byte word at 0x104"},
		{"bytes of other words", []access{{a, 0x107, 1, false}, {b, 0x108, 1, false}}, ""},
		{"the end of the tile", []access{{a, 0x10C, 3, false}, {b, 0x10F, 1, false}}, "atomic-hazard stores 1 bytes at 0x10f, a part of the 4-byte word at 0x10c"},
		{"the last word", []access{{a, 0x108, 4, false}, {b, 0x10C, 4, false}}, ""},
		{"a load of what another one wrote", []access{{a, 0x104, 4, false}, {b, 0x107, 1, true}}, "worker-race loads from 0x107"},
		{"a load before it", []access{{a, 0x104, 4, false}, {b, 0x100, 4, true}}, ""},
		{"a load behind it", []access{{a, 0x104, 4, false}, {b, 0x108, 4, true}}, ""},
		{"a load of more", []access{{a, 0x104, 1, false}, {b, 0x100, 8, true}}, "worker-race loads from 0x104"},
		{"loads are of all", []access{{a, 0x104, 4, true}, {b, 0x104, 4, false}}, ""},
		{"a later phase", []access{{a, 0x104, 4, false}, {later, 0x104, 4, false}, {later, 0x104, 4, true}}, ""},
		{"a phase that is not later", []access{{later, 0x104, 4, false}, {a, 0x104, 4, false}}, "worker-race stores to 0x104"},
		{"another worker of the phase", []access{{later, 0x104, 4, false}, {runner{vertices[0], 1, 1}, 0x104, 4, true}}, "worker-race loads from 0x104"},
	} {
		w := newWriters(&tg)
		for _, first := range []uint32{1, 9, 1 << 31, 1<<31 + 1, 1<<32 - 1} {
			// Earlier writes do not count.
			w.begin()
			w.now = first - 1
			w.begin()
			w.next(b)
			if err := w.store(0x100, 16); err != nil {
				t.Fatal(err)
			}
			w.begin()
			var err *diag.Error
			var last runner
			for i, x := range c.list {
				if i == 0 || x.run != last {
					w.next(x.run)
					last = x.run
				}
				if err != nil {
					t.Errorf("%s from %d: access %d is refused: %v", c.name, first, i-1, err)
				}
				if x.load {
					err = w.load(x.addr, x.size)
				} else {
					err = w.store(x.addr, x.size)
				}
			}
			got := ""
			if err != nil {
				got, _, _ = strings.Cut(err.Code+" "+err.Msg, ", which ")
				got, _, _ = strings.Cut(got, " of which ")
			}
			if got != c.want {
				t.Errorf("%s from %d: %q, want %q", c.name, first, got, c.want)
			}
		}
	}
}
