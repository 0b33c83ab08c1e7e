package lower_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/draw"
	"optc/internal/testing/drawtest"
	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// TestImage: an image extends to the last written byte, or to the end of the memory, with
// zeros between written bytes.
func TestImage(t *testing.T) {
	t.Parallel()
	u := &lower.Unit{
		Memory: &lower.Memory{Base: 0x100, Size: 10000},
		Chunks: lower.NewChunks([]lower.Chunk{{Addr: 0x102, Bytes: []byte{1, 2}}, {Addr: 0x100 + 9000, Bytes: []byte{3}}}),
	}
	want := make([]byte, 10000)
	want[2], want[3], want[9000] = 1, 2, 3
	for full, end := range map[bool]int64{false: 9001, true: 10000} {
		var b bytes.Buffer
		if n, err := u.Image(full).WriteTo(&b); n != end || err != nil || !bytes.Equal(b.Bytes(), want[:end]) {
			t.Errorf("full %v: %d bytes, error %v, % x…", full, n, err, b.Bytes()[:8])
		}
	}
}

// TestVariables: reading and writing by name, on a device and on a host.
func TestVariables(t *testing.T) {
	t.Parallel()
	p := program()
	x := p.Variables[0]
	device, err := lower.NewDevice(p)
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]interface {
		Write(string, []byte) error
		Read(string) ([]byte, []bool, error)
	}{"device": device, "host": lower.NewHost(p.Variables)} {
		if data, written, err := m.Read("x"); err != nil || fmt.Sprint(data, written) != "[0 0 0 0 0 0 0 0] [false false]" {
			t.Errorf("%s: before: %v %v %v", name, data, written, err)
		}
		if err := m.Write("x", []byte{1, 2, 3, 4, 5, 6, 7, 8}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if data, written, err := m.Read("x"); err != nil || fmt.Sprint(data, written) != "[1 2 3 4 5 6 7 8] [true true]" {
			t.Errorf("%s: after: %v %v %v", name, data, written, err)
		}
		for _, n := range []int{7, 9} {
			if err := m.Write("x", make([]byte, n)); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("variable 'x' takes 8 bytes, but got %d [input-size]", n)) {
				t.Errorf("%s: %d bytes: %v", name, n, err)
			}
		}
		if err := m.Write("y", nil); diag.CodeOf(err) != "unknown-variable" {
			t.Errorf("%s: %v", name, err)
		}
	}
	x.Runs[0].End = 1
	if _, _, err := device.Read("x"); err == nil || err.Error() != "1 of the 2 elements of variable 'x' have no place [no-place]" {
		t.Errorf("an element without place: %v", err)
	}
	// Up to eight names are listed, unless one of them is similar.
	var list []*lower.HostVariable
	for _, name := range strings.Fields("ab cd ef gh ij kl mn op qr") {
		list = append(list, &lower.HostVariable{Name: name})
	}
	for n, want := range map[int]string{
		0: "there is no variable 'xyz' [unknown-variable]",
		2: "there is no variable 'xyz' [unknown-variable]; there are ab, cd",
		8: "there is no variable 'xyz' [unknown-variable]; there are ab, cd, ef, gh, ij, kl, mn, op",
		9: "there is no variable 'xyz' [unknown-variable]; there are ab, cd, ef, gh, ij, kl, mn, op, …",
	} {
		if _, err := lower.FindVariable(list[:n], "xyz"); err == nil || err.Error() != want {
			t.Errorf("of %d: %v, want %s", n, err, want)
		}
	}
}

// TestSetTarget: a target must fit the family of the program in a module.
func TestSetTarget(t *testing.T) {
	t.Parallel()
	kind := func(name string, targets ...string) *lower.Family {
		return &lower.Family{Name: name, Op: ir.Kind(name + ".program"), Targets: func() (list []lower.Target) {
			for _, target := range targets {
				list = append(list, lower.Target{Name: target, Summary: "machine " + target, Set: func(c *ir.Context, module *ir.Operation) error {
					module.SetAttr("target", c.Str(target))
					return nil
				}})
			}
			return list
		}}
	}
	families := []*lower.Family{kind("a", "a1", "a2"), kind("b", "b1", "b2")}
	for _, c := range []struct{ body, target, want string }{
		{"", "a2", "a2"},
		{`"b.program"() : () -> ()`, "b1", "b1"},
		{`"b.other"() : () -> ()`, "a1", "a1"},
		{`"b.program"() : () -> ()`, "a1", "a.mlir:1:1: error: 'b.program' op cannot be built for target 'a1', which is for a.program [target-fit]; a1: machine a1; targets of b.program: b1, b2"},
		{`"a.program"() : () -> () "b.program"() : () -> ()`, "b2", "b2"},
		{"", "a3", "unknown architecture 'a3'; did you mean 'a1'? [target-unknown]; known architectures: a1, a2, b1, b2"},
	} {
		ctx := ir.NewContext()
		ctx.AllowUnregistered = true
		module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "a.mlir", Text: c.body}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := lower.SetTarget(ctx, families, module, c.target); err != nil {
			got, _, _ = strings.Cut(err.Error(), "\n")
		} else {
			got = module.Attr("target").(*ir.StringAttr).Value
		}
		if got != c.want {
			t.Errorf("%s in %q: %s, want %s", c.target, c.body, got, c.want)
		}
	}
}

