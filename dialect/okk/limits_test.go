package okk

import (
	"fmt"
	"math"
	"testing"

	"optc/diag"
	"optc/ir"
	"optc/layout"
)

// textOf is an error as text, or "".
func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestTypeBounds: extents, strides, widths and first NPUs at their bounds.
func TestTypeBounds(t *testing.T) {
	t.Parallel()
	m := toy(t)
	tensor := func(shape ...int64) Type { return Type{DType: F32, Shape: Dims(shape)} }
	strided := func(strides ...int64) Type {
		return Type{DType: F32, Layout: Strided, Shape: Dims{1, 1, 1, 1}, Strides: Dims(strides)}
	}
	matrix := func(cols, width int64) Type {
		return Type{DType: F32, Layout: Matrix, Rows: 2, Cols: cols, Width: width}
	}
	packed := matrix(8, 2)
	packed.Mode = IC2
	for _, c := range []struct {
		t     Type
		start int64
		want  string
	}{
		{tensor(math.MaxInt32, 1, 1, 1), 0, ""},
		{tensor(1, 1, 1<<31, 1), 0, "expected dimensions in [1, 2^31), but dimension 2 of (1,1,2147483648,1) is 2147483648 [bad-shape]"},
		{tensor(1, 0, 1, 1), 0, "expected dimensions in [1, 2^31), but dimension 1 of (1,0,1,1) is 0 [bad-shape]"},
		{strided(math.MaxInt32, 0, 0, math.MaxInt32), 0, ""},
		{strided(0, 1<<31, 0, 0), 0, "C stride 2147483648 is not below 2^31 [bad-stride]"},
		{strided(0, 0, 0, -1), 0, "W stride -1 is negative [bad-stride]"},
		{matrix(8, 1), 0, ""},
		{matrix(8, 8), 0, ""},
		{matrix(8, 9), 0, "matrix width 9 is outside [1, 8] [bad-w]"},
		{matrix(8, 0), 0, "matrix width 0 is outside [1, 8] [bad-w]"},
		{packed, 0, "mode ic2 needs a 4D tensor, but got a matrix [bad-mode]"},
		{tensor(1, 1, 1, 1), 3, ""},
		{tensor(1, 1, 1, 1), 4, "expected a start NPU in [0, 4), but got 4 [addr-range]"},
		{tensor(1, 1, 1, 1), -1, "expected a start NPU in [0, 4), but got -1 [addr-range]"},
	} {
		if _, err := c.t.Geometry(m, c.start); textOf(err) != c.want {
			t.Errorf("%+v at NPU %d: %v, want %q", c.t, c.start, err, c.want)
		}
	}
	for _, c := range []struct{ address, npu, offset, bank int64 }{{address: 0, npu: 0, offset: 0, bank: 0}, {address: 127, npu: 0, offset: 127, bank: 0}, {address: 128, npu: 0,
		offset: 128, bank: 1}, {address: 1023,
		npu: 0, offset: 1023, bank: 7}, {address: 1024,
		npu: 1, offset: 0, bank: 0}, {address: 4095,
		npu: 3, offset: 1023, bank: 7}} {
		if a, err := m.Split(c.address); err != nil || a != (Address{c.npu, c.offset, c.bank}) {
			t.Errorf("%d is %+v, %v", c.address, a, err)
		}
	}
	for _, address := range []int64{-1, 4096} {
		if _, err := m.Split(address); textOf(err) != fmt.Sprintf("address %d is outside local memory [0, 4096) [addr-range]", address) {
			t.Errorf("%d: %v", address, err)
		}
	}
	if _, err := (&Machine{NPUs: 4}).Split(0); textOf(err) != "address 0 is outside local memory [0, 0) [addr-range]" {
		t.Errorf("a machine without memory: %v", err)
	}
}

