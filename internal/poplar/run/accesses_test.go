package run

import (
	"fmt"
	"math/rand"
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
		{name: "before", dir: vertex.In, other: at(1, 0, 2), want: true},
		{name: "its first byte", dir: vertex.In, other: at(1, 5, 1)},
		{name: "behind", dir: vertex.In, other: at(1, 16, 2), want: true},
		{name: "its last byte", dir: vertex.In, other: at(1, 15, 2)},
		{name: "around", dir: vertex.In, other: at(1, 0, 9)},
		{name: "within", dir: vertex.In, other: at(1, 12, 1)},
		{name: "another allocation", dir: vertex.In, other: at(2, 8, 2), want: true},
		{name: "nothing", dir: vertex.In, other: at(1, 12, 0), want: true},
		{name: "both ways", dir: vertex.InOut, other: at(1, 12, 1)},
		{name: "another output", dir: vertex.Out, other: at(1, 12, 1), want: true},
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

// Accesses that are recorded for blocks give the same errors as accesses that are recorded
// byte by byte.
func TestBlocksOfAccesses(t *testing.T) {
	t.Parallel()
	module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Text: `poplar.vertex @"demo::V" multi {}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	class := &program.Class{Name: "demo::V", Op: module.Body().Front()}
	vertices := []*program.BoundVertex{{ID: 0, Class: class}, {ID: 1, Class: class}}
	r := rand.New(rand.NewSource(1))
	refused, blocks := 0, 0
	for range 5000 {
		tg := target.Target{MemBase: 0x100, BytesPerTile: 2052, AtomicStore: uint64(1) << r.Intn(5)}
		fast, slow := newAccesses(&tg), newAccesses(&tg)
		phases := r.Intn(2) + 1
		for range r.Intn(3) + 1 {
			fast.begin()
			slow.begin()
			var e *diag.Error
			for step := range 2 + r.Intn(12) {
				if e != nil {
					break
				}
				if step == 0 || r.Intn(4) == 0 {
					next := runner{v: vertices[r.Intn(2)], worker: int64(r.Intn(3)), phase: r.Intn(phases)}
					fast.next(next)
					slow.next(next)
				}
				size := 1 << r.Intn(4)
				addr := 0x100 + int64(r.Intn(2052-size+1))
				if r.Intn(4) > 0 {
					addr &^= int64(size - 1)
				}
				n := min(r.Intn(20)+1, int(0x100+2052-addr)/size)
				record, all := slow.loadBytes, fast.loads
				if r.Intn(3) == 0 {
					record, all = slow.storeBytes, fast.stores
				}
				f := all(addr, size, n)
				for k := 0; k < n && e == nil; k++ {
					e = record(addr+int64(k*size), size)
				}
				if fmt.Sprint(e) != fmt.Sprint(f) {
					t.Fatalf("%d numbers of %d bytes at %#x: %v, want %v", n, size, addr, f, e)
				}
			}
			if e != nil {
				refused++
				break
			}
			if len(fast.stamps) == 0 {
				blocks++
			}
		}
	}
	if refused < 500 || blocks < 500 {
		t.Errorf("only %d programs are refused, and %d split no block", refused, blocks)
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
		{elements: 1, elem: c.F32(), memory: true, instructions: 1}, {elements: 2, elem: c.F32(), memory: true, instructions: 1}, {elements: 3, elem: c.F32(), memory: true, instructions: 2}, {elements: 8, elem: c.F16(), memory: true,
			instructions: 2}, {elements: 9,
			elem: c.F16(), memory: true, instructions: 3},
		{elements: 2, elem: c.F32(), instructions: 1}, {elements: 3, elem: c.F32(), instructions: 2}, {elements: 4, elem: c.F16(), instructions: 1}, {elements: 5, elem: c.F16(), instructions: 2},
		{elements: 1, elem: c.Integer(32), instructions: 1}, {elements: 2, elem: c.Integer(32), instructions: 1}, {elements: 3, elem: c.Integer(32), instructions: 2}, {elements: 3,
			elem: c.Integer(1), memory: true, instructions: 1}, {elements: 65,
			elem: c.Integer(1), memory: true, instructions: 9},
		{elements: 3, elem: c.F64(), memory: true, instructions: 3}, {elements: 3, elem: c.Integer(128), memory: true, instructions: 3},
	} {
		if got := e.pieces(test.elements, test.elem, test.memory); got != test.instructions {
			t.Errorf("%d of %s, memory %v: %d instructions, want %d", test.elements, test.elem, test.memory, got, test.instructions)
		}
	}
}

// TestAccesses: accesses to a tile of 16 bytes whose stores write 4 bytes at once.
func TestAccesses(t *testing.T) {
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
	c := runner{v: &program.BoundVertex{ID: 2, Class: class}}
	beside := runner{v: vertices[0], worker: 1}
	later, laterBeside := runner{v: vertices[0], phase: 1}, runner{v: vertices[0], worker: 1, phase: 1}
	for _, test := range []struct {
		name string
		list []access
		want string // error code of the last access and where it fails; the other accesses are valid
	}{
		{"one run", []access{{run: a, addr: 0x100, size: 4}, {run: a, addr: 0x100, size: 4, load: true}, {run: a, addr: 0x102, size: 2}}, ""},
		{"words side by side", []access{{run: a, addr: 0x100, size: 4}, {run: b, addr: 0x104, size: 4}}, ""},
		{"one word", []access{{run: a, addr: 0x104, size: 4}, {run: b, addr: 0x104, size: 4}}, "worker-race stores to 0x104"},
		{"the first byte", []access{{run: a, addr: 0x104, size: 4}, {run: b, addr: 0x102, size: 3}}, "worker-race stores to 0x104"},
		{"the last byte", []access{{run: a, addr: 0x104, size: 4}, {run: b, addr: 0x107, size: 1}}, "worker-race stores to 0x107"},
		{"a word around a byte", []access{{run: a, addr: 0x107, size: 1}, {run: b, addr: 0x104, size: 4}}, "worker-race stores to 0x107"},
		{"halves of a word", []access{{run: a, addr: 0x104, size: 2}, {run: b, addr: 0x106, size: 2}}, "atomic-hazard stores 2 bytes at 0x106, a part of the 4-byte word at 0x104"},
		{"halves of a word, the first one later", []access{{run: a, addr: 0x106, size: 2}, {run: b, addr: 0x104, size: 2}}, "atomic-hazard stores 2 bytes at 0x104, a part of the 4-byte word at 0x104"},
		{"bytes of other words", []access{{run: a, addr: 0x107, size: 1}, {run: b, addr: 0x108, size: 1}}, ""},
		{"the end of the tile", []access{{run: a, addr: 0x10C, size: 3}, {run: b, addr: 0x10F, size: 1}}, "atomic-hazard stores 1 bytes at 0x10f, a part of the 4-byte word at 0x10c"},
		{"the last word", []access{{run: a, addr: 0x108, size: 4}, {run: b, addr: 0x10C, size: 4}}, ""},
		{"a load of what another one wrote", []access{{run: a, addr: 0x104, size: 4}, {run: b, addr: 0x107, size: 1, load: true}}, "worker-race loads from 0x107"},
		{"a load before it", []access{{run: a, addr: 0x104, size: 4}, {run: b, addr: 0x100, size: 4, load: true}}, ""},
		{"a load behind it", []access{{run: a, addr: 0x104, size: 4}, {run: b, addr: 0x108, size: 4, load: true}}, ""},
		{"a load of more", []access{{run: a, addr: 0x104, size: 1}, {run: b, addr: 0x100, size: 8, load: true}}, "worker-race loads from 0x104"},
		{"a store to what another one read", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: b, addr: 0x107, size: 1}}, "worker-race stores to 0x107"},
		{"a store beside what another one read", []access{{run: a, addr: 0x104, size: 2, load: true}, {run: b, addr: 0x106, size: 2}}, ""},
		{"loads are of all", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: b, addr: 0x104, size: 4, load: true}, {run: c, addr: 0x104, size: 4, load: true}}, ""},
		{"a store by the last reader", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: b, addr: 0x104, size: 4, load: true}, {run: b, addr: 0x104, size: 4}}, "worker-race stores to 0x104"},
		{"a store by the third reader", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: b, addr: 0x104, size: 4, load: true}, {run: c, addr: 0x104, size: 4, load: true}, {run: c, addr: 0x104, size: 4}}, "worker-race stores to 0x104"},
		{"a store by the only reader", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: a, addr: 0x104, size: 4, load: true}, {run: a, addr: 0x104, size: 4}}, ""},
		{"a store in a later phase than the readers", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: beside, addr: 0x104, size: 4, load: true}, {run: later, addr: 0x104, size: 4}}, ""},
		{"a reader of the phase after earlier ones", []access{{run: a, addr: 0x104, size: 4, load: true}, {run: beside, addr: 0x104, size: 4, load: true}, {run: laterBeside, addr: 0x104, size: 4, load: true}, {run: later, addr: 0x104, size: 4}}, "worker-race stores to 0x104"},
		{"a reader of another vertex before a phase", []access{{run: b, addr: 0x104, size: 4, load: true}, {run: a, addr: 0x104, size: 4, load: true}, {run: beside, addr: 0x104, size: 4, load: true}, {run: later, addr: 0x104, size: 4}}, "worker-race stores to 0x104"},
		{"a later phase", []access{{run: a, addr: 0x104, size: 4}, {run: later, addr: 0x104, size: 4}, {run: later, addr: 0x104, size: 4, load: true}}, ""},
		{"a phase that is not later", []access{{run: later, addr: 0x104, size: 4}, {run: a, addr: 0x104, size: 4}}, "worker-race stores to 0x104"},
		{"another worker of the phase", []access{{run: later, addr: 0x104, size: 4}, {run: laterBeside, addr: 0x104, size: 4, load: true}}, "worker-race loads from 0x104"},
	} {
		w := newAccesses(&tg)
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
			for i, x := range test.list {
				if i == 0 || x.run != last {
					w.next(x.run)
					last = x.run
				}
				if err != nil {
					t.Errorf("%s from %d: access %d is refused: %v", test.name, first, i-1, err)
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
			if got != test.want {
				t.Errorf("%s from %d: %q, want %q", test.name, first, got, test.want)
			}
		}
	}
}
