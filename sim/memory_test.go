package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// model is a memory that records for every byte whether it was written.
type model struct {
	base    int64
	bytes   []byte
	written []bool
}

func (m *model) inside(addr int64, size int) bool {
	return addr >= m.base && addr+int64(size) <= m.base+int64(len(m.bytes))
}

func (m *model) set(addr int64, data []byte, written bool) {
	for i, b := range data {
		m.bytes[addr-m.base+int64(i)] = b
		m.written[addr-m.base+int64(i)] = written
	}
}

// get returns bytes, with 0 for bytes that were not written, and whether all were
// written.
func (m *model) get(addr int64, size int) (data []byte, all bool) {
	i := addr - m.base
	return m.bytes[i : i+int64(size)], !slices.Contains(m.written[i:i+int64(size)], false)
}

func number(data []byte) (bits uint64) {
	for i, b := range data {
		bits |= uint64(b) << (8 * i)
	}
	return bits
}

// TestMemoryLikeBytes makes random accesses, of every size at every position in the words
// that record written bytes, and compares each with plain bytes. In a sparse memory, accesses
// begin and end at every position in its parts and between them.
func TestMemoryLikeBytes(t *testing.T) {
	t.Parallel()
	const base = 1000
	t.Run("whole", func(t *testing.T) {
		t.Parallel()
		checkMemory(t, base, 200, 20000, nil, func(name string) *sim.Memory { return sim.NewMemory(name, base, 200) })
	})
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		t.Run(fmt.Sprint("sparse ", n), func(t *testing.T) {
			size := 200 + r.Int64N(1000)
			base := []int64{0, base, 1<<32 - 3, math.MaxInt64 - 1 - size}[n%4]
			var used []sim.Range
			for at := base - 10 + r.Int64N(size/2); r.IntN(8) > 0 && at < base+size-60; at += r.Int64N(size / 4) {
				used = append(used, sim.Range{Begin: at, End: at + r.Int64N(60)})
			}
			checkMemory(t, base, size, 1000, nil, func(name string) *sim.Memory { return sim.NewSparseMemory(name, base, size, used) })
		})
	}
	m := sim.NewMemory("a", base, 200)
	if _, _, err := m.Load(base+200-3, 4); err == nil || err.Error() != "access to [0x4ad, 0x4b1) is outside a [0x3e8, 0x4b0) [memory-range]" {
		t.Errorf("got %v", err)
	}
}

// checkMemory makes random accesses to two memories of size bytes at base. They begin with the given
// contents, or unwritten if these are nil.
func checkMemory(t *testing.T, base, size int64, steps int, contents []byte, create func(name string) *sim.Memory) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 7))
	memories := [2]*sim.Memory{create("a"), create("b")}
	models := [2]*model{{base, make([]byte, size), make([]bool, size)}, {base, make([]byte, size), make([]bool, size)}}
	for _, m := range models {
		m.set(base, contents, true)
	}
	if memories[0].End() != base+size {
		t.Errorf("the end is %d", memories[0].End())
	}
	place := func() (addr int64, n int) {
		switch r.IntN(3) {
		case 0:
			n = 1 + r.IntN(8)
		case 1:
			n = 60 + r.IntN(10)
		default:
			n = r.IntN(int(size))
		}
		return base - 1 + r.Int64N(size-int64(n)+3), n
	}
	for step := range steps {
		k := r.IntN(2)
		m, want := memories[k], models[k]
		addr, n := place()
		inside := want.inside(addr, n)
		var err *diag.Error
		switch what := r.IntN(8); {
		case what == 0 && n <= 8 && n > 0:
			bits := r.Uint64() >> (64 - 8*n)
			data := make([]byte, n)
			for i := range data {
				data[i] = byte(bits >> (8 * i))
			}
			if err = m.Store(addr, n, bits); inside {
				want.set(addr, data, true)
			}
		case what <= 2 && n <= 8 && n > 0:
			var bits uint64
			var all bool
			if bits, all, err = m.Load(addr, n); inside {
				if data, known := want.get(addr, n); all != known || all && bits != number(data) {
					t.Fatalf("step %d: load of %d bytes at %d: %#x, %v", step, n, addr, bits, all)
				}
			}
		case what <= 3:
			if err = m.Forget(addr, n); inside {
				clear(want.written[addr-base:][:n])
			}
		case what <= 4:
			data := make([]byte, n)
			for i := range data {
				data[i] = byte(r.Uint32())
			}
			if err = m.Write(addr, data); inside {
				want.set(addr, data, true)
			}
		case what <= 5:
			var data []byte
			var all bool
			if data, all, err = m.Read(addr, n); inside {
				if wanted, known := want.get(addr, n); all != known || all && !slices.Equal(data, wanted) {
					t.Fatalf("step %d: %d bytes at %d: %v, %v", step, n, addr, data, all)
				}
			}
		default:
			other := r.IntN(2)
			from := base - 1 + r.Int64N(size-int64(n)+3)
			err = sim.Move(m, addr, memories[other], from, n)
			if inside = inside && models[other].inside(from, n); inside {
				i, o := from-base, addr-base
				copy(want.bytes[o:o+int64(n)], slices.Clone(models[other].bytes[i:i+int64(n)]))
				copy(want.written[o:o+int64(n)], slices.Clone(models[other].written[i:i+int64(n)]))
			}
		}
		if inside != (err == nil) {
			t.Fatalf("step %d: %d bytes at %d: %v", step, n, addr, err)
		}
	}
}