// TestSliceOfUnits: a slice of a packed tensor takes whole units along N; the last unit
// may be incomplete.
func TestSliceOfUnits(t *testing.T) {
	t.Parallel()
	m := toy(t)
	for _, c := range []struct {
		n, at, size int64
		code        string
	}{
		{n: 8, at: 0, size: 8}, {n: 8, at: 0, size: 4}, {n: 8, at: 4, size: 4},
		{n: 8, at: 0, size: 3, code: "slice-pack"}, {n: 8, at: 0, size: 5, code: "slice-pack"}, {n: 8, at: 4, size: 3, code: "slice-pack"}, {n: 8, at: 1, size: 4, code: "slice-pack"}, {n: 8, at: 1,
			size: 7, code: "slice-pack"}, {n: 8,
			at: 7, size: 1, code: "slice-pack"},
		{n: 7, at: 0, size: 7}, {n: 7, at: 4, size: 3}, {n: 7, at: 0, size: 4},
		{n: 7, at: 4, size: 2, code: "slice-pack"}, {n: 7, at: 0, size: 3, code: "slice-pack"}, {n: 7, at: 1, size: 6, code: "slice-pack"},
	} {
		x := mustPlace(t, m, Type{DType: I8, Mode: N4, Layout: Compact, Shape: Dims{c.n, 3, 2, 6}}, 0)
		for _, channel := range []int64{0, 1, 2} {
			offsets, sizes := Dims{c.at, channel, 0, 0}, Dims{c.size, 3 - channel, 2, 5}
			got, err := x.Slice(offsets, sizes)
			if diag.CodeOf(err) != c.code {
				t.Errorf("[%d, +%d) of %d from channel %d: %v, want %q", c.at, c.size, c.n, channel, err, c.code)
			}
			if want := diag.Must(x.Elements().Slice(offsets[:], sizes[:])); err == nil && !diag.Must(got.Elements().Equal(want)) {
				t.Errorf("[%d, +%d) of %d from channel %d lies elsewhere", c.at, c.size, c.n, channel)
			}
		}
	}
}

// TestCheckDisjoint: a byte that is read and written is found, whatever the order of the
// units.
func TestCheckDisjoint(t *testing.T) {
	t.Parallel()
	move := func(from int, at int64, to int, dst int64) layout.Move {
		return layout.Move{Src: layout.Place{Unit: from, Offset: at}, Dst: layout.Place{Unit: to, Offset: dst}, Len: 4}
	}
	for _, c := range []struct {
		name  string
		moves []layout.Move
		extra []span
		want  string
	}{
		{name: "later units first", moves: []layout.Move{move(1, 0, 2, 0), move(0, 0, 0, 2)}, want: "NPU 0, offsets [2, 4)"},
		{name: "other units", moves: []layout.Move{move(1, 0, 2, 0), move(0, 0, 3, 0)}},
		{name: "side by side", moves: []layout.Move{move(1, 4, 1, 0), move(0, 0, 0, 4)}},
		{name: "last byte", moves: []layout.Move{move(0, 0, 0, 3)}, want: "NPU 0, offsets [3, 4)"},
		{name: "first byte", moves: []layout.Move{move(0, 3, 0, 0)}, want: "NPU 0, offsets [3, 4)"},
		{name: "filled", moves: []layout.Move{move(0, 8, 1, 0)}, extra: []span{{2, 8, 12}, {0, 0, 4}, {0, 10, 11}},
			want: "NPU 0, offsets [10, 11)"},
		{name: "filled around", moves: []layout.Move{move(0, 8, 1, 0)}, extra: []span{{2, 8, 12}, {0, 12, 16}, {0, 4, 8}}},
	} {
		want := ""
		if c.want != "" {
			want = "source and destination share bytes (" + c.want + ") [copy-overlap]"
		}
		if err := checkDisjoint(c.moves, c.extra, true); textOf(err) != want {
			t.Errorf("%s: %v, want %q", c.name, err, want)
		}
	}
}

