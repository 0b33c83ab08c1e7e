package ireegpu_test

import (
	"slices"
	"strings"
	"testing"

	"optc/dialect/iree/ireegpu"
	"optc/ir"
)

// The parts of all lanes cover the whole operand: each element has as many copies as
// there are lanes per thread of the part.
func TestParts(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(ireegpu.Dialect)
	described := 0
	for _, name := range ireegpu.IntrinsicNames() {
		mma, err := ireegpu.MMAOf(c, name, false)
		if err != nil {
			t.Fatal(err)
		}
		for operand := range 3 {
			p, ok := mma.Part(operand)
			if !ok {
				continue
			}
			described++
			rows, cols := mma.Tile(operand)
			if got := (p.Outer[0] * p.Thread[0] * p.Element[0]); got != rows {
				t.Errorf("%s, operand %d: %d rows, want %d", name, operand, got, rows)
			}
			if got := (p.Outer[1] * p.Thread[1] * p.Element[1]); got != cols {
				t.Errorf("%s, operand %d: %d columns, want %d", name, operand, got, cols)
			}
			if mma.Lanes%(p.Thread[0]*p.Thread[1]) != 0 {
				t.Errorf("%s, operand %d: %v threads do not divide %d lanes", name, operand, p.Thread, mma.Lanes)
			}
		}
	}
	if described < 200 {
		t.Errorf("only %d operands have a layout", described)
	}
}

// Values of IREEGPUAttrs.cpp (IREE, getSingleSubgroupLayout).
func TestPart(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(ireegpu.Dialect)
	for _, x := range []struct {
		name     string
		colMajor bool
		operand  int
		want     ireegpu.Part
	}{
		{name: "MFMA_F32_16x16x16_F16", operand: ireegpu.RHS,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{4, 16}, ThreadStrides: [2]int64{16, 1}, Element: [2]int64{4, 1}}},
		{name: "MFMA_F32_16x16x16_F16", colMajor: true, operand: ireegpu.Acc,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{16, 4}, ThreadStrides: [2]int64{1, 16}, Element: [2]int64{1, 4}}},
		{name: "MFMA_F64_16x16x4_F64", operand: ireegpu.Acc,
			want: ireegpu.Part{Outer: [2]int64{4, 1}, Thread: [2]int64{4, 16}, ThreadStrides: [2]int64{16, 1}, Element: [2]int64{1, 1}}},
		{name: "VMFMA_F32_32x32x16_F8E4M3FNUZ", operand: ireegpu.LHS,
			want: ireegpu.Part{Outer: [2]int64{1, 2}, Thread: [2]int64{32, 2}, ThreadStrides: [2]int64{1, 32}, Element: [2]int64{1, 4}}},
		{name: "VDMFMA_F32_8x16x64x2_F16", operand: ireegpu.LHS,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{8, 4}, ThreadStrides: [2]int64{2, 16}, Element: [2]int64{1, 16}}},
		{name: "VDMFMA_I32_8x16x128x1_I8", operand: ireegpu.RHS,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{4, 16}, ThreadStrides: [2]int64{16, 1}, Element: [2]int64{32, 1}}},
		{name: "VDMFMA_F32_8x16x64x1_BF16", operand: ireegpu.Acc,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{4, 16}, ThreadStrides: [2]int64{16, 1}, Element: [2]int64{2, 1}}},
		{name: "WMMAR3_F32_16x16x16_F16", operand: ireegpu.RHS,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{1, 16}, ThreadStrides: [2]int64{0, 1}, Element: [2]int64{16, 1}}},
		{name: "WMMAR3_F32_16x16x16_F16", operand: ireegpu.Acc,
			want: ireegpu.Part{Outer: [2]int64{8, 1}, Thread: [2]int64{2, 16}, ThreadStrides: [2]int64{16, 1}, Element: [2]int64{1, 1}}},
		{name: "WMMA_F32_16x16x4_F32", operand: ireegpu.Acc,
			want: ireegpu.Part{Outer: [2]int64{1, 1}, Thread: [2]int64{2, 16}, ThreadStrides: [2]int64{16, 1}, Element: [2]int64{8, 1}}},
		{name: "NV_MMA_SYNC_F32_16x8x32_F8E5M2", operand: ireegpu.LHS,
			want: ireegpu.Part{Outer: [2]int64{2, 2}, Thread: [2]int64{8, 4}, ThreadStrides: [2]int64{4, 1}, Element: [2]int64{1, 4}}},
	} {
		mma, err := ireegpu.MMAOf(c, x.name, x.colMajor)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := mma.Part(x.operand); got != x.want {
			t.Errorf("%s, operand %d: %v, want %v", x.name, x.operand, got, x.want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	names := ireegpu.IntrinsicNames()
	sorted := slices.Sorted(slices.Values(names))
	if n := len(slices.Compact(sorted)); n != len(names) {
		t.Errorf("%d names, of which %d differ", len(names), n)
	}
	if _, err := ireegpu.MMAOf(ir.NewContext(), "MFMA_F32_1x1x1_F16", false); err == nil || !strings.Contains(err.Error(), "unknown matrix intrinsic") {
		t.Errorf("got %v", err)
	}
}
