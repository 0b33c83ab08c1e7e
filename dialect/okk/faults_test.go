package okk

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"optc/diag"
)

// TestRules checks rules that are easily broken, each with the code of its error.
func TestRules(t *testing.T) {
	t.Parallel()
	m := toy(t)
	compact := Type{DType: F32, Layout: Compact, Shape: Dims{2, 2, 1, 2}}
	if _, err := mustPlace(t, m, compact, 0).View(Dims{1, 1, 2, 4}); diag.CodeOf(err) != "view-illegal" {
		t.Errorf("a view whose strides collide: %v", err)
	}
	eltwise, err := m.OpClass("eltwise")
	if err != nil {
		t.Fatal(err)
	}
	matrix := func(w, at int64) *Tensor {
		return mustPlace(t, m, Type{DType: F32, Layout: Matrix, Rows: 2, Cols: 40, Width: w}, at)
	}
	if err := eltwise.Check(m, matrix(10, 0), matrix(20, 256)); diag.CodeOf(err) != "shape-mismatch" {
		t.Errorf("matrices of two widths: %v", err)
	}
	a := mustPlace(t, m, Type{DType: F32, Layout: Compact, Shape: Dims{1, 4, 2, 2}}, 0)
	b := mustPlace(t, m, Type{DType: F32, Layout: Compact, Shape: Dims{1, 4, 2, 2}}, 4)
	for _, test := range []struct {
		x    *Tensor
		code string
	}{{a, ""}, {b, "operand-overlap"}} {
		if err := eltwise.CheckAliases(a, test.x); diag.CodeOf(err) != test.code {
			t.Errorf("destination at 0, source at %d: %v, want code %q", test.x.Address, err, test.code)
		}
	}
	conv, err := m.OpClass("conv2d")
	if err != nil {
		t.Fatal(err)
	}
	weight := mustPlace(t, m, Type{DType: F32, Mode: IC2, Layout: Compact, Shape: Dims{1, 1, 1, 1}}, 512)
	one := func(d DType, at int64) *Tensor { return mustPlace(t, m, Type{DType: d, Shape: Dims{1, 1, 1, 1}}, at) }
	if err := conv.Check(m, one(I32, 0), one(I8, 128), weight); diag.CodeOf(err) != "dtype-mismatch" {
		t.Errorf("conv2d from i8 to i32: %v", err)
	}
	if err := conv.Check(m, one(F32, 0), one(F32, 128), weight); err != nil {
		t.Errorf("conv2d: %v", err)
	}
	// A chip without packed modes supports the same operations in mode n1.
	bm, err := LookupMachine("bm1684x")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(d DType, at int64) *Tensor { return mustPlace(t, &bm, Type{DType: d, Shape: Dims{1, 1, 1, 1}}, at) }
	if conv, err = bm.OpClass("conv2d"); err != nil || conv.Check(&bm, plain(F32, 0), plain(F32, 64), plain(F32, 128)) != nil {
		t.Errorf("conv2d on bm1684x: %v", err)
	}
	if fixed, err := bm.OpClass("fixed_point"); err != nil || fixed.Check(&bm, plain(I8, 0), plain(I8, 64)) != nil {
		t.Errorf("fixed point on bm1684x: %v", err)
	}
	cv, err := LookupMachine("cv180x")
	if err != nil || cv.BatchMax != 4095 || cv.DimMax != 4063 {
		t.Errorf("limits of cv180x are %d and %d, %v", cv.BatchMax, cv.DimMax, err)
	}
	if err := eltwise.Check(&cv, a, a); diag.CodeOf(err) != "unknown-rules" {
		t.Errorf("computing on cv180x: %v", err)
	}
	s := System{DType: F32, Shape: Dims{1, 1, 1, 4}}
	shifted := s
	shifted.Base = 4
	if _, err := PlanCopy(m, s, shifted); err == nil || strings.Contains(err.Error(), "NPU") {
		t.Errorf("overlap in system memory: %v", err)
	}
	if _, err := a.Slice(Dims{0, 1, 0, 0}, Dims{1, math.MaxInt64, 1, 1}); err == nil || strings.Contains(err.Error(), ", -") {
		t.Errorf("slice of 2^63-1 channels: %v", err)
	}
	far := *m
	far.Spaces = []Space{{"a", math.MaxInt64 - 10, 10}, {"b", math.MaxInt64 - 5, 5}}
	if err := far.Check(); diag.CodeOf(err) != "machine-bad" {
		t.Errorf("spaces that overlap near 2^63: %v", err)
	}
	if _, err := (&Machine{NPUs: 4, NPUBytes: 1024}).Split(5); err != nil {
		t.Errorf("a machine without banks: %v", err)
	}
}

// BenchmarkAllocate places 10,000 tensors, each of which is in use at the same time as 40
// others.
func BenchmarkAllocate(b *testing.B) {
	m, err := LookupMachine("bm1684")
	if err != nil {
		b.Fatal(err)
	}
	for name, policy := range map[string]Policy{"linear": Linear, "reuse": Reuse, "bank": Bank} {
		a := Allocator{Machine: &m, Policy: policy}
		var requests []Request
		for i := range 10000 {
			requests = append(requests, Request{Name: fmt.Sprint(i), Size: int64(4 + i%11*4), Align: 4, FirstUse: int64(i), LastUse: int64(i + 20)})
			if i > 0 {
				a.Conflicts = append(a.Conflicts, Conflict{A: i - 1, B: i})
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := a.Allocate(requests); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
