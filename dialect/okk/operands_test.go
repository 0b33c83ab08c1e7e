package okk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/ir"
	"optc/parser"
)

// operandsOf places tensors of these types one after the other at the lowest addresses.
func operandsOf(t testing.TB, m *Machine, types []Type) (list []*Tensor) {
	t.Helper()
	next := int64(0)
	for _, typ := range types {
		x := mustPlace(t, m, typ, roundUp(next, m.Align))
		next = x.Address + x.Reserved
		list = append(list, x)
	}
	return list
}

// operandCase is a class of operations with valid operands. An operand that is larger by
// one along a dimension is refused, unless free contains the entry "operand dimension".
type operandCase struct {
	name  string
	class OpClass
	types []Type
	free  []string
}

// parsedOp returns an operation of a kernel with a tensor of each of some types.
func parsedOp(text string) *ir.Operation {
	const types = "!f = !okk.local<1x3x4x5xf32, aligned>\n!i = !okk.local<1x3x4x5xi32, aligned>\n!v = !okk.local<1x3x1x1xf32, compact>\n" +
		"!w = !okk.local<3x3x1x1xf32, compact>\n!m = !okk.matrix<4x4xf32, w = 2>\n"
	const tensors = "%f = okk.alloc : !f\n%i = okk.alloc : !i\n%v = okk.alloc : !v\n%w = okk.alloc : !w\n%m = okk.alloc : !m\n"
	module, err := parser.Parse(context.Background(), ir.NewContext(Dialect), &ir.Source{Text: types + "okk.kernel @k {\n" + tensors + text + "\n}"}, nil)
	return diag.Must(module, err).Body().Front().Body().Back()
}

// classOf returns the rules for the operands of an operation.
func classOf(text string) OpClass {
	op := parsedOp(text)
	return RowOf(op).Of(op)
}

// windowed is classOf with another window.
func windowed(text string, w *Window) OpClass {
	c := classOf(text)
	c.Window = w
	return c
}

// alikeClass is the class of operations with operands of one shape.
func alikeClass(name string, operands int) OpClass {
	return OpClass{Name: name, Operands: make([]Column, operands)}
}

