package ir

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"optc/num"
)

// i64s is a dense constant of 64-bit integers.
func i64s(c *Context, shape []int64, vs ...int64) *DenseAttr {
	var raw []byte
	for _, v := range vs {
		raw = num.IntFromInt64(64, v).AppendBytes(raw)
	}
	return c.Dense(Tensor(shape, c.i64, nil), raw)
}

func TestCheckSparse(t *testing.T) {
	t.Parallel()
	c := NewContext()
	square, line := Tensor([]int64{2, 3}, c.i64, nil), Tensor([]int64{4}, c.i64, nil)
	for _, test := range []struct {
		name            string
		typ             ShapedType
		indices, values *DenseAttr
		want            string // "" if it is valid
	}{
		{name: "last element", typ: square, indices: i64s(c, []int64{1, 2}, 1, 2), values: i64s(c, []int64{1}, 7)},
		{name: "row outside", typ: square, indices: i64s(c, []int64{1, 2}, 2, 0), values: i64s(c, []int64{1}, 7),
			want: "sparse index #0 is not contained within the value shape, with index=[2, 0], and type='tensor<2x3xi64>'"},
		{name: "column outside in the second", typ: square, indices: i64s(c, []int64{2, 2}, 0, 0, 0, 3), values: i64s(c, []int64{2}, 7, 8),
			want: "sparse index #1 is not contained within the value shape, with index=[0, 3], and type='tensor<2x3xi64>'"},
		{name: "row outside, column inside", typ: square, indices: i64s(c, []int64{1, 2}, -1, 2), values: i64s(c, []int64{1}, 7),
			want: "sparse index #0 is not contained within the value shape, with index=[-1, 2], and type='tensor<2x3xi64>'"},
		{name: "indices of a line", typ: line, indices: i64s(c, []int64{2}, 0, 3), values: i64s(c, []int64{2}, 7, 8)},
		{name: "indices of a line in rows", typ: line, indices: i64s(c, []int64{2, 1}, 0, 3),
			values: i64s(c, []int64{2}, 7, 8)},
		{name: "indices of a line for a square", typ: square, indices: i64s(c, []int64{2}, 0, 1), values: i64s(c, []int64{2}, 7, 8),
			want: "expected shape ([2, 3]); inferred shape of indices literal ([2]); inferred shape of values literal ([2])"},
		{name: "too many numbers in a row", typ: square, indices: i64s(c, []int64{1, 3}, 0, 1, 2), values: i64s(c, []int64{1}, 7),
			want: "expected shape ([2, 3]); inferred shape of indices literal ([1, 3]); inferred shape of values literal ([1])"},
		{name: "more indices than values", typ: square, indices: i64s(c, []int64{2, 2}, 0, 0, 1, 1), values: i64s(c, []int64{1}, 7),
			want: "expected shape ([2, 3]); inferred shape of indices literal ([2, 2]); inferred shape of values literal ([1])"},
		{name: "values of two dimensions", typ: square, indices: i64s(c, []int64{1, 2}, 0, 0), values: i64s(c, []int64{1, 1}, 7),
			want: "expected 1-d tensor for sparse element values"},
		{name: "none", typ: square, indices: i64s(c, []int64{0, 2}), values: i64s(c, []int64{0})},
	} {
		if got := CheckSparse(test.typ, test.indices, test.values); got != test.want {
			t.Errorf("%s: got %q", test.name, got)
		}
	}
	a := c.Sparse(square, i64s(c, []int64{3, 2}, 0, 1, 1, 0, 0, 1), i64s(c, []int64{3}, 7, 8, 9))
	for _, test := range []struct {
		index []int64
		want  int64
	}{{[]int64{0, 1}, 7}, {[]int64{1, 0}, 8}, {[]int64{1, 1}, 0}, {[]int64{0, 0}, 0}} {
		if got, ok := IntOf(a.ElementAttr(test.index)); !ok || got.Int64() != test.want {
			t.Errorf("element %v is %v", test.index, got)
		}
	}
	if got, want := a.String(), "sparse<[[0, 1], [1, 0], [0, 1]], [7, 8, 9]> : tensor<2x3xi64>"; got != want {
		t.Errorf("got %s", got)
	}
}

