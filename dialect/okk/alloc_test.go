package okk

import (
	"fmt"
	"slices"
	"testing"
)

// TestAllocate checks the offsets of requests, or the error.
func TestAllocate(t *testing.T) {
	t.Parallel()
	m := CustomMachine("small")
	m.NPUs, m.NPUBytes, m.Align, m.Banks = 4, 64, 8, 4
	// A request has a size in bytes, a life, and an alignment.
	of := func(size, first, last, align int64) Request {
		return Request{Name: "x", Size: size, Align: align, FirstUse: first, LastUse: last}
	}
	at := func(offset int64, r Request) Request {
		r.Fixed, r.Offset = true, offset
		return r
	}
	on := func(start, npus int64, r Request) Request {
		r.Start, r.NPUs = start, npus
		return r
	}
	for _, c := range []struct {
		name      string
		policy    Policy
		conflicts [][2]int
		exact     bool
		requests  []Request
		want      string
	}{
		{"nothing", Linear, nil, false, nil, "[] up to 0"},
		{"one behind the other", Linear, nil, false, []Request{of(5, 0, 0, 1), of(4, 1, 1, 4), of(1, 0, 9, 1)}, "[0 8 12] up to 13"},
		{"behind what is fixed", Linear, nil, false, []Request{of(8, 0, 0, 1), at(4, of(8, 5, 5, 4)), of(4, 0, 0, 1)}, "[12 4 20] up to 24"},
		{"before what is fixed", Linear, nil, false, []Request{of(8, 0, 0, 1), at(8, of(8, 5, 5, 8)), of(4, 0, 0, 1)}, "[0 8 16] up to 20"},
		{"largest first", Reuse, nil, false, []Request{of(4, 0, 9, 1), of(8, 0, 9, 1), of(8, 0, 9, 1)}, "[16 0 8] up to 20"},
		{"earliest first", Reuse, nil, false, []Request{of(8, 3, 9, 1), of(8, 0, 3, 1)}, "[8 0] up to 16"},
		{"lives that meet", Reuse, nil, false, []Request{of(8, 0, 3, 1), of(8, 3, 4, 1), of(8, 4, 5, 1)}, "[0 8 0] up to 16"},
		{"lives that do not meet", Reuse, nil, false, []Request{of(8, 0, 2, 1), of(8, 3, 4, 1)}, "[0 0] up to 8"},
		{"into a gap", Reuse, nil, false, []Request{at(0, of(4, 0, 9, 1)), at(12, of(4, 0, 9, 1)), of(8, 0, 9, 1), of(8, 0, 9, 4)}, "[0 12 4 16] up to 24"},
		{"a gap that is aligned too far", Reuse, nil, false, []Request{at(0, of(4, 0, 9, 1)), at(12, of(4, 0, 9, 1)), of(8, 0, 9, 8)}, "[0 12 16] up to 24"},
		{"all of the memory", Reuse, nil, false, []Request{of(64, 0, 0, 1)}, "[0] up to 64"},
		{"more than the memory", Reuse, nil, false, []Request{of(65, 0, 0, 1)}, "'x' needs 65 bytes aligned to 1, but an NPU has 64 bytes [does-not-fit]"},
		{"fixed at the end", Linear, nil, false, []Request{at(60, of(4, 0, 0, 4))}, "[60] up to 64"},
		{"fixed beyond the end", Linear, nil, false, []Request{at(64, of(1, 0, 0, 4))}, "'x' needs 1 bytes aligned to 4, but an NPU has 64 bytes [does-not-fit]"},
		{"no room beside those of its time", Reuse, nil, false, []Request{at(0, of(8, 0, 2, 1)), at(8, of(48, 3, 4, 1)), at(56, of(8, 4, 5, 1)), of(57, 2, 3, 1)},
			"'x' needs 57 bytes aligned to 1, but an NPU has 64 bytes [does-not-fit]; 'x' takes [0, 8); 'x' takes [8, 56)"},
		{"other banks", Bank, [][2]int{{0, 1}}, false, []Request{of(8, 0, 0, 1), of(8, 1, 1, 1)}, "[0 16] up to 24"},
		{"conflicts of the second", Bank, [][2]int{{1, 0}, {2, 1}}, false, []Request{of(12, 0, 0, 1), of(8, 1, 1, 1), of(4, 2, 2, 1)}, "[0 16 0] up to 24"},
		{"a bank that ends with a tensor", Bank, [][2]int{{0, 1}}, false, []Request{of(16, 0, 0, 1), of(8, 1, 1, 1)}, "[0 16] up to 24"},
		{"behind the bank and what lives then", Bank, [][2]int{{0, 2}}, false, []Request{of(16, 0, 0, 1), at(16, of(16, 0, 9, 1)), of(8, 1, 1, 1)}, "[0 16 32] up to 40"},
		{"before the bank", Bank, [][2]int{{0, 1}}, false, []Request{at(16, of(4, 0, 0, 1)), of(16, 0, 0, 1)}, "[16 0] up to 20"},
		{"no other bank", Bank, [][2]int{{0, 1}}, false, []Request{of(60, 0, 0, 1), of(8, 1, 1, 1)}, "[0 0] up to 60"},
		{"in conflict with itself", Bank, [][2]int{{0, 0}}, false, []Request{of(8, 0, 0, 1)}, "[0] up to 8"},
		{"other NPUs", Reuse, nil, true, []Request{on(0, 2, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, "[0 0] up to 8"},
		{"an NPU of both", Reuse, nil, true, []Request{on(0, 3, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, "[0 8] up to 16"},
		{"an NPU of both around the end", Reuse, nil, true, []Request{on(1, 1, of(8, 0, 0, 1)), on(3, 3, of(8, 0, 0, 1)), on(2, 1, of(8, 0, 0, 1))}, "[0 8 0] up to 16"},
		{"all NPUs", Reuse, nil, true, []Request{on(0, 0, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, "[0 8] up to 16"},
		{"all NPUs, second", Reuse, nil, true, []Request{on(2, 2, of(8, 0, 0, 1)), on(0, 0, of(8, 0, 0, 1))}, "[0 8] up to 16"},
		{"other NPUs do not count", Reuse, nil, false, []Request{on(0, 2, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, "[0 8] up to 16"},
		{"no bytes", Linear, nil, false, []Request{of(0, 1, 2, 4)}, "'x' asks for 0 bytes aligned to 4 from use 1 to 2 [bad-alloc]"},
		{"no alignment", Linear, nil, false, []Request{of(1, 1, 2, 0)}, "'x' asks for 1 bytes aligned to 0 from use 1 to 2 [bad-alloc]"},
		{"no life", Linear, nil, false, []Request{of(1, 3, 2, 4)}, "'x' asks for 1 bytes aligned to 4 from use 3 to 2 [bad-alloc]"},
		{"fixed below the memory", Linear, nil, false, []Request{at(-4, of(4, 0, 0, 4))}, "'x' asks for 4 bytes aligned to 4 from use 0 to 0 [bad-alloc]"},
		{"fixed beside its alignment", Linear, nil, false, []Request{at(2, of(4, 0, 0, 4))}, "'x' asks for 4 bytes aligned to 4 from use 0 to 0 [bad-alloc]"},
	} {
		got, err := Allocator{Machine: &m, Policy: c.policy, Conflicts: c.conflicts, ExactNPUs: c.exact}.Allocate(c.requests)
		answer := fmt.Sprint(got.Offsets, " up to ", got.Peak)
		if err != nil {
			failed := err.(*AllocError)
			answer = failed.Error()
			if failed.Request != len(c.requests)-1 {
				t.Errorf("%s: about request %d", c.name, failed.Request)
			}
		}
		if answer != c.want {
			t.Errorf("%s: %s, want %s", c.name, answer, c.want)
		}
	}
}

// TestMatrixWidth: the width that each policy chooses, at the bounds of its arguments.
func TestMatrixWidth(t *testing.T) {
	t.Parallel()
	m := toy(t) // 4 NPUs, 128 bytes
	for _, c := range []struct {
		policy      WidthPolicy
		cols, start int64
		t           DType
		want        string
	}{
		{EU, 1, 0, F32, "1"}, {EU, 31, 0, F32, "31"}, {EU, 32, 0, F32, "32"}, {EU, 33, 0, F32, "32"}, {EU, 128, 3, F32, "32"}, {EU, 129, 0, F32, "64"},
		{EU, 63, 0, I16, "63"}, {EU, 65, 0, I16, "64"},
		{Lanes, 1, 0, F32, "1"}, {Lanes, 4, 0, F32, "1"}, {Lanes, 5, 0, F32, "2"}, {Lanes, 8, 2, F32, "4"}, {Lanes, 8, 3, F32, "8"},
		{Lanes, 0, 0, F32, "expected dimensions in [1, 2^31), but dimension 0 of (0) is 0 [bad-shape]"},
		{EU, 8, -1, F32, "expected a start NPU in [0, 4), but got -1 [addr-range]"},
		{EU, 8, 4, F32, "expected a start NPU in [0, 4), but got 4 [addr-range]"},
	} {
		w, err := m.MatrixWidth(c.policy, c.cols, c.t, c.start)
		got := fmt.Sprint(w)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("policy %d, %d columns of %s from NPU %d: %s, want %s", c.policy, c.cols, c.t, c.start, got, c.want)
		}
	}
}

// TestSystemElements: the places of each element and each unit in system memory.
func TestSystemElements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s               System
		elements, units []int64
	}{
		{System{DType: I8, Mode: N4, Shape: Dims{5, 1, 1, 2}, Base: 100}, []int64{100, 104, 101, 105, 102, 106, 103, 107, 108, 112}, []int64{100, 104, 108, 112}},
		{System{DType: F32, Mode: IC2, Shape: Dims{3, 1, 1, 1}}, []int64{0, 4, 8}, []int64{0, 8}},
		{System{DType: I16, Shape: Dims{2, 1, 2, 1}, Strides: &Dims{10, 7, 3, 5}, Base: 8}, []int64{8, 14, 28, 34}, []int64{8, 14, 28, 34}},
		{System{DType: I16, Rows: 2, Cols: 3, RowStride: 5, Base: 6}, []int64{6, 8, 10, 16, 18, 20}, []int64{6, 8, 10, 16, 18, 20}},
	} {
		var elements, units []int64
		for i := range c.s.Elements().Count() {
			p, _ := c.s.Elements().LocateIndex(i)
			elements = append(elements, p.Offset)
		}
		for i := range c.s.Units().Count() {
			p, _ := c.s.Units().LocateIndex(i)
			units = append(units, p.Offset)
		}
		if !slices.Equal(elements, c.elements) || !slices.Equal(units, c.units) {
			t.Errorf("%+v: elements at %v, want %v; units at %v, want %v", c.s, elements, c.elements, units, c.units)
		}
		if width, unit := c.s.Elements().Width(), c.s.Units().Width(); width != c.s.DType.Bytes() || unit != c.s.UnitBytes() {
			t.Errorf("%+v: elements of %d bytes, units of %d", c.s, width, unit)
		}
	}
}