func operandCases() []operandCase {
	f32 := func(l Layout, shape ...int64) Type { return Type{DType: F32, Layout: l, Shape: Dims(shape)} }
	weight := func(shape ...int64) Type {
		return Type{DType: F32, Mode: IC2, Layout: Compact, Shape: Dims(shape)}
	}
	matrix := func(rows, cols, w int64) Type {
		return Type{DType: F32, Layout: Matrix, Rows: rows, Cols: cols, Width: w}
	}
	steps := &Window{Top: 1, Left: 1, Right: 1, Kernel: [2]int64{3, 3}, Stride: [2]int64{2, 2}, Dilation: [2]int64{1, 1}}
	wide := &Window{Kernel: [2]int64{3, 2}, Stride: [2]int64{1, 1}, Dilation: [2]int64{2, 3}}
	return []operandCase{
		{name: "elementwise", class: classOf("okk.eltwise add %f, %f, %f : !f, !f, !f"),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Compact, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4)}},
		{name: "per channel", class: classOf("okk.scale_bias %f, %f, %v, %v : !f, !f, !v, !v"),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4), f32(Compact, 1, 5, 1, 1), f32(Compact, 1, 5, 1, 1)}},
		{name: "conv2d", class: windowed("okk.conv2d %f, %f, %w bias %v : !f, !f, !w, !v", steps),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Compact, 2, 3, 6, 8), weight(3, 5, 3, 3), f32(Compact, 1, 5, 1, 1)},
			free:  []string{"1 2", "2 2", "2 3"}},
		{name: "conv2d without bias", class: windowed("okk.conv2d %f, %f, %w : !f, !f, !w", wide),
			types: []Type{f32(Aligned, 1, 5, 2, 5), f32(Compact, 1, 3, 6, 8), weight(3, 5, 3, 2)},
			free:  []string{"2 2", "2 3"}},
		{name: "conv2d of any window", class: windowed("okk.conv2d %f, %f, %w : !f, !f, !w", nil),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Compact, 2, 3, 6, 8), weight(3, 5, 3, 3)},
			free:  []string{"0 2", "0 3", "1 2", "1 3", "2 2", "2 3"}},
		{name: "depthwise", class: windowed("okk.depthwise2d %f, %f, %v bias %v : !f, !f, !v, !v", steps),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 6, 8), f32(Compact, 1, 5, 3, 3), f32(Compact, 1, 5, 1, 1)},
			free:  []string{"1 2", "2 2", "2 3"}},
		{name: "depthwise without bias", class: windowed("okk.depthwise2d %f, %f, %v : !f, !f, !v", wide),
			types: []Type{f32(Aligned, 2, 5, 2, 5), f32(Aligned, 2, 5, 6, 8), f32(Compact, 1, 5, 3, 2)},
			free:  []string{"2 2", "2 3"}},
		{name: "pooling", class: windowed("okk.pool2d avg %f, %f kernel [1, 1] : !f, !f", wide), types: []Type{f32(Aligned, 2, 5, 2, 5), f32(Aligned, 2, 5, 6, 8)}},
		{name: "matmul", class: classOf("okk.matmul %m, %m, %m bias %m : !m, !m, !m, !m"),
			types: []Type{matrix(3, 17, 5), matrix(3, 7, 2), matrix(7, 17, 5), matrix(1, 17, 5)}, free: []string{"1 2"}},
		{name: "matmul without bias", class: classOf("okk.matmul %m, %m, %m : !m, !m, !m"), types: []Type{matrix(3, 17, 5), matrix(3, 7, 2), matrix(7, 17, 5)},
			free: []string{"1 2"}},
		{name: "function", class: classOf("okk.function lookup_exp %f, %i : !f, !i"),
			types: []Type{f32(Aligned, 2, 5, 3, 4), {DType: I32, Layout: Aligned, Shape: Dims{2, 5, 3, 4}}}},
		{name: "function with work buffer", class: classOf("okk.function exp %f, %f work %f : !f, !f, !f"),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4)}},
		{name: "int8_to_fp32", class: classOf("okk.int8_to_fp32 %v, %v, %v : !v, !v, !v"),
			types: []Type{f32(Compact, 2, 5, 3, 4), {DType: UI8, Layout: Compact, Shape: Dims{2, 5, 3, 4}}, f32(Compact, 2, 5, 3, 4)}},
		{name: "select", class: classOf("okk.select greater %f, %f, %f, %f, 1 : i32 : !f, !f, !f, !f"),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4)}},
		{name: "select of one tensor", class: classOf("okk.select greater %f, 1 : i32, %f, %f : !f, !f, !f"),
			types: []Type{f32(Aligned, 2, 5, 3, 4), f32(Aligned, 2, 5, 3, 4), {DType: I32, Layout: Compact, Shape: Dims{2, 5, 3, 4}}}},
	}
}

// TestOperandShapes: every number of every shape counts.
func TestOperandShapes(t *testing.T) {
	t.Parallel()
	m := *toy(t)
	m.NPUBytes = 1 << 20
	for _, c := range operandCases() {
		if err := c.class.Check(&m, operandsOf(t, &m, c.types)...); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for i := range c.types {
			for d := range 4 {
				types := slices.Clone(c.types)
				if x := &types[i]; x.Layout != Matrix {
					x.Shape[d]++
				} else if d < 3 {
					*[]*int64{&x.Rows, &x.Cols, &x.Width}[d]++
				} else {
					continue
				}
				want := "shape-mismatch"
				if slices.Contains(c.free, fmt.Sprintf("%d %d", i, d)) {
					want = ""
				}
				if err := c.class.Check(&m, operandsOf(t, &m, types)...); diag.CodeOf(err) != want {
					t.Errorf("%s, operand %d larger along %d: %v, want code %q", c.name, i, d, err, want)
				}
			}
		}
		// With one operand fewer or more than the class requires.
		all := operandsOf(t, &m, c.types)
		more := append(all, all[0])
		if strings.Contains(c.name, "without bias") || strings.Contains(c.name, "any window") {
			more = append(more, all[0])
		}
		if err := c.class.Check(&m, more...); diag.CodeOf(err) != "bad-op" {
			t.Errorf("%s with %d operands: %v", c.name, len(more), err)
		}
		least, _ := c.class.counts()
		if err := c.class.Check(&m, all[:least-1]...); diag.CodeOf(err) != "bad-op" {
			t.Errorf("%s with %d operands: %v", c.name, least-1, err)
		}
	}
}