// TestSliceRanges: parts at the ends of a tensor and beyond them.
func TestSliceRanges(t *testing.T) {
	t.Parallel()
	x := mustPlace(t, toy(t), Type{DType: F32, Layout: Compact, Shape: Dims{2, 3, 4, 5}}, 0)
	part := System{DType: F32, Shape: x.Type.Shape}
	for _, c := range []struct {
		dim, at, size int64
		want          string
	}{
		{dim: 2, at: 0, size: 4}, {dim: 2, at: 3, size: 1},
		{dim: 2, at: 3, size: 2, want: "slice [3, 5) is out of bounds of dimension 2 of extent 4 [slice-range]"},
		{dim: 2, at: 4, size: 1, want: "slice [4, 5) is out of bounds of dimension 2 of extent 4 [slice-range]"},
		{dim: 2, at: 5, size: 1, want: "slice [5, 6) is out of bounds of dimension 2 of extent 4 [slice-range]"},
		{dim: 1, at: -1, size: 1, want: "slice [-1, 0) is out of bounds of dimension 1 of extent 3 [slice-range]"},
		{dim: 3, at: 0, size: 6, want: "slice [0, 6) is out of bounds of dimension 3 of extent 5 [slice-range]"},
		{dim: 0, at: math.MaxInt64, size: math.MaxInt64,
			want: "slice [9223372036854775807, 9223372036854775807) is out of bounds of dimension 0 of extent 2 [slice-range]"},
	} {
		offsets, sizes := Dims{}, x.Type.Shape
		offsets[c.dim], sizes[c.dim] = c.at, c.size
		if _, err := x.Slice(offsets, sizes); textOf(err) != c.want {
			t.Errorf("[%d, +%d) of dimension %d: %v, want %q", c.at, c.size, c.dim, err, c.want)
		}
		mixed := make([]ir.Mixed, 4)
		mixed[c.dim].Const = c.at
		strides := part.UnitStrides()
		if _, err := PartOf(part, mixed, &SystemType{Tensor: System{DType: F32, Shape: sizes, Strides: &strides}}); textOf(err) != c.want {
			t.Errorf("[%d, +%d) of dimension %d in system memory: %v, want %q", c.at, c.size, c.dim, err, c.want)
		}
	}
	if _, err := x.Slice(Dims{}, Dims{2, 3, 0, 5}); textOf(err) != "slice [0, 0) is out of bounds of dimension 2 of extent 4 [slice-range]" {
		t.Errorf("an empty slice: %v", err)
	}
	if _, err := x.Slice(Dims{0, 0, 1, 0}, Dims{2, 3, -2, 5}); textOf(err) != "slice [1, 1) is out of bounds of dimension 2 of extent 4 [slice-range]" {
		t.Errorf("a slice of less than nothing: %v", err)
	}
	// Strides matter where an extent is more than 1.
	for _, c := range []struct {
		shape, strides Dims
		want           string
	}{
		{Dims{1, 1, 1, 1}, Dims{9, 9, 9, 9}, ""},
		{Dims{1, 1, 1, 2}, Dims{9, 9, 9, 1}, ""},
		{Dims{1, 1, 1, 2}, Dims{9, 9, 9, 2}, "strides (9,9,9,2) are not those of the part; expected (60,20,5,1) [stride-mismatch]"},
		{Dims{2, 1, 1, 1}, Dims{59, 20, 5, 1}, "strides (59,20,5,1) are not those of the part; expected (60,20,5,1) [stride-mismatch]"},
	} {
		got, err := PartOf(part, make([]ir.Mixed, 4), &SystemType{Tensor: System{DType: F32, Shape: c.shape, Strides: &c.strides}})
		if textOf(err) != c.want || err == nil && got.Bytes != 0 {
			t.Errorf("part %s with strides %s: %v, want %q", c.shape, c.strides, err, c.want)
		}
	}
}

// TestShapeMessages: the messages about shapes that do not match.
func TestShapeMessages(t *testing.T) {
	t.Parallel()
	m := *toy(t)
	m.NPUBytes = 1 << 20
	want := map[string]string{
		"elementwise": "shapes (2,5,3,4) and (3,5,3,4) differ [shape-mismatch]",
		"per channel": "expected shapes of 'scale_bias' that go together, but got (2,5,3,4) from (3,5,3,4), (1,5,1,1), (1,5,1,1) [shape-mismatch]; " +
			"expected destination and source alike, each other operand (1, C, 1, 1)",
		"conv2d": "expected a destination of shape (3,5,3,4) from sources of (3,3,6,8), (3,5,3,3), (1,5,1,1), but got (2,5,3,4) [shape-mismatch]; " +
			"expected (N, O, ·, ·) from (N, I, ·, ·), weight (I, O, ·, ·) and bias (1, O, 1, 1), H and W of the output floor((extent + padding - dilation·(kernel - 1) - 1) / stride) + 1",
		"conv2d of any window": "expected shapes of 'conv2d' that go together, but got (2,5,3,4) from (3,3,6,8), (3,5,3,3) [shape-mismatch]; " +
			"expected (N, O, ·, ·) from (N, I, ·, ·), weight (I, O, ·, ·) and bias (1, O, 1, 1)",
		"matmul without bias": "expected a destination of shape (4,17) from sources of (4,7), (7,17), but got (3,17) [shape-mismatch]; " +
			"expected (M, N) from (M, K) and (K, N) and bias (1, N), result and bias with the width of the right operand",
	}
	for _, c := range operandCases() {
		text, ok := want[c.name]
		if !ok {
			continue
		}
		types := append([]Type(nil), c.types...)
		if types[1].Layout == Matrix {
			types[1].Rows++
		} else {
			types[1].Shape[0]++
		}
		if err := c.class.Check(&m, operandsOf(t, &m, types)...); textOf(err) != text {
			t.Errorf("%s: %v, want %s", c.name, err, text)
		}
	}
}

