package lower

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"optc/diag"
	"optc/sim"
)

// TestDevices: devices for programs whose images and variables fit their memory or do
// not.
func TestDevices(t *testing.T) {
	t.Parallel()
	memory := &Memory{Unit: Noun{"tile", "tiles"}, Base: 0x100, Size: 0x20}
	variable := func(name string, runs ...AddressRun) *HostVariable {
		for i := range runs {
			runs[i].Memory = memory
		}
		return &HostVariable{Name: name, Bytes: 2, Shape: []int64{4}, Runs: runs}
	}
	p := &Program{
		Memories: []*Memory{memory},
		Units:    []*Unit{{Memory: memory, Number: 1, Chunks: []Chunk{{Addr: 0x104, Bytes: []byte{1, 2, 3, 4}}, {Addr: 0x11e, Bytes: []byte{5, 6}}}}},
		Variables: []*HostVariable{
			variable("x", AddressRun{Begin: 0, End: 2, Unit: 1, Addr: 0x104}, AddressRun{Begin: 2, End: 3, Unit: 1, Addr: 0x11e}, AddressRun{Begin: 3, End: 4, Addr: 0x100}),
			variable("missing", AddressRun{Begin: 0, End: 3, Addr: 0x100}),
			variable("before", AddressRun{Begin: 0, End: 4, Addr: 0xfe}),
			variable("behind", AddressRun{Begin: 0, End: 4, Addr: 0x11a}),
		},
	}
	d, err := NewDevice(p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	read := func(name string) {
		data, written, err := d.Read(name)
		got = append(got, fmt.Sprint(name, " ", data, written, err))
	}
	write := func(name string, data ...byte) { got = append(got, fmt.Sprint(name, " ", d.Write(name, data))) }
	read("x")
	write("x", 9, 8, 7, 6, 5, 4, 3, 2)
	read("x")
	write("x", 1, 2)
	for _, name := range []string{"missing", "before", "behind", "y"} {
		read(name)
		write(name, 0, 1, 2, 3, 4, 5, 6, 7)
	}
	want := []string{
		"x [1 2 3 4 5 6 0 0] [true true true false] <nil>",
		"x <nil>",
		"x [9 8 7 6 5 4 3 2] [true true true true] <nil>",
		"x variable 'x' takes 8 bytes, but got 2 [input-size]; 4 elements of 2 bytes",
		"missing [] [] 1 of the 4 elements of variable 'missing' have no place [no-place]",
		"missing 1 of the 4 elements of variable 'missing' have no place [no-place]",
		"before [] [] access to [0xfe, 0x100) is outside tile 0 [0x100, 0x120) [memory-range]",
		"before access to [0xfe, 0x106) is outside tile 0 [0x100, 0x120) [memory-range]",
		"behind [] [] access to [0x120, 0x122) is outside tile 0 [0x100, 0x120) [memory-range]",
		"behind access to [0x11a, 0x122) is outside tile 0 [0x100, 0x120) [memory-range]",
		"y [] [] there is no variable 'y' [unknown-variable]; there are x, missing, before, behind",
		"y there is no variable 'y' [unknown-variable]; there are x, missing, before, behind",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	p.Units[0].Chunks[1].Addr++
	if _, err := NewDevice(p); fmt.Sprint(err) != "access to [0x11f, 0x121) is outside tile 1 [0x100, 0x120) [memory-range]" {
		t.Error(err)
	}
}

// TestHost: the arrays of variables, and suggestions for an unknown name.
func TestHost(t *testing.T) {
	t.Parallel()
	var list []*HostVariable
	for i := range 9 {
		list = append(list, &HostVariable{Name: fmt.Sprint("variable", i), Bytes: 1, Shape: []int64{2}})
	}
	h := NewHost(list)
	const many = "; there are variable0, variable1, variable2, variable3, variable4, variable5, variable6, variable7, …"
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"variable8", []byte{1, 2}, "<nil>"}, {"variable8", []byte{1}, "variable 'variable8' takes 2 bytes, but got 1 [input-size]; 2 elements of 1 bytes"},
		{"x", nil, "there is no variable 'x' [unknown-variable]" + many}, {"varable8", nil, "there is no variable 'varable8'; did you mean 'variable8'? [unknown-variable]"},
	} {
		if got := fmt.Sprint(h.Write(c.name, c.data)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	data, written, err := h.Read("variable8")
	if fmt.Sprint(data, written, err) != "[1 2] [true true] <nil>" {
		t.Error(data, written, err)
	}
	if data, written, err = h.Read("variable7"); fmt.Sprint(data, written, err) != "[0 0] [false false] <nil>" {
		t.Error(data, written, err)
	}
	if _, _, err = h.Read("x"); fmt.Sprint(err) != "there is no variable 'x' [unknown-variable]"+many {
		t.Error(err)
	}
	array, _, _ := h.Array(8).Read(0, 2)
	if h.Counters() != nil || len(h.Variables()) != 9 || !bytes.Equal(array, []byte{1, 2}) {
		t.Error("a host has the arrays of its variables and counts nothing")
	}
}

// TestShare: hosts that share the elements of a variable change only their own.
func TestShare(t *testing.T) {
	t.Parallel()
	list := []*HostVariable{{Name: "x", Bytes: 2, Shape: []int64{3}}}
	image := sim.NewImage([]byte{1, 2, 3, 4, 5, 6})
	var _ Sharer = NewHost(list)
	first, second, third := NewHost(list), NewHost(list), NewHost(list)
	third.Array(0)
	for _, h := range []*Host{first, second, third} {
		if err := h.Share("x", image); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Array(0).Write(2, []byte{7}); err != nil {
		t.Fatal(err)
	}
	for i, h := range []*Host{first, second, third} {
		data, written, err := h.Read("x")
		if got, want := fmt.Sprint(data, written, err), fmt.Sprintf("[1 2 %d 4 5 6] [true true true] <nil>", []int{7, 3, 3}[i]); got != want {
			t.Errorf("host %d has %s, want %s", i, got, want)
		}
	}
	if im, _ := third.Array(0).Changed(); im != nil {
		t.Error("an array that was made before does not keep its own bytes")
	}
	for want, err := range map[string]error{
		"unknown-variable": first.Share("y", image), "input-size": NewHost(list).Share("x", sim.NewImage(nil)),
	} {
		if diag.CodeOf(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestLoadPart: a part of the elements of a variable in several runs.
func TestLoadPart(t *testing.T) {
	t.Parallel()
	v := &HostVariable{Name: "x", Bytes: 2, Shape: []int64{6}}
	m := sim.NewMemory("m", 100, 20)
	if err := m.Write(100, []byte{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}); err != nil {
		t.Fatal(err)
	}
	runs := []ElementRun{{Memory: m, Addr: 104, Begin: 0, End: 2}, {Memory: m, Addr: 100, Begin: 2, End: 4}, {Memory: m, Addr: 108, Begin: 4, End: 6}}
	for _, c := range []struct {
		begin, end int64
		want       string
	}{
		{0, 6, "[2 2 3 3 0 0 1 1 4 4 0 0] [true true true true true false]"}, {1, 3, "[3 3 0 0] [true true]"}, {3, 6, "[1 1 4 4 0 0] [true true false]"}, {2, 2, "[] []"},
	} {
		data, written, err := v.LoadPart(runs, c.begin, c.end)
		if got := fmt.Sprint(data, written); err != nil || got != c.want {
			t.Errorf("[%d, %d): %s, %v, want %s", c.begin, c.end, got, err, c.want)
		}
	}
}