// TestOperandChanges checks the answer of each class if one operand has another type or
// mode, is at the next NPU, has gaps along W, repeats its elements, or has the address of
// the destination.
func TestOperandChanges(t *testing.T) {
	t.Parallel()
	m := *toy(t)
	m.NPUBytes = 1 << 20
	codes := map[string]byte{"": '.', "dtype-mismatch": 't', "bad-mode": 'm', "start-mismatch": 's', "layout-required": 'l', "broadcast-write": 'b', "operand-overlap": 'o', "shape-mismatch": 'h'}
	want := map[string]string{
		"elementwise":               "tts.b., tts..o, tts...",
		"per channel":               "tts.b., tts..., ttsllo, ttsllo",
		"conv2d":                    "ttslb., tt...o, tts..o, ttsllo",
		"conv2d without bias":       "ttslb., tt...o, tts..o",
		"conv2d of any window":      "ttslb., tt...o, tts..o",
		"depthwise":                 "ttslb., ttsllo, ttsllo, ttsllo",
		"depthwise without bias":    "ttslb., ttsllo, ttsllo",
		"pooling":                   "ttslb., ttsllo",
		"matmul":                    "t .  ., t .  o, t .  o, t .  o",
		"matmul without bias":       "t .  ., t .  o, t .  o",
		"function":                  "thslb., t sll.",
		"function with work buffer": "thslb., thsllo, thsllo",
		"int8_to_fp32":              "t.slb., t sllo, t.sllo",
		"select":                    ".hslb., thsll., thsll., .hsll.",
		"select of one tensor":      ".hs.b., ths..., . s..o",
	}
	for _, c := range operandCases() {
		var got []string
		for i, of := range c.types {
			answers := ""
			for change := range 6 {
				types := slices.Clone(c.types)
				x := &types[i]
				switch change {
				case 0:
					x.DType, x.Mode = I32, N1
					if of.DType == I32 {
						x.DType = F32
					}
				case 1:
					x.Mode = IC2 - of.Mode
				case 3, 4:
					x.Layout, x.Strides, x.Broadcast = Strided, Dims{2000, 500, 50, 2}, change == 4
					if change == 4 {
						x.Strides = Dims{}
					}
				}
				if change == 1 && of.DType != F32 || of.Layout == Matrix && (change == 1 || change > 2 && change < 5) {
					answers += " "
					continue
				}
				list := operandsOf(t, &m, types)
				switch change {
				case 2:
					list[i] = mustPlace(t, &m, *x, m.NPUBytes)
				case 5:
					list[i] = mustPlace(t, &m, *x, list[0].Address)
				}
				err := c.class.Check(&m, list...)
				if change == 5 && i > 0 && err == nil {
					err = c.class.CheckAliases(list...)
				}
				answers += string(codes[diag.CodeOf(err)])
			}
			got = append(got, answers)
		}
		if got := strings.Join(got, ", "); got != want[c.name] {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, want[c.name])
		}
	}
}