// TestProfileLists: bars by unit and by thread. Of the units that share a bar, the
// busiest is shown, and the bars of equally busy units are in the order of the units.
func TestProfileLists(t *testing.T) {
	t.Parallel()
	p := &lower.Profile{Cycles: 60, Estimate: "by counting", Units: []lower.ProfileUnit{
		{Unit: "tile", Number: 3, Threads: []int64{5}, Cycles: 20},
		{Unit: "tile", Number: 4, In: 8, Out: 1, Threads: []int64{20, 0}, Cycles: 40},
	}}
	list := func(pictures draw.Pictures) string {
		var b strings.Builder
		for _, p := range pictures {
			b.WriteString(drawtest.List(p))
		}
		return b.String()
	}
	if diff := cmp.Diff(`about 60 cycles
panel "", cycles [0, 40) scaled
  tile 3 | 20 | tile 3
    [0, 20) colour 0 '#': tile 3: 20 cycles
  tile 4 | 40 | tile 4
    [0, 40) colour 0 '#': tile 4: 40 cycles
note: Cycles are estimated: by counting.
instructions of the threads
panel "", instructions [0, 20) scaled
  tile 4 | 0 | 20
    [0, 20) colour 0 '#': tile 4, thread 0: about 20 instructions
  tile 4 | 1 | 0
    [0, 0) colour 1 '#': tile 4, thread 1: about 0 instructions
  tile 3 | 0 | 5
    [0, 5) colour 0 '#': tile 3, thread 0: about 5 instructions
exchange
panel "", bytes in [0, 8) scaled
  tile 3 | 0 | tile 3
    [0, 0) colour 1 '#': tile 3: 0 bytes in
  tile 4 | 8 | tile 4
    [0, 8) colour 1 '#': tile 4: 8 bytes in
panel "", bytes out [0, 1) scaled
  tile 3 | 0 | tile 3
    [0, 0) colour 2 '#': tile 3: 0 bytes out
  tile 4 | 1 | tile 4
    [0, 1) colour 2 '#': tile 4: 1 bytes out
`, list(p.Draw())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for n, want := range map[int]string{64: "tile 63", 65: "tile 64", 128: "tile 126 to 127", 130: "tile 129"} {
		p.Units = nil
		for i := range n {
			p.Units = append(p.Units, lower.ProfileUnit{Unit: "tile", Number: i, Threads: []int64{1}, Cycles: 7, In: int64(8 - i%2)})
		}
		pictures := p.Draw()
		in := pictures[2].Panels[0]
		if got := in.Rows[len(in.Rows)-1].Label; got != want || in.Cells[0].To != 8 || in.Rows[0].Hover != "tile 0" {
			t.Errorf("%d units: the last of %d bars is %s, want %s; the first is %+v", n, len(in.Rows), got, want, in.Rows[0])
		}
		if rows := pictures[0].Panels[0].Rows; len(rows) != 1 || rows[0].Label != fmt.Sprintf("tile 0 to %d", n-1) || rows[0].Note != "7 each" {
			t.Errorf("%d units with the same cycles: %+v", n, rows)
		}
		threads := pictures[1]
		if len(threads.Panels[0].Rows) != 8 || threads.Panels[0].Rows[7].Group != "tile 7" || threads.Notes[0] != fmt.Sprintf("The 8 busiest of %d units.", n) {
			t.Errorf("%d units: threads are %+v, %q", n, threads.Panels[0].Rows, threads.Notes)
		}
	}
	p.Units = p.Units[:8]
	if pictures := p.Draw(); pictures[1].Notes != nil || len(pictures[1].Panels[0].Rows) != 8 || len(pictures) != 3 {
		t.Errorf("8 units: %d pictures, %q", len(pictures), pictures[1].Notes)
	}
}
