package sim_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/sim"
)

// named is the name of a window.
type named string

func (n named) String() string { return string(n) }

// Every access of an operation is checked by the window of its memref and reported to the
// observer of the memory. %m shows four of eight elements through a window of six.
func TestWindows(t *testing.T) {
	t.Parallel()
	const (
		low    = "loads 4 bytes at 0x18, outside of [0x0, 0x18), the 24 bytes of field 'm'"
		stored = "stores 4 bytes at 0x18, outside of [0x0, 0x18), the 24 bytes of field 'm'"
		input  = "stores to field 'm', which is an input"
	)
	for _, c := range []struct{ name, code, outside, readOnly, watched string }{
		{name: "load", code: "%r = memref.load %m[%at] : memref<8xi32>", outside: low, watched: "load at 24"},
		{name: "store", code: "memref.store %x, %m[%at] : memref<8xi32>", outside: stored, readOnly: input,
			watched: "store at 24"},
		{name: "poison", code: "memref.store %p, %m[%at] : memref<8xi32>", outside: stored, readOnly: input,
			watched: "store at 24"},
		{name: "copy from", code: "%v = memref.subview %m[5] [2] [1] : memref<8xi32> to memref<2xi32, strided<[1], offset: 5>>\n memref.copy %v, %o : memref<2xi32, strided<[1], offset: 5>> to memref<2xi32>",
			outside: low, readOnly: "", watched: "load at 24"},
		{name: "copy to", code: "%v = memref.subview %m[5] [2] [1] : memref<8xi32> to memref<2xi32, strided<[1], offset: 5>>\n memref.copy %o, %v : memref<2xi32> to memref<2xi32, strided<[1], offset: 5>>",
			outside: stored, readOnly: input, watched: "store at 24"},
		{name: "row", code: "%r = vector.load %m[%at] : memref<8xi32>, vector<2xi32>", outside: low, watched: "load at 24"},
		{name: "written row", code: "vector.store %w, %m[%at] : memref<8xi32>, vector<2xi32>", outside: stored,
			readOnly: input, watched: "store at 24"},
		{name: "poison row", code: "vector.store %pw, %m[%at] : memref<8xi32>, vector<2xi32>", outside: stored,
			readOnly: input, watched: "store at 24"},
		{name: "element of vectors", code: "%r = vector.load %m[%at] : memref<8xi32>, vector<1xi32>", outside: low,
			watched: "load at 24"},
		{name: "atomic", code: "%r = memref.atomic_rmw addi %x, %m[%at] : (i32, memref<8xi32>) -> i32", outside: low,
			readOnly: input, watched: "load at 24"},
	} {
		for kind, want := range map[string]string{"outside": c.outside, "read only": c.readOnly, "watched": c.watched} {
			t.Run(c.name+" "+kind, func(t *testing.T) {
				t.Parallel()
				ctx, module := parse(t, "func.func @f(%m: memref<8xi32>, %o: memref<2xi32>) {\n %at = arith.constant 6 : index\n %x = arith.constant 1 : i32\n %p = ub.poison : i32\n %w = arith.constant dense<1> : vector<2xi32>\n %pw = ub.poison : vector<2xi32>\n"+c.code+"\n return\n}")
				m, err := sim.Alloc("m", []int64{8}, ctx.I32())
				if err != nil {
					t.Fatal(err)
				}
				o, err := sim.Alloc("o", []int64{2}, ctx.I32())
				if err != nil {
					t.Fatal(err)
				}
				for i := range int64(8) {
					m.Store([]int64{i}, sim.Int(uint64(i)))
					o.Store([]int64{i % 2}, sim.Int(uint64(i)))
				}
				switch kind {
				case "outside":
					m.Window = &sim.Window{Name: named("field 'm'"), Hi: 24}
				case "read only":
					m.Window = &sim.Window{Name: named("field 'm'"), Hi: 32, ReadOnly: true}
				case "watched":
					m.Mem.Watcher = watcher(func(addr int64, size, n int, write bool) *diag.Error {
						if addr > 24 || addr+int64(size*n) <= 24 {
							return nil
						}
						if write {
							return diag.Errorf("watched", "store at 24")
						}
						return diag.Errorf("watched", "load at 24")
					})
				}
				_, e := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: m}, sim.Value{Ref: o})
				if want == "" && e != nil || want != "" && (e == nil || !strings.Contains(e.Error(), want)) {
					t.Errorf("got %v, want %q", e, want)
				}
			})
		}
	}
}

// The window's description of the bytes of a refused access is appended to the error,
// also where an index leaves the extents.
func TestAboutWindows(t *testing.T) {
	t.Parallel()
	ctx, module := parse(t, "func.func @f(%m: memref<2x4xi32, strided<[8, 1]>>, %i: index, %j: index) -> i32 {\n %r = memref.load %m[%i, %j] : memref<2x4xi32, strided<[8, 1]>>\n return %r : i32\n}")
	for _, c := range []struct {
		i, j  uint64
		about string
		want  []string
	}{
		{i: 1, j: 4, want: []string{"dimension 1: 4 is not in [0, 4)"}},
		{i: 1, j: 4, about: "a hole", want: []string{"dimension 1: 4 is not in [0, 4)", "a hole of 4 at 56"}},
		{i: 2, j: 1, about: "a hole", want: []string{"dimension 0: 2 is not in [0, 2)", "a hole of 4 at 76"}},
		{i: 1, j: 2},
		{i: 1, j: 2, about: "a hole", want: []string{"a hole of 4 at 48"}},
	} {
		m, err := sim.Alloc("m", []int64{32}, ctx.I32())
		if err != nil {
			t.Fatal(err)
		}
		m.Sizes, m.Strides, m.Offset = []int64{2, 4}, []int64{8, 1}, 2
		m.Window = &sim.Window{Name: named("field"), Hi: 0x30, About: func(addr int64, size int) string {
			if c.about == "" {
				return ""
			}
			return fmt.Sprintf("%s of %d at %d", c.about, size, addr)
		}}
		_, got := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: m}, sim.Int(c.i), sim.Int(c.j))
		var e *diag.Error
		if !errors.As(got, &e) || !slices.Equal(e.Notes, c.want) {
			t.Errorf("[%d, %d]: got %v, want the notes %q", c.i, c.j, got, c.want)
		}
	}
}