// TestOperandRules checks the other rules of a class, each separately.
func TestOperandRules(t *testing.T) {
	t.Parallel()
	m := toy(t)
	shape := Dims{2, 3, 2, 4}
	typ := func(d DType, l Layout, more ...Mode) Type {
		return Type{DType: d, Layout: l, Mode: append(more, N1)[0], Shape: shape}
	}
	at := func(typ Type, address int64) *Tensor { return mustPlace(t, m, typ, address) }
	a, b := typ(F32, Aligned), typ(F32, Compact)
	gaps := Type{DType: F32, Layout: Strided, Shape: shape, Strides: Dims{64, 64, 8, 2}}
	repeated := Type{DType: F32, Layout: Strided, Broadcast: true, Shape: shape}
	eltwise, scale := classOf("okk.eltwise relu %f, %f : !f, !f"), classOf("okk.scale %f, %f, %v : !f, !f, !v")
	number := Type{DType: F32, Layout: Compact, Shape: Dims{1, 3, 1, 1}}
	fixed, _ := m.OpClass("fixed_point")
	n4, n2 := typ(I8, Compact, N4), typ(UI16, Aligned, N2)
	whole := alikeClass("w", 2)
	whole.SamePacked = true
	for _, c := range []struct {
		name     string
		class    OpClass
		operands []*Tensor
		code     string
	}{
		{name: "other layouts", class: eltwise, operands: []*Tensor{at(a, 0), at(b, 512)}},
		{name: "gaps", class: eltwise, operands: []*Tensor{at(gaps, 0), at(a, 512)}},
		{name: "other types", class: eltwise, operands: []*Tensor{at(a, 0), at(typ(I32, Aligned), 512)},
			code: "dtype-mismatch"},
		{name: "other starts", class: eltwise, operands: []*Tensor{at(a, 0), at(a, 1024)}, code: "start-mismatch"},
		{name: "same start elsewhere", class: eltwise, operands: []*Tensor{at(a, 1024), at(a, 1536)}},
		{name: "to a repetition", class: eltwise, operands: []*Tensor{at(repeated, 0), at(a, 512)}, code: "broadcast-write"},
		{name: "of a repetition", class: eltwise, operands: []*Tensor{at(a, 512), at(repeated, 0)}},
		{name: "number per channel", class: scale, operands: []*Tensor{at(a, 0), at(a, 512), at(number, 128)}},
		{name: "aligned number per channel", class: scale,
			operands: []*Tensor{at(a, 0), at(a, 512), at(Type{DType: F32, Layout: Aligned, Shape: number.Shape}, 128)}},
		{name: "number with gaps", class: scale,
			operands: []*Tensor{at(a, 0), at(a, 512), at(Type{DType: F32, Layout: Strided, Shape: Dims{1, 3, 1, 1}, Strides: Dims{9, 9, 9, 9}}, 128)}},
		{name: "integers per channel", class: scale,
			operands: []*Tensor{at(typ(I32, Aligned), 0), at(typ(I32, Aligned), 512), at(number, 128)},
			code:     "dtype-mismatch"},
		{name: "fixed point", class: fixed, operands: []*Tensor{at(n4, 0), at(n4, 128), at(n2, 512)}},
		{name: "fixed point elsewhere", class: fixed, operands: []*Tensor{at(n4, 1024), at(n4, 1152)},
			code: "start-not-first"},
		{name: "fixed point of n1", class: fixed, operands: []*Tensor{at(n4, 0), at(typ(I8, Compact), 512)},
			code: "dtype-mismatch"},
		{name: "fixed point of n1 as result", class: fixed, operands: []*Tensor{at(typ(UI16, Aligned), 0), at(n4, 512)},
			code: "dtype-mismatch"},
		{name: "fixed point of 32 bits", class: fixed, operands: []*Tensor{at(n4, 0), at(typ(I32, Compact), 512)},
			code: "dtype-mismatch"},
		{name: "units of other sizes", class: whole, operands: []*Tensor{at(n4, 0), at(typ(I8, Compact), 512)},
			code: "shape-mismatch"},
		{name: "same units", class: whole, operands: []*Tensor{at(n4, 0), at(n4, 512)}},
	} {
		if err := c.class.Check(m, c.operands...); diag.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want code %q", c.name, err, c.code)
		}
	}
	// A limit is the largest number that is allowed, in units along N.
	for d, set := range []func(m *Machine, n int64){
		func(m *Machine, n int64) { m.BatchMax = n }, func(m *Machine, n int64) { m.ChanMax = n },
		func(m *Machine, n int64) { m.DimMax = n }, func(m *Machine, n int64) { m.DimMax = n },
	} {
		one := Dims{1, 1, 1, 1}
		one[d] = 3
		small := *m
		x := []*Tensor{mustPlace(t, m, Type{DType: F32, Shape: one}, 0), mustPlace(t, m, Type{DType: F32, Shape: one}, 512)}
		for limit, code := range map[int64]string{3: "", 2: "dim-limit"} {
			if set(&small, limit); diag.CodeOf(eltwise.Check(&small, x...)) != code {
				t.Errorf("3 along %d with limit %d: %v", d, limit, eltwise.Check(&small, x...))
			}
		}
	}
	no := *m
	no.Compute = 1 << I32
	if err := eltwise.Check(&no, at(a, 0), at(a, 512)); diag.CodeOf(err) != "dtype-unsupported" {
		t.Errorf("f32 on a machine for i32: %v", err)
	}
	no = *m
	no.Rules = false
	if err := eltwise.Check(&no, at(a, 0), at(a, 512)); diag.CodeOf(err) != "unknown-rules" {
		t.Errorf("a machine without rules: %v", err)
	}
}

