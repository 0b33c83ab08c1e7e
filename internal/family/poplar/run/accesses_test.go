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
	"optc/internal/family/poplar/program"
	"optc/internal/testing/targettest"
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
		other program.AllocExtent // accesses to elements of 4 bytes
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

// bytewise records accesses in a stamp for each byte.
type bytewise struct {
	accesses
	stamps []stamp
}

func (b *bytewise) load(addr int64, size int) *diag.Error {
	for i := addr - b.base; i < addr-b.base+int64(size); i++ {
		if by, found := b.unordered(b.stamps[i].writer); found {
			return b.race("loads from", i, "writes", by)
		}
		b.addReader(&b.stamps[i])
	}
	return nil
}

func (b *bytewise) store(addr int64, size int) *diag.Error {
	lo, hi := addr-b.base, addr-b.base+int64(size)
	for i := lo; i < hi; i++ {
		s := b.stamps[i]
		if by, found := b.unordered(s.writer); found {
			return b.race("stores to", i, "writes", by)
		}
		for _, reader := range s.readers {
			if by, found := b.unordered(reader); found {
				return b.race("stores to", i, "reads", by)
			}
		}
	}
	for i := lo &^ (b.atomic - 1); i < min((hi+b.atomic-1)&^(b.atomic-1), b.size); i++ {
		if by, found := b.unordered(b.stamps[i].writer); found {
			return diag.Errorf("atomic-hazard", "stores %d bytes at %#x, a part of the %d-byte word at %#x of which %s writes another part in the same compute set", size, addr, b.atomic, b.base+i&^(b.atomic-1), by).
				Note("a store of less than %d bytes reads the word and writes it back, so that one of the writes can be lost; %s runs here", b.atomic, b.runs[b.now-1])
		}
	}
	for i := lo; i < hi; i++ {
		b.stamps[i].writer = b.now
	}
	return nil
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
		fast, slow := newAccesses(&tg), &bytewise{accesses: *newAccesses(&tg)}
		phases := r.Intn(2) + 1
		for range r.Intn(3) + 1 {
			fast.begin()
			slow.begin()
			slow.stamps = make([]stamp, 2052)
			fast.blocks.first += []uint32{0, 1<<15 - 3, 1<<16 - 4}[r.Intn(3)] // numbers need another half soon
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
				record, all := slow.load, fast.loads
				if r.Intn(3) == 0 {
					record, all = slow.store, fast.stores
				}
				f := all(addr, size, n)
				for k := 0; k < n && e == nil; k++ {
					e = record(addr+int64(k*size), size)
				}
				if fmt.Sprint(e) != fmt.Sprint(f) || e != nil && fmt.Sprint(e.Notes) != fmt.Sprint(f.Notes) {
					t.Fatalf("%d numbers of %d bytes at %#x: %v, want %v", n, size, addr, f, e)
				}
			}
			if e != nil {
				refused++
				break
			}
			if len(fast.blocks.kinds) < 12 {
				blocks++
			}
		}
	}
	if refused < 500 || blocks < 500 {
		t.Errorf("only %d programs are refused, and %d have few kinds of blocks", refused, blocks)
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
		want string // error code and message of the last access; the other accesses are valid
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
		for _, first := range []uint32{1, 9, 1 << 15, 1<<15 + 1, 1<<16 - 1, 1 << 16} {
			// Earlier writes do not count.
			w.begin()
			w.blocks.first = first
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