// watcher is a function as a sim.Watcher.
type watcher func(addr int64, size, n int, write bool) *diag.Error

func (w watcher) Watch(addr int64, size, n int, write bool) *diag.Error {
	return w(addr, size, n, write)
}

// The observer of a memory sees every access, and may refuse it.
func TestWatchedMemory(t *testing.T) {
	t.Parallel()
	m := sim.NewMemory("a", 0, 16)
	var seen []string
	m.Watcher = watcher(func(addr int64, size, n int, write bool) *diag.Error {
		seen = append(seen, strings.Repeat("w", map[bool]int{true: 1}[write])+strings.Repeat(".", size*n))
		if addr == 8 {
			return diag.Errorf("no", "not here")
		}
		return nil
	})
	for _, test := range []struct {
		addr int64
		ok   bool
	}{{0, true}, {8, false}} {
		if err := m.Store(test.addr, 2, 7); (err == nil) != test.ok {
			t.Errorf("store at %d: %v", test.addr, err)
		}
		if _, _, err := m.Load(test.addr, 4); (err == nil) != test.ok {
			t.Errorf("load at %d: %v", test.addr, err)
		}
	}
	if bits, written, _ := m.Load(0, 2); bits != 7 || !written {
		t.Errorf("got %d, %v", bits, written)
	}
	if data, written, _ := m.Read(8, 2); written {
		t.Errorf("a store that was refused wrote %v", data)
	}
	if got := strings.Join(seen, " "); got != "w.. .... w.. .... .." {
		t.Errorf("seen: %s", got)
	}
}

// Indices are from 0 to below the extent, and elements are placed according to their
// strides.
func TestElementsOfMemRefs(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	m, err := sim.Alloc("m", []int64{2, 3}, c.I16())
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(2) {
		for j := range int64(3) {
			if err := m.Store([]int64{i, j}, sim.Int(uint64(10*i+j))); err != nil {
				t.Fatal(err)
			}
		}
	}
	view := *m
	view.Offset, view.Sizes, view.Strides = 1, []int64{2, 2}, []int64{1, 3}
	if got := sim.Format(ir.Vector([]int64{2, 2}, c.I16()), sim.Value{Ref: view.Elements()}); got != "[[1, 11], [2, 12]]" {
		t.Errorf("got %s", got)
	}
	if v, err := view.Load([]int64{1, 1}); err != nil || v.Bits != 12 {
		t.Errorf("got %d, %v", v.Bits, err)
	}
	for _, test := range []struct {
		index []int64
		want  string
	}{
		{[]int64{2, 0}, "index [2, 0] is outside the extents [2, 3] of m"}, {[]int64{1, 3}, "index [1, 3] is outside the extents [2, 3] of m"},
		{[]int64{0, -1}, "index [0, -1] is outside the extents [2, 3] of m"}, {[]int64{0}, "expected 2 indices, but got 1"},
	} {
		if _, err := m.Load(test.index); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v", test.index, err)
		}
		if err := m.Store(test.index, sim.Int(0)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v", test.index, err)
		}
	}
	if err := m.Mem.Forget(2, 1); err != nil {
		t.Fatal(err)
	}
	if got := sim.Format(ir.Vector([]int64{2, 3}, c.I16()), sim.Value{Ref: m.Elements()}); got != "[[0, undef, 2], [10, 11, 12]]" {
		t.Errorf("got %s", got)
	}
	if _, err := m.Load([]int64{0, 1}); err == nil || !strings.Contains(err.Error(), "element [0, 1] of m is read before it is written") {
		t.Errorf("got %v", err)
	}
	if _, err := sim.Alloc("large", []int64{1<<31 + 1}, c.I16()); err == nil {
		t.Error("more than 2^32 bytes are allocated")
	}
}

// TestReadElements compares numbers that are read together with numbers that are read individually,
// in memories of several parts and in memories with an image; some bytes are unwritten.
func TestReadElements(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	image := sim.NewImage(randomBytes(20000))
	for step := range 400 {
		m := sim.NewSparseMemory("m", 40, 960, []sim.Range{{Begin: 100, End: 420}, {Begin: 500, End: 900}})
		if step%2 == 1 {
			m = sim.NewSharedMemory("m", image)
		}
		base, end := m.Base, m.End()
		for range 1 + rng.IntN(6) {
			at := base + rng.Int64N(end-base)
			n := rng.IntN(int(end - at))
			if err := m.Write(at, []byte(strings.Repeat("x", n))); err != nil {
				t.Fatal(err)
			}
			if err := m.Forget(at, n/4); err != nil {
				t.Fatal(err)
			}
		}
		size := []int{1, 2, 3, 4, 8, 100}[rng.IntN(6)]
		addr := base + rng.Int64N(m.Size()/3)
		n := int(end-addr) / size
		data, written := make([]byte, n*size), make([]bool, n)
		if err := m.ReadElements(addr, size, data, written); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			raw, ok, err := m.Read(addr+int64(i*size), size)
			if err != nil || ok != written[i] || !bytes.Equal(raw, data[i*size:][:size]) {
				t.Fatalf("number %d of %d bytes from %d on: % x, written %t, want % x, %t, %v", i, size, addr, data[i*size:][:size], written[i], raw, ok, err)
			}
		}
		if err := m.ReadElements(end-int64(size), size, make([]byte, 2*size), make([]bool, 2)); err == nil {
			t.Fatal("reads outside of the memory are no error")
		}
	}
}