// TestAliases: destinations must not overlap sources, or must be sources where that is
// allowed.
func TestAliases(t *testing.T) {
	t.Parallel()
	m := toy(t)
	x := Type{DType: F32, Layout: Compact, Shape: Dims{1, 4, 2, 4}} // 32 bytes of each NPU
	other := Type{DType: F32, Layout: Compact, Shape: Dims{1, 4, 4, 2}}
	in, out := OpClass{Name: "e", InPlace: true}, OpClass{Name: "o"}
	for _, c := range []struct {
		class         OpClass
		dst, src      Type
		to, from      int64
		code, message string
	}{
		{class: in, dst: x, src: x, to: 0, from: 0},
		{class: out, dst: x, src: x, to: 0, from: 0, code: "operand-overlap",
			message: "destination and operand #1 share bytes (NPU 0, offsets [0, 32))"},
		{class: in, dst: x, src: x, to: 0, from: 32},
		{class: out, dst: x, src: x, to: 32, from: 0},
		{class: in, dst: x, src: x, to: 0, from: 28, code: "operand-overlap",
			message: "destination and operand #1 share bytes (NPU 0, offsets [28, 32))"},
		{class: in, dst: x, src: x, to: 28, from: 0, code: "operand-overlap",
			message: "destination and operand #1 share bytes (NPU 0, offsets [28, 32))"},
		{class: in, dst: x, src: other, to: 0, from: 0, code: "operand-overlap",
			message: "destination and operand #1 share bytes (NPU 0, offsets [0, 32))"},
		{class: in, dst: x, src: Type{DType: F32, Layout: Strided, Shape: x.Shape, Strides: Dims{0, 0, 4, 1}}, to: 64,
			from: 64},
	} {
		err := c.class.CheckAliases(mustPlace(t, m, c.dst, c.to), mustPlace(t, m, c.src, c.from))
		if diag.CodeOf(err) != c.code || err != nil && !strings.HasPrefix(err.Error(), c.message+" ["+c.code+"]") {
			t.Errorf("%s at %d, from %d: %v, want code %q", c.class.Name, c.to, c.from, err, c.code)
		}
	}
}