// TestCopyBounds checks copies at the bounds of their rules.
func TestCopyBounds(t *testing.T) {
	t.Parallel()
	m := *toy(t)
	m.MatrixColsMax = 8
	matrix := mustPlace(t, &m, Type{DType: F32, Layout: Matrix, Rows: 5, Cols: 8, Width: 4}, 0)
	if _, err := PlanCopy(&m, matrix, System{DType: F32, Rows: 5, Cols: 8, RowStride: 8}); err != nil {
		t.Errorf("as many columns as a copy takes: %v", err)
	}
	column := Type{DType: F32, Layout: Strided, Shape: Dims{1, 1, 4, 1}, Strides: Dims{0, 0, 5, 5}}
	if _, err := PlanCopy(&m, mustPlace(t, &m, column, 0), System{DType: F32, Shape: column.Shape}); err != nil {
		t.Errorf("a stride along W that has no effect: %v", err)
	}
	two := Type{DType: F32, Layout: Strided, Shape: Dims{1, 1, 1, 2}, Strides: Dims{0, 0, 0, 5}}
	x, s := mustPlace(t, &m, two, 0), System{DType: F32, Shape: two.Shape}
	for _, c := range []struct {
		err  error
		want string
	}{
		{CheckCopy(&m, x, s, false), "a copy needs W stride 1, but the destination has 5 [dma-w-stride]"},
		{CheckCopy(&m, s, x, false), "a copy needs W stride 1, but the source has 5 [dma-w-stride]"},
		{CheckCopy(&m, x, System{DType: F32, Shape: two.Shape, Strides: &two.Strides}, true), "a copy needs W stride 1, but the destination has 5 [dma-w-stride]"},
		{CheckCopy(&m, System{DType: F32, Shape: two.Shape, Base: 2}, s, false), "system address 2 is not a multiple of 4 [sys-align]"},
		{CheckCopy(&m, System{DType: F32, Shape: two.Shape, Bytes: 8}, s, false), ""},
		{CheckCopy(&m, System{DType: F32, Shape: two.Shape, Bytes: 7}, s, false), "element (0,0,0,1) ends at byte 8 of a system buffer of 7 bytes [sys-range]"},
	} {
		if textOf(c.err) != c.want {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
	for _, c := range []struct{ to, from int64 }{{0, 4}, {4, 0}} {
		row := System{DType: F32, Shape: Dims{1, 1, 1, 2}, Base: c.from}
		to := row
		to.Base = c.to
		if _, err := PlanCopy(&m, to, row); textOf(err) != "source and destination share bytes (system addresses [4, 8)) [copy-overlap]" {
			t.Errorf("from %d to %d: %v", c.from, c.to, err)
		}
		line := Type{DType: F32, Layout: Compact, Shape: Dims{1, 2, 1, 2}}
		if _, err := PlanCopy(&m, mustPlace(t, &m, line, 1024+c.to), mustPlace(t, &m, line, 1024+c.from)); textOf(err) != "source and destination share bytes (NPU 1, offsets [4, 8)) [copy-overlap]" {
			t.Errorf("from %d to %d in NPU 1: %v", c.from, c.to, err)
		}
	}
}

// TestOverlaps: the first two elements that share bytes because of their strides, and
// strides that extend too far.
func TestOverlaps(t *testing.T) {
	t.Parallel()
	m := toy(t)
	for _, c := range []struct {
		packed, strides Dims
		first, second   string
	}{
		{packed: Dims{1, 4, 2, 2}, strides: Dims{0, 0, 2, 1}},
		{packed: Dims{1, 5, 2, 2}, strides: Dims{0, 3, 2, 1}, first: "(0,0,1,1)", second: "(0,4,0,0)"},
		{packed: Dims{1, 5, 2, 2}, strides: Dims{0, 4, 2, 1}},
		{packed: Dims{2, 1, 2, 2}, strides: Dims{3, 0, 2, 1}, first: "(0,0,1,1)", second: "(1,0,0,0)"},
	} {
		first, second, found, err := m.Overlap(c.packed, c.strides)
		if err != nil || found != (c.first != "") || found && (first.String() != c.first || second.String() != c.second) {
			t.Errorf("%s with strides %s: %s and %s, %v, %v", c.packed, c.strides, first, second, found, err)
		}
	}
	if _, _, found, err := m.Overlap(Dims{1 << 30, 1, 1, 1 << 30}, Dims{1 << 40, 1, 1, 1 << 40}); found || diag.CodeOf(err) != "too-large" {
		t.Errorf("far strides: %v, %v", found, err)
	}
	x := mustPlace(t, m, Type{DType: F32, Layout: Strided, Shape: Dims{1, 5, 1, 2}, Strides: Dims{0, 8, 8, 3}}, 1024+8)
	if got := fmt.Sprint(x.Span(), x.NPUsUsed(), x.Reserved, x.Strides); got != "48 4 48 (0,8,8,3)" {
		t.Errorf("span, NPUs, reserved bytes and strides %s", got)
	}
}