// Elements print in brackets that follow the shape, including extents of 0 or 1.
func TestDenseText(t *testing.T) {
	t.Parallel()
	c := NewContext()
	complexI8 := Complex(c.i8)
	for _, test := range []struct {
		a    *DenseAttr
		want string
	}{
		{c.Dense(Tensor([]int64{2, 1, 2}, c.i8, nil), []byte{1, 2, 3, 4}), "dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi8>"},
		{c.Dense(Tensor([]int64{2, 2}, c.i1, nil), []byte{1, 0, 0, 1}), "dense<[[true, false], [false, true]]> : tensor<2x2xi1>"},
		{c.Dense(Tensor([]int64{2}, c.i16, nil), []byte{0, 0x80, 0xff, 0x7f}), "dense<[-32768, 32767]> : tensor<2xi16>"},
		{c.Dense(Tensor([]int64{2}, c.IntegerOf(8, Unsigned), nil), []byte{255, 1}), "dense<[255, 1]> : tensor<2xui8>"},
		{c.Dense(Tensor([]int64{2}, c.IntegerOf(8, Signed), nil), []byte{255, 1}), "dense<[-1, 1]> : tensor<2xsi8>"},
		{c.Dense(Tensor([]int64{2}, c.Integer(9), nil), []byte{255, 1, 1, 0}), "dense<[-1, 1]> : tensor<2xi9>"},
		{c.Dense(Tensor([]int64{2}, complexI8, nil), []byte{1, 2, 3, 4}), "dense<[(1,2), (3,4)]> : tensor<2xcomplex<i8>>"},
		{c.Dense(Tensor([]int64{2}, complexI8, nil), []byte{1, 2, 1, 2}), "dense<(1,2)> : tensor<2xcomplex<i8>>"},
		{c.Dense(Tensor([]int64{3}, c.i8, nil), []byte{5, 5, 5}), "dense<5> : tensor<3xi8>"},
		{c.Dense(Tensor([]int64{3}, c.i8, nil), []byte{5, 5, 6}), "dense<[5, 5, 6]> : tensor<3xi8>"},
		{c.Dense(Tensor([]int64{0, 2}, c.i8, nil), nil), "dense<> : tensor<0x2xi8>"},
		{c.Dense(Tensor([]int64{0}, c.i8, nil), []byte{1}), "dense<1> : tensor<0xi8>"},
		{c.Dense(Tensor(nil, c.i8, nil), []byte{1}), "dense<1> : tensor<i8>"},
		{c.Dense(Vector([]int64{1}, c.i8), []byte{1}), "dense<1> : vector<1xi8>"},
		{c.DenseStrings(Tensor([]int64{2}, c.i8, nil), []string{"a", "b\"c"}), `dense<["a", "b\22c"]> : tensor<2xi8>`},
		{c.DenseStrings(Tensor([]int64{2}, c.i8, nil), []string{"a", "a"}), `dense<"a"> : tensor<2xi8>`},
		{c.DenseStrings(Tensor([]int64{2}, c.i8, nil), []string{"a"}), `dense<"a"> : tensor<2xi8>`},
		{c.DenseStrings(Tensor([]int64{0}, c.i8, nil), nil), `dense<> : tensor<0xi8>`},
	} {
		if got := test.a.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	if a, b := c.DenseStrings(Tensor([]int64{2}, c.i8, nil), []string{"ab", "c"}), c.DenseStrings(Tensor([]int64{2}, c.i8, nil), []string{"a", "bc"}); a == b {
		t.Error("other strings are the same constant")
	}
	for _, n := range []int{100, 101} {
		raw := bytes.Repeat([]byte{1, 2}, n)[:n]
		text := c.Dense(Tensor([]int64{int64(n)}, c.i8, nil), raw).String()
		if hex := strings.HasPrefix(text, `dense<"0x0102`); hex != (n > defaultHexElements) {
			t.Errorf("%d elements: %s", n, text)
		}
	}
}

// Constants with the same hash are distinguished by all their contents.
func TestSameValue(t *testing.T) {
	t.Parallel()
	all := []*DenseAttr{{}, {Splat: true}, {Raw: []byte{1}}, {Splat: true, Raw: []byte{1}}, {Raw: []byte{2}}, {Strings: []string{"a"}}, {Strings: []string{"b"}}}
	for i, a := range all {
		for k, b := range all {
			if got := a.sameValue(b); got != (i == k) {
				t.Errorf("constants %d and %d: got %v", i, k, got)
			}
		}
		if a.sameValue(&ResourceAttr{}) {
			t.Errorf("constant %d is a resource", i)
		}
	}
}

func TestDenseArrays(t *testing.T) {
	t.Parallel()
	c := NewContext()
	for _, test := range []struct {
		a    *DenseArrayAttr
		want string
		ints []int64 // nil if the elements are no integers of up to 64 bits
	}{
		{c.DenseI64Array([]int64{1, -2}), "array<i64: 1, -2>", []int64{1, -2}},
		{c.DenseI64Array(nil), "array<i64>", []int64{}},
		{c.DenseI32Array([]int32{-1}), "array<i32: -1>", []int64{-1}},
		{c.DenseBoolArray([]bool{true, false}), "array<i1: true, false>", []int64{1, 0}},
		{c.DenseArray(c.i8, 2, []byte{255, 1}), "array<i8: -1, 1>", []int64{-1, 1}},
		{c.DenseArray(c.i16, 1, []byte{0, 128}), "array<i16: -32768>", []int64{-32768}},
		{c.DenseArray(c.Float(num.F32), 1, []byte{0, 0, 0xc0, 0x3f}), "array<f32: 1.500000e+00>", nil},
	} {
		if got := test.a.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		for range 2 { // computed, and kept
			if got, ok := test.a.int64s(); ok != (test.ints != nil) || !slices.Equal(got, test.ints) {
				t.Errorf("%s: got %v, %v", test.want, got, ok)
			}
		}
	}
}

func TestElementBytes(t *testing.T) {
	t.Parallel()
	c := NewContext()
	for _, test := range []struct {
		t    Type
		want int
	}{
		{c.i1, 1}, {c.i8, 1}, {c.Integer(9), 2}, {c.Integer(16), 2}, {c.Integer(17), 3}, {c.i64, 8}, {c.Integer(65), 9},
		{c.Float(num.F16), 2}, {c.Float(num.F64), 8}, {c.Index(), 8}, {Complex(c.Float(num.F32)), 8}, {c.None(), 0},
	} {
		if got := ElementBytes(test.t); got != test.want {
			t.Errorf("%s: got %d", test.t, got)
		}
	}
}

// The bytes of a constant depend on the type: integers of another width are converted by
// value.
func TestConstantBytes(t *testing.T) {
	t.Parallel()
	c := NewContext()
	two := c.Dense(Tensor([]int64{2}, c.i8, nil), []byte{3, 4})
	splat := c.Dense(Tensor([]int64{3}, c.i8, nil), []byte{5})
	for _, test := range []struct {
		name string
		a    Attribute
		t    Type
		want []byte
		ok   bool
	}{
		{name: "same width", a: c.Int(c.i8, -2), t: c.i8, want: []byte{254}, ok: true},
		{name: "wider", a: c.Int(c.i8, -2), t: c.i16, want: []byte{254, 255}, ok: true},
		{name: "narrower", a: c.Int(c.i16, 258), t: c.i8, want: []byte{2}, ok: true},
		{name: "index", a: c.Int(c.i8, 1), t: c.Index(), want: []byte{1, 0, 0, 0, 0, 0, 0, 0}, ok: true},
		{name: "integer as float", a: c.Int(c.i8, 1), t: c.Float(num.F32)},
		{name: "float", a: c.FloatOf(c.Float(num.F16), num.F16.Zero(true)), t: c.Float(num.F16), want: []byte{0, 128},
			ok: true},
		{name: "float of another kind", a: c.FloatOf(c.Float(num.F16), num.F16.Zero(true)), t: c.Float(num.F32)},
		{name: "elements", a: two, t: c.i8, want: []byte{3, 4}, ok: true},
		{name: "elements of a splat", a: splat, t: c.i8, want: []byte{5, 5, 5}, ok: true},
		{name: "elements of another type", a: two, t: c.i16},
		{name: "strings", a: c.DenseStrings(Tensor([]int64{1}, c.i8, nil), []string{"a"}), t: c.i8},
		{name: "string", a: c.Str("a"), t: c.i8},
		{name: "nothing", t: c.i8},
	} {
		if got, ok := ConstantBytes(test.a, test.t); ok != test.ok || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, %v", test.name, got, ok)
		}
	}
	if whole := two.Expanded(); &whole[0] == &two.Raw[0] {
		t.Error("the bytes are those of the constant")
	}
	for i, want := range []int64{3, 4} {
		if got, ok := IntOf(two.ElementAttr(i)); !ok || got.Int64() != want {
			t.Errorf("element %d is %v", i, got)
		}
	}
	if got, ok := IntOf(splat.ElementAttr(2)); !ok || got.Int64() != 5 {
		t.Errorf("an element of a splat is %v", got)
	}
	if _, ok := IntOf(two); ok {
		t.Error("two numbers are one")
	}
	if got := c.Dense(Tensor([]int64{1}, Complex(c.i8), nil), []byte{1, 2}).ElementAttr(0); got != nil {
		t.Errorf("a complex element is %v", got)
	}
}