// TestWindowExtents: the output of a window, at the extents where it begins to fit.
func TestWindowExtents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w    Window
		h, n int64 // extent of the input and of the output
	}{
		{Window{Kernel: [2]int64{3, 1}, Stride: [2]int64{1, 1}, Dilation: [2]int64{1, 1}}, 2, 0},
		{Window{Kernel: [2]int64{3, 1}, Stride: [2]int64{1, 1}, Dilation: [2]int64{1, 1}}, 3, 1},
		{Window{Kernel: [2]int64{3, 1}, Stride: [2]int64{2, 1}, Dilation: [2]int64{1, 1}}, 4, 1},
		{Window{Kernel: [2]int64{3, 1}, Stride: [2]int64{2, 1}, Dilation: [2]int64{1, 1}}, 5, 2},
		{Window{Kernel: [2]int64{3, 1}, Stride: [2]int64{1, 1}, Dilation: [2]int64{2, 1}}, 4, 0},
		{Window{Kernel: [2]int64{3, 1}, Stride: [2]int64{1, 1}, Dilation: [2]int64{2, 1}}, 5, 1},
		{Window{Top: 1, Bottom: 0, Left: 0, Right: 0, Kernel: [2]int64{3, 1}, Stride: [2]int64{1, 1}, Dilation: [2]int64{1, 1}}, 2, 1},
		{Window{Top: 0, Bottom: 2, Left: 9, Right: 9, Kernel: [2]int64{3, 1}, Stride: [2]int64{1, 1}, Dilation: [2]int64{1, 1}}, 2, 2},
	} {
		if got := c.w.output(0, c.h); got != c.n {
			t.Errorf("%+v of %d: %d, want %d", c.w, c.h, got, c.n)
		}
		side := Window{Top: c.w.Left, Bottom: c.w.Right, Left: c.w.Top, Right: c.w.Bottom,
			Kernel: [2]int64{1, c.w.Kernel[0]}, Stride: [2]int64{1, c.w.Stride[0]}, Dilation: [2]int64{1, c.w.Dilation[0]}}
		if got := side.output(1, c.h); got != c.n {
			t.Errorf("%+v of %d along W: %d, want %d", side, c.h, got, c.n)
		}
	}
}

