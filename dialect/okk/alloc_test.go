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
		conflicts []Conflict
		exact     bool
		requests  []Request
		want      string
	}{
		{name: "nothing", policy: Linear, want: "[] up to 0"},
		{name: "one behind the other", policy: Linear, requests: []Request{of(5, 0, 0, 1), of(4, 1, 1, 4), of(1, 0, 9, 1)},
			want: "[0 8 12] up to 13"},
		{name: "behind what is fixed", policy: Linear,
			requests: []Request{of(8, 0, 0, 1), at(4, of(8, 5, 5, 4)), of(4, 0, 0, 1)}, want: "[12 4 20] up to 24"},
		{name: "before what is fixed", policy: Linear,
			requests: []Request{of(8, 0, 0, 1), at(8, of(8, 5, 5, 8)), of(4, 0, 0, 1)}, want: "[0 8 16] up to 20"},
		{name: "largest first", policy: Reuse, requests: []Request{of(4, 0, 9, 1), of(8, 0, 9, 1), of(8, 0, 9, 1)},
			want: "[16 0 8] up to 20"},
		{name: "earliest first", policy: Reuse, requests: []Request{of(8, 3, 9, 1), of(8, 0, 3, 1)}, want: "[8 0] up to 16"},
		{name: "lives that meet", policy: Reuse, requests: []Request{of(8, 0, 3, 1), of(8, 3, 4, 1), of(8, 4, 5, 1)},
			want: "[0 8 0] up to 16"},
		{name: "lives that do not meet", policy: Reuse, requests: []Request{of(8, 0, 2, 1), of(8, 3, 4, 1)},
			want: "[0 0] up to 8"},
		{name: "into a gap", policy: Reuse,
			requests: []Request{at(0, of(4, 0, 9, 1)), at(12, of(4, 0, 9, 1)), of(8, 0, 9, 1), of(8, 0, 9, 4)},
			want:     "[0 12 4 16] up to 24"},
		{name: "a gap that is aligned too far", policy: Reuse,
			requests: []Request{at(0, of(4, 0, 9, 1)), at(12, of(4, 0, 9, 1)), of(8, 0, 9, 8)}, want: "[0 12 16] up to 24"},
		{name: "all of the memory", policy: Reuse, requests: []Request{of(64, 0, 0, 1)}, want: "[0] up to 64"},
		{name: "more than the memory", policy: Reuse, requests: []Request{of(65, 0, 0, 1)},
			want: "'x' needs 65 bytes aligned to 1, but an NPU has 64 bytes [does-not-fit]"},
		{name: "fixed at the end", policy: Linear, requests: []Request{at(60, of(4, 0, 0, 4))}, want: "[60] up to 64"},
		{name: "fixed beyond the end", policy: Linear, requests: []Request{at(64, of(1, 0, 0, 4))},
			want: "'x' needs 1 bytes aligned to 4, but an NPU has 64 bytes [does-not-fit]"},
		{name: "no room beside those of its time", policy: Reuse, conflicts: nil, exact: false, requests: []Request{at(0, of(8, 0, 2, 1)), at(8, of(48, 3, 4, 1)), at(56, of(8, 4, 5, 1)), of(57, 2, 3, 1)},
			want: "'x' needs 57 bytes aligned to 1, but an NPU has 64 bytes [does-not-fit]; 'x' takes [0, 8); 'x' takes [8, 56)"},
		{name: "other banks", policy: Bank, conflicts: []Conflict{{A: 0, B: 1}}, requests: []Request{of(8, 0, 0, 1), of(8, 1, 1, 1)},
			want: "[0 16] up to 24"},
		{name: "conflicts of the second", policy: Bank, conflicts: []Conflict{{A: 1, B: 0}, {A: 2, B: 1}},
			requests: []Request{of(12, 0, 0, 1), of(8, 1, 1, 1), of(4, 2, 2, 1)}, want: "[0 16 0] up to 24"},
		{name: "a bank that ends with a tensor", policy: Bank, conflicts: []Conflict{{A: 0, B: 1}},
			requests: []Request{of(16, 0, 0, 1), of(8, 1, 1, 1)}, want: "[0 16] up to 24"},
		{name: "behind the bank and what lives then", policy: Bank, conflicts: []Conflict{{A: 0, B: 2}},
			requests: []Request{of(16, 0, 0, 1), at(16, of(16, 0, 9, 1)), of(8, 1, 1, 1)}, want: "[0 16 32] up to 40"},
		{name: "before the bank", policy: Bank, conflicts: []Conflict{{A: 0, B: 1}},
			requests: []Request{at(16, of(4, 0, 0, 1)), of(16, 0, 0, 1)}, want: "[16 0] up to 20"},
		{name: "no other bank", policy: Bank, conflicts: []Conflict{{A: 0, B: 1}},
			requests: []Request{of(60, 0, 0, 1), of(8, 1, 1, 1)}, want: "[0 0] up to 60"},
		{name: "in conflict with itself", policy: Bank, conflicts: []Conflict{{A: 0, B: 0}}, requests: []Request{of(8, 0, 0, 1)},
			want: "[0] up to 8"},
		{name: "other NPUs", policy: Reuse, exact: true,
			requests: []Request{on(0, 2, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, want: "[0 0] up to 8"},
		{name: "an NPU of both", policy: Reuse, exact: true,
			requests: []Request{on(0, 3, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, want: "[0 8] up to 16"},
		{name: "an NPU of both around the end", policy: Reuse, exact: true,
			requests: []Request{on(1, 1, of(8, 0, 0, 1)), on(3, 3, of(8, 0, 0, 1)), on(2, 1, of(8, 0, 0, 1))},
			want:     "[0 8 0] up to 16"},
		{name: "all NPUs", policy: Reuse, exact: true,
			requests: []Request{on(0, 0, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, want: "[0 8] up to 16"},
		{name: "all NPUs, second", policy: Reuse, exact: true,
			requests: []Request{on(2, 2, of(8, 0, 0, 1)), on(0, 0, of(8, 0, 0, 1))}, want: "[0 8] up to 16"},
		{name: "other NPUs do not count", policy: Reuse,
			requests: []Request{on(0, 2, of(8, 0, 0, 1)), on(2, 2, of(8, 0, 0, 1))}, want: "[0 8] up to 16"},
		{name: "no bytes", policy: Linear, requests: []Request{of(0, 1, 2, 4)},
			want: "'x' asks for 0 bytes aligned to 4 from use 1 to 2 [bad-alloc]"},
		{name: "no alignment", policy: Linear, requests: []Request{of(1, 1, 2, 0)},
			want: "'x' asks for 1 bytes aligned to 0 from use 1 to 2 [bad-alloc]"},
		{name: "no life", policy: Linear, requests: []Request{of(1, 3, 2, 4)},
			want: "'x' asks for 1 bytes aligned to 4 from use 3 to 2 [bad-alloc]"},
		{name: "fixed below the memory", policy: Linear, requests: []Request{at(-4, of(4, 0, 0, 4))},
			want: "'x' asks for 4 bytes aligned to 4 from use 0 to 0 [bad-alloc]"},
		{name: "fixed beside its alignment", policy: Linear, requests: []Request{at(2, of(4, 0, 0, 4))},
			want: "'x' asks for 4 bytes aligned to 4 from use 0 to 0 [bad-alloc]"},
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
		{policy: EU, cols: 1, start: 0, t: F32, want: "1"}, {policy: EU, cols: 31, start: 0, t: F32, want: "31"}, {policy: EU, cols: 32, start: 0, t: F32, want: "32"}, {policy: EU, cols: 33, start: 0, t: F32,
			want: "32"}, {policy: EU, cols: 128,
			start: 3, t: F32, want: "32"}, {policy: EU,
			cols: 129, start: 0, t: F32, want: "64"},
		{policy: EU, cols: 63, start: 0, t: I16, want: "63"}, {policy: EU, cols: 65, start: 0, t: I16, want: "64"},
		{policy: Lanes, cols: 1, start: 0, t: F32, want: "1"}, {policy: Lanes, cols: 4, start: 0, t: F32, want: "1"}, {policy: Lanes, cols: 5, start: 0, t: F32, want: "2"}, {policy: Lanes, cols: 8, start: 2, t: F32,
			want: "4"}, {policy: Lanes,
			cols: 8, start: 3, t: F32, want: "8"},
		{policy: Lanes, cols: 0, start: 0, t: F32,
			want: "expected dimensions in [1, 2^31), but dimension 0 of (0) is 0 [bad-shape]"},
		{policy: EU, cols: 8, start: -1, t: F32, want: "expected a start NPU in [0, 4), but got -1 [addr-range]"},
		{policy: EU, cols: 8, start: 4, t: F32, want: "expected a start NPU in [0, 4), but got 4 [addr-range]"},
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