// TestDestroys: the bytes that a write may destroy, from whole NPUs to elements.
func TestDestroys(t *testing.T) {
	t.Parallel()
	m := toy(t)
	for _, c := range []struct {
		name string
		typ  Type
		at   int64
		how  Clobber
		want []Bytes
	}{
		{name: "NPUs", typ: Type{DType: F32, Layout: Compact, Shape: Dims{1, 2, 1, 3}}, at: 16, how: ClobberNPUs,
			want: []Bytes{{0, 16, 28}, {1, 16, 28}, {2, 16, 28}, {3, 16, 28}}},
		{name: "blocks", typ: Type{DType: F32, Layout: Aligned, Shape: Dims{1, 2, 1, 3}}, at: 128, how: ClobberBlocks,
			want: []Bytes{{0, 128, 256}, {1, 128, 256}}},
		{name: "elements", typ: Type{DType: F32, Layout: Aligned, Shape: Dims{1, 2, 1, 3}}, at: 128, how: ClobberElements,
			want: []Bytes{{0, 128, 140}, {1, 128, 140}}},
		{name: "blocks of several rows", typ: Type{DType: F32, Layout: Compact, Shape: Dims{2, 3, 1, 2}}, at: 2048 + 8,
			how: ClobberBlocks, want: []Bytes{{0, 16, 24}, {0, 32, 40}, {2, 8, 16}, {2, 24, 32}, {3, 8, 16}, {3, 24, 32}}},
		{name: "blocks with gaps",
			typ: Type{DType: F32, Layout: Strided, Shape: Dims{1, 2, 3, 2}, Strides: Dims{0, 0, 10, 4}}, at: 64,
			how: ClobberBlocks, want: []Bytes{{0, 64, 64 + 4*(2*10+1*4+1)}, {1, 64, 64 + 4*(2*10+1*4+1)}}},
		{name: "units with gaps",
			typ: Type{DType: I8, Mode: N4, Layout: Strided, Shape: Dims{5, 1, 2, 1}, Strides: Dims{8, 0, 3, 0}}, at: 64,
			how: ClobberBlocks, want: []Bytes{{0, 64, 80}, {0, 96, 112}}},
		{name: "elements with gaps",
			typ: Type{DType: F32, Layout: Strided, Shape: Dims{1, 1, 2, 2}, Strides: Dims{0, 0, 3, 1}}, at: 64,
			how: ClobberElements, want: []Bytes{{0, 64, 72}, {0, 76, 84}}},
	} {
		if got := mustPlace(t, m, c.typ, c.at).Destroys(c.how); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	x := mustPlace(t, m, Type{DType: F32, Layout: Aligned, Shape: Dims{1, 2, 1, 3}}, 128)
	for _, c := range []struct {
		at   int64
		how  Clobber
		want string
	}{
		{252, ClobberBlocks, "NPU 0, bytes [252, 256)"}, {252, ClobberElements, ""}, {256, ClobberNPUs, ""}, {124, ClobberNPUs, ""},
		{2048 + 128, ClobberNPUs, "NPU 2, bytes [128, 132)"}, {2048 + 128, ClobberBlocks, ""}, {136, ClobberElements, "NPU 0, bytes [136, 140)"}, {140, ClobberElements, ""},
	} {
		b, found := x.Endangers(mustPlace(t, m, Type{DType: F32, Layout: Compact, Shape: Dims{1, 1, 1, 1}}, c.at), c.how)
		if found != (c.want != "") || found && b.String() != c.want {
			t.Errorf("at %d: %v, %v, want %s", c.at, b, found, c.want)
		}
	}
}

// TestSystemParts: slices of buffers, in units along N.
func TestSystemParts(t *testing.T) {
	t.Parallel()
	s := System{DType: I8, Mode: N4, Shape: Dims{10, 3, 2, 4}, Base: 1000}
	m := System{DType: I16, Rows: 4, Cols: 6, RowStride: 10, Base: 1000}
	for _, c := range []struct {
		of      System
		offsets []int64
		extents []int64
		base    int64
		code    string
	}{
		{of: s, offsets: []int64{0, 0, 0, 0}, extents: []int64{10, 3, 2, 4}, base: 1000},
		{of: s, offsets: []int64{4, 1, 1, 2}, extents: []int64{4, 2, 1, 2}, base: 1000 + 4*(24+8+4+2)},
		{of: s, offsets: []int64{8, 0, 0, 0}, extents: []int64{2, 3, 2, 4}, base: 1000 + 4*48},
		{of: s, offsets: []int64{8, 0, 0, 0}, extents: []int64{1, 3, 2, 4}, base: 0, code: "slice-pack"},
		{of: s, offsets: []int64{2, 0, 0, 0}, extents: []int64{8, 3, 2, 4}, base: 0, code: "slice-pack"},
		{of: s, offsets: []int64{4, 0, 0, 0}, extents: []int64{3, 3, 2, 4}, base: 0, code: "slice-pack"},
		{of: s, offsets: []int64{8, 0, 0, 0}, extents: []int64{4, 3, 2, 4}, base: 0, code: "slice-range"},
		{of: s, offsets: []int64{-4, 0, 0, 0}, extents: []int64{4, 3, 2, 4}, base: 0, code: "slice-range"},
		{of: s, offsets: []int64{0, 4, 0, 0}, extents: []int64{4, 1, 2, 4}, base: 0, code: "slice-range"},
		{of: s, offsets: []int64{0, 0, 0}, extents: []int64{4, 1, 2, 4}, base: 0, code: "slice-rank"},
		{of: m, offsets: []int64{1, 2}, extents: []int64{3, 4}, base: 1000 + 2*12},
		{of: m, offsets: []int64{0, 0, 0, 0}, extents: []int64{1, 1, 1, 1}, base: 0, code: "slice-rank"},
		{of: m, offsets: []int64{2, 0}, extents: []int64{3, 4}, base: 0, code: "slice-range"},
	} {
		part := c.of
		if len(c.extents) == 2 {
			part.Rows, part.Cols = c.extents[0], c.extents[1]
		} else {
			strides := c.of.UnitStrides()
			part = System{DType: c.of.DType, Mode: c.of.Mode, Shape: Dims(c.extents), Strides: &strides}
		}
		var offsets []ir.Mixed
		for _, o := range c.offsets {
			offsets = append(offsets, ir.Mixed{Const: o})
		}
		got, err := PartOf(c.of, offsets, &SystemType{Tensor: part})
		if diag.CodeOf(err) != c.code || err == nil && got.Base != c.base {
			t.Errorf("%v of %v: %+v, %v, want base %d, code %q", c.offsets, c.of.LogicalShape(), got, err, c.base, c.code)
		}
	}
	other := System{DType: F32, Shape: Dims{1, 1, 2, 4}, Base: 1000}
	for _, c := range []struct {
		t      System
		lo, hi int64
	}{
		{System{DType: F32, Shape: Dims{1, 1, 1, 2}, Base: 1032}, 0, 0},
		{System{DType: F32, Shape: Dims{1, 1, 1, 2}, Base: 1028}, 1028, 1032},
		{System{DType: F32, Shape: Dims{1, 1, 1, 2}, Base: 992}, 0, 0},
		{System{DType: F32, Shape: Dims{1, 1, 1, 2}, Base: 996}, 1000, 1004},
		{System{DType: F32, Shape: Dims{1, 1, 2, 1}, Strides: &Dims{0, 0, 20, 1}, Base: 980}, 0, 0},
		{System{DType: F32, Shape: Dims{1, 1, 2, 1}, Strides: &Dims{0, 0, 10, 1}, Base: 980}, 1020, 1024},
	} {
		lo, hi, found := other.Shared(c.t)
		if lo != c.lo || hi != c.hi || found != (c.hi > 0) {
			t.Errorf("%+v: [%d, %d), %v", c.t, lo, hi, found)
		}
	}
}

// TestWhichOperand: an error about an operand names it by its number, the first one that is
// wrong.
func TestWhichOperand(t *testing.T) {
	t.Parallel()
	m := toy(t)
	shape := Dims{1, 3, 1, 2}
	at := func(typ Type, address int64) *Tensor { return mustPlace(t, m, typ, address) }
	a := Type{DType: F32, Layout: Aligned, Shape: shape}
	repeated := Type{DType: F32, Layout: Strided, Broadcast: true, Shape: shape}
	n4 := Type{DType: I8, Mode: N4, Layout: Compact, Shape: shape}
	for _, c := range []struct {
		class    OpClass
		operands []*Tensor
		code     string
		operand  int
	}{
		{class: classOf("okk.eltwise add %f, %f, %f : !f, !f, !f"), operands: []*Tensor{at(a, 0), at(a, 1024), at(a, 1024)}, code: "start-mismatch",
			operand: 1},
		{class: classOf("okk.eltwise add %f, %f, %f : !f, !f, !f"), operands: []*Tensor{at(a, 0), at(a, 512), at(a, 1024)}, code: "start-mismatch",
			operand: 2},
		{class: classOf("okk.eltwise add %f, %f, %f : !f, !f, !f"), operands: []*Tensor{at(repeated, 0), at(a, 512), at(a, 512)}, code: "broadcast-write",
			operand: 0},
		{class: diag.Must(m.OpClass("fixed_point")), operands: []*Tensor{at(n4, 1024), at(n4, 1152)}, code: "start-not-first", operand: 0},
	} {
		err := c.class.Check(m, c.operands...)
		var wrong *OperandError
		if !errors.As(err, &wrong) || diag.CodeOf(err) != c.code || wrong.Operand != c.operand {
			t.Errorf("%v, want %s of operand %d", err, c.code, c.operand)
		}
	}
}

// TestEquivalent: geometries place elements at the same addresses if they agree in
// everything but strides without effect.
func TestEquivalent(t *testing.T) {
	t.Parallel()
	g := Geometry{Start: 1, Unit: 4, Packed: Dims{2, 3, 1, 5}, Strides: Dims{20, 10, 7, 1}, Rows: 2, Reserved: 160}
	for name, c := range map[string]struct {
		change func(*Geometry)
		want   bool
	}{
		"the same":                {func(*Geometry) {}, true},
		"what is reserved":        {func(g *Geometry) { g.Reserved = 320 }, true},
		"a stride without effect": {func(g *Geometry) { g.Strides[2] = 9 }, true},
		"a stride":                {func(g *Geometry) { g.Strides[3] = 2 }, false},
		"the stride of a row":     {func(g *Geometry) { g.Strides[1] = 12 }, false},
		"start":                   {func(g *Geometry) { g.Start = 0 }, false},
		"unit":                    {func(g *Geometry) { g.Unit = 2 }, false},
		"shape":                   {func(g *Geometry) { g.Packed[3] = 4 }, false},
		"block rows":              {func(g *Geometry) { g.Rows = 3 }, false},
	} {
		h := g
		if c.change(&h); g.Equivalent(h) != c.want || h.Equivalent(g) != c.want {
			t.Errorf("%s: equivalent is %v", name, !c.want)
		}
	}
}
