package ir

import (
	"slices"
	"strings"
	"testing"

	"optc/ir/affine"
	"optc/num"
)

// Types and attributes with equal spelling are identical, and their spelling is the text
// as written.
func TestSpellings(t *testing.T) {
	t.Parallel()
	c := NewContext()
	f := c.Function([]Type{c.i32}, []Type{c.i8})
	for _, test := range []struct {
		make func() Node
		want string
	}{
		{func() Node { return c.Integer(7) }, "i7"},
		{func() Node { return c.IntegerOf(7, Signed) }, "si7"},
		{func() Node { return c.IntegerOf(7, Unsigned) }, "ui7"},
		{func() Node { return Complex(c.F16()) }, "complex<f16>"},
		{func() Node { return c.Tuple(nil) }, "tuple<>"},
		{func() Node { return c.Tuple([]Type{c.i8, c.Index()}) }, "tuple<i8, index>"},
		{func() Node { return c.Function(nil, nil) }, "() -> ()"},
		{func() Node { return f }, "(i32) -> i8"},
		{func() Node { return c.Function([]Type{f, c.i1}, []Type{f}) }, "((i32) -> i8, i1) -> ((i32) -> i8)"},
		{func() Node { return c.Function(nil, []Type{c.i1, c.i8}) }, "() -> (i1, i8)"},
		{func() Node { return Vector([]int64{2, 3}, c.i8) }, "vector<2x3xi8>"},
		{func() Node { return Vector(nil, c.i8) }, "vector<i8>"},
		{func() Node { return ScalableVector([]int64{2, 3}, []bool{false, true}, c.i8) }, "vector<2x[3]xi8>"},
		{func() Node { return ScalableVector([]int64{2}, []bool{false}, c.i8) }, "vector<2xi8>"},
		{func() Node { return Tensor([]int64{Dynamic, 0}, c.i8, nil) }, "tensor<?x0xi8>"},
		{func() Node { return Tensor([]int64{4}, c.i8, c.Str("e")) }, `tensor<4xi8, "e">`},
		{func() Node { return UnrankedTensor(c.i8) }, "tensor<*xi8>"},
		{func() Node { return MemRef([]int64{4}, c.i8, nil, nil) }, "memref<4xi8>"},
		{func() Node { return MemRef([]int64{4}, c.i8, c.AffineMap(affine.Identity(1)), c.I64Attr(0)) }, "memref<4xi8>"},
		{func() Node { return MemRef([]int64{4}, c.i8, c.StridedLayout(Dynamic, []int64{2}), c.I64Attr(3)) }, "memref<4xi8, strided<[2], offset: ?>, 3>"},
		{func() Node { return c.StridedLayout(0, []int64{Dynamic, 1}) }, "strided<[?, 1]>"},
		{func() Node { return c.StridedLayout(-1, nil) }, "strided<[], offset: -1>"},
		{func() Node { return c.SymbolRef("a", "b c", "d") }, `@a::@"b c"::@d`},
		{func() Node { return c.Dict(nil) }, "{}"},
		{func() Node { return c.Dict([]NamedAttr{{"b", c.Unit()}, {"a b", c.I64Attr(1)}}) }, `{"a b" = 1 : i64, b}`},
		{func() Node { return c.Array(nil) }, "[]"},
		{func() Node {
			return c.Array([]Attribute{c.I64Attr(1), c.Int(c.i32, 2), c.Str("x"), c.Bool(true), TypeAttrOf(c.i8), c.Unit()})
		}, `[1, 2 : i32, "x", true, i8, unit]`},
		{func() Node { return c.Int(c.Index(), -4) }, "-4 : index"},
		{func() Node { return c.I64Attr(4) }, "4 : i64"},
		{func() Node { return c.FloatOf(c.F64(), num.F64.Zero(true)) }, "-0.000000e+00 : f64"},
		{func() Node { return c.TypedStr("a", c.i8) }, `"a" : i8`},
		{func() Node { return c.BoolArray([]bool{true, false}) }, "[true, false]"},
		{func() Node { return c.I64Array([]int64{1, -1}) }, "[1, -1]"},
		{func() Node { return c.AffineMaps([]affine.Map{affine.Identity(1), affine.MinorIdentity(2, 1)}) }, "[affine_map<(d0) -> (d0)>, affine_map<(d0, d1) -> (d1)>]"},
		{func() Node { return c.MinorIdentity(3, 2) }, "affine_map<(d0, d1, d2) -> (d1, d2)>"},
		{func() Node { return c.Resource("a b", Tensor([]int64{2}, c.i8, nil)) }, `dense_resource<"a b"> : tensor<2xi8>`},
		{func() Node { return c.FileLoc("f", 2, 3) }, `loc("f":2:3)`},
		{func() Node { return c.NameLoc("n", nil) }, `loc("n")`},
		{func() Node { return c.CallSiteLoc(c.NameLoc("n", nil), c.FileLoc("f", 2, 3)) }, `loc(callsite("n" at "f":2:3))`},
		{func() Node { return c.FusedLoc([]LocationAttr{c.NameLoc("n", nil), c.FileLoc("f", 2, 3)}, c.Str("m")) }, `loc(fused<"m">["n", "f":2:3])`},
	} {
		n := test.make()
		if n.String() != test.want {
			t.Errorf("got %s, want %s", n, test.want)
		}
		if test.make() != n {
			t.Errorf("%s is made twice", n)
		}
	}
	if a, b := c.Distinct(c.Unit()), c.Distinct(c.Unit()); a == b || a.String() != "distinct[0]<>" || b.String() != "distinct[1]<>" {
		t.Errorf("got %s and %s", a, b)
	}
	if got := c.Distinct(c.Str("a")).String(); got != `distinct[2]<"a">` {
		t.Errorf("got %s", got)
	}
}

// A node made from a list keeps a copy of the list, and a dictionary sorts it.
func TestListsAreCopied(t *testing.T) {
	t.Parallel()
	c := NewContext()
	sorted := []NamedAttr{{"a", c.I64Attr(1)}, {"b", c.I64Attr(2)}}
	d := c.Dict(sorted)
	sorted[0].Value = c.I64Attr(9)
	if d.Get("a") != Attribute(c.I64Attr(1)) || d.Get("b") != Attribute(c.I64Attr(2)) || d.Get("c") != nil || d.Len() != 2 {
		t.Errorf("got %s", d)
	}
	unsorted := []NamedAttr{{"y", c.Unit()}, {"x", c.Unit()}}
	if e := c.Dict(unsorted); e.Entries[0].Name != "x" || unsorted[0].Name != "y" {
		t.Errorf("got %s of %v", e, unsorted)
	}
	if none := (*DictAttr)(nil); none.Len() != 0 || none.Get("a") != nil {
		t.Error("nil is not empty")
	}
	dims := []int64{1, 2}
	v := Vector(dims, c.i8)
	dims[0] = 9
	if v.Dims[0] != 1 {
		t.Error("extents are the caller's")
	}
	array := c.DenseI64Array([]int64{1, 2})
	own, _ := Int64s(array)
	own[0] = 9
	if shared, _ := ReadInt64s(array); shared[0] != 1 {
		t.Error("numbers are the caller's")
	}
}

func TestReaders(t *testing.T) {
	t.Parallel()
	c := NewContext()
	if IntOr(c.I64Attr(3), 7) != 3 || IntOr(c.Str("3"), 7) != 7 || IntOr(nil, 7) != 7 {
		t.Error("IntOr")
	}
	maps := []affine.Map{affine.Identity(2), affine.MinorIdentity(3, 1)}
	if got, ok := Maps(c.AffineMaps(maps)); !ok || len(got) != 2 || !got[1].Equal(maps[1]) {
		t.Errorf("got %v, %v", got, ok)
	}
	for _, a := range []Attribute{c.Array([]Attribute{c.AffineMap(maps[0]), c.Unit()}), c.AffineMap(maps[0]), nil} {
		if got, ok := Maps(a); ok || got != nil {
			t.Errorf("%v: got %v", a, got)
		}
	}
	if _, ok := Bools(c.DenseArray(c.F16(), 1, []byte{0, 0})); ok {
		t.Error("floats are no bools")
	}
}

// Lists that mix constants and values; Dynamic may also be a constant.
func TestMixed(t *testing.T) {
	t.Parallel()
	b := newToy()
	three, arg := b.c(3), b.arg()
	ms := MergeMixed([]int64{1, Dynamic, Dynamic, 4, Dynamic}, []*Value{arg, three})
	want := []Mixed{{Const: 1}, {Value: arg, Const: Dynamic}, {Value: three, Const: Dynamic}, {Const: 4}, {Const: Dynamic}}
	if !slices.Equal(ms, want) {
		t.Errorf("merged %v", ms)
	}
	if static, values := SplitMixed(ms); !slices.Equal(static, []int64{1, Dynamic, Dynamic, 4, Dynamic}) || !slices.Equal(values, []*Value{arg, three}) {
		t.Errorf("split into %v and %v", static, values)
	}
	for i, want := range []struct {
		n     int64
		known bool
	}{{1, true}, {0, false}, {3, true}, {4, true}} {
		if n, known := ms[i].Constant(); n != want.n || known != want.known {
			t.Errorf("%d: constant %d, %v", i, n, known)
		}
	}
	for _, test := range []struct {
		a, b Mixed
		same bool
	}{
		{ms[0], Mixed{Const: 1}, true}, {ms[0], ms[3], false}, {ms[2], Mixed{Const: 3}, true}, {ms[1], ms[1], true}, {ms[1], ms[2], false}, {ms[1], ms[0], false},
	} {
		if SameMixed(test.a, test.b) != test.same || SameMixed(test.b, test.a) != test.same {
			t.Errorf("%v and %v", test.a, test.b)
		}
	}
	if ms[2].IsConst(3) || !ms[3].IsConst(4) || ms[3].IsConst(5) {
		t.Error("IsConst")
	}
	for _, test := range []struct {
		least   int64
		changed bool
	}{{3, true}, {4, false}, {Dynamic + 1, true}} {
		folded := slices.Clone(ms)
		changed := FoldMixed(folded, test.least)
		if changed != test.changed || (folded[2] == Mixed{Const: 3}) != test.changed || folded[1] != ms[1] || folded[0] != ms[0] {
			t.Errorf("at least %d: %v, %v", test.least, folded, changed)
		}
	}
}

func TestStrides(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ shape, want []int64 }{
		{nil, []int64{}}, {[]int64{5}, []int64{1}}, {[]int64{2, 3, 4}, []int64{12, 4, 1}}, {[]int64{Dynamic, 3, 4}, []int64{12, 4, 1}},
		{[]int64{2, Dynamic, 4}, []int64{Dynamic, 4, 1}}, {[]int64{2, 0, Dynamic}, []int64{0, Dynamic, 1}},
	} {
		if got := RowMajorStrides(test.shape); !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v", test.shape, got)
		}
	}
	for _, test := range []struct{ a, b, sum, product int64 }{
		{a: 2, b: 3, sum: 5, product: 6}, {a: 0, b: Dynamic, sum: Dynamic, product: 0}, {a: Dynamic, b: 0, sum: Dynamic, product: 0}, {a: Dynamic, b: 2, sum: Dynamic, product: Dynamic}, {a: 2, b: Dynamic,
			sum: Dynamic, product: Dynamic},
	} {
		if s, p := AddSaturated(test.a, test.b), MulSaturated(test.a, test.b); s != test.sum || p != test.product {
			t.Errorf("%d, %d: got %d, %d", test.a, test.b, s, p)
		}
	}
	c := NewContext()
	for _, test := range []struct {
		t       *MemRefType
		m       string
		symbols int
		same    bool
	}{
		{t: MemRef([]int64{2, 3}, c.i8, nil, nil), m: "(d0, d1) -> (d0, d1)", symbols: 0, same: true},
		{t: MemRef([]int64{2, 3}, c.i8, c.StridedLayout(0, []int64{3, 1}), nil), m: "(d0, d1) -> (d0 * 3 + d1)", symbols: 0},
		{t: MemRef([]int64{2}, c.i8, c.StridedLayout(0, []int64{1}), nil), m: "(d0) -> (d0)", symbols: 0, same: true},
		{t: MemRef([]int64{2, 3}, c.i8, c.StridedLayout(Dynamic, []int64{Dynamic, 1}), nil),
			m: "(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1)", symbols: 2},
		{t: MemRef([]int64{2, 3}, c.i8, c.AffineMap(affine.NewMap(2, 0, affine.Dim(1), affine.Dim(0))), nil),
			m: "(d0, d1) -> (d1, d0)", symbols: 0},
	} {
		if m := test.t.LayoutMap().String(); m != test.m || test.t.NumLayoutSymbols() != test.symbols || test.t.HasIdentityLayout() != test.same {
			t.Errorf("%s: %s with %d symbols, identity %v", test.t, m, test.t.NumLayoutSymbols(), test.t.HasIdentityLayout())
		}
	}
}

// Enumerations are stored as numbers or strings, and read and written as words.
func TestEnums(t *testing.T) {
	t.Parallel()
	c := NewContext()
	plain := IntEnum("plain", 32, []string{"a", "b"}, nil)
	values := IntEnum("values", 64, []string{"x", "y"}, []int64{4, -1})
	words := StrEnum("mode", "on", "off")
	for _, test := range []struct {
		e    *AttrConstraint
		a    Attribute
		word string // "" if it is none
	}{
		{plain, c.Int(c.i32, 0), "a"}, {plain, c.Int(c.i32, 1), "b"}, {plain, c.Int(c.i32, 2), ""}, {plain, c.Int(c.i64, 1), ""}, {plain, c.Str("a"), ""},
		{values, c.Int(c.i64, 4), "x"}, {values, c.Int(c.i64, -1), "y"}, {values, c.Int(c.i64, 0), ""}, {values, c.Int(c.IntegerOf(64, Unsigned), 4), ""},
		{words, c.Str("on"), "on"}, {words, c.Str("off"), "off"}, {words, c.Str("of"), ""}, {words, c.Int(c.i32, 0), ""},
	} {
		if test.e.Check(test.a) != (test.word != "") {
			t.Errorf("%s: %s is one of them: %v", test.e.Summary, test.a, !test.e.Check(test.a))
		}
		if test.e.Enum == nil || test.word == "" {
			continue
		}
		if got := test.e.Enum(c, test.word); got != test.a || test.e.Word(test.a) != test.word {
			t.Errorf("%s: %s is %s and %s", test.e.Summary, test.word, got, test.e.Word(test.a))
		}
	}
	if plain.Enum(c, "c") != nil || words.Summary != "one of on, off" {
		t.Error("a word that is none of them")
	}
}

func TestConstraints(t *testing.T) {
	t.Parallel()
	c := NewContext()
	i8, f32 := c.i8, c.F32()
	like := Like("i8-like", func(t Type) bool { return t == Type(i8) })
	either := AnyOf(BoolConstraint, like)
	vectors := VectorOf("i8", like.Check)
	for _, test := range []struct {
		name string
		c    *TypeConstraint
		yes  []Type
		no   []Type
	}{
		{name: "like", c: like, yes: []Type{i8, Vector([]int64{2}, i8), Tensor(nil, i8, nil), UnrankedTensor(i8)},
			no: []Type{f32, Vector([]int64{2}, f32), MemRef(nil, i8, nil, nil)}},
		{name: "either", c: either, yes: []Type{c.i1, i8, Vector(nil, i8)}, no: []Type{c.i16, Vector(nil, c.i1)}},
		{name: "vectors", c: vectors, yes: []Type{Vector(nil, i8), Vector([]int64{2}, i8)},
			no: []Type{i8, Vector(nil, f32), Tensor(nil, i8, nil)}},
		{name: "any vector", c: AnyVector, yes: []Type{Vector(nil, f32)}, no: []Type{f32, Tensor(nil, f32, nil)}},
		{name: "i32", c: I32Constraint, yes: []Type{c.i32}, no: []Type{c.i64, c.IntegerOf(32, Signed), c.Index()}},
		{name: "signless", c: AnySignlessInteger, yes: []Type{c.i1, c.Integer(77)},
			no: []Type{c.IntegerOf(1, Unsigned), c.Index()}},
		{name: "f32", c: F32Constraint, yes: []Type{f32}, no: []Type{c.F64(), c.i32}},
	} {
		for _, y := range test.yes {
			if !test.c.Check(y) {
				t.Errorf("%s: %s is refused", test.name, y)
			}
		}
		for _, n := range test.no {
			if test.c.Check(n) {
				t.Errorf("%s: %s is accepted", test.name, n)
			}
		}
	}
	if either.Summary != "1-bit signless integer or i8-like" || vectors.Summary != "vector of i8 values" {
		t.Errorf("got %q, %q", either.Summary, vectors.Summary)
	}
	for _, test := range []struct {
		name  string
		c     *AttrConstraint
		a     Attribute
		holds bool // the constraint
		store bool // the property can hold the attribute
	}{
		{name: "no constraint", a: c.Str("a"), holds: true, store: true},
		{name: "any", c: AnyAttr, a: c.Str("a"), holds: true, store: true},
		{name: "string", c: StrAttr, a: c.I64Attr(1)},
		{name: "i64 of another width", c: I64Attr, a: c.Int(c.i32, 1), store: true},
		{name: "i64 of another kind", c: I64Attr, a: c.Str("a")},
		{name: "f32", c: F32Attr, a: c.F32Attr(1.5), holds: true, store: true},
		{name: "f32 of another width", c: F32Attr, a: c.F64Attr(1.5), store: true},
		{name: "f64 of another kind", c: F64Attr, a: c.I64Attr(1)},
		{name: "array of numbers", c: I64ArrayAttr, a: c.I64Array([]int64{1}), holds: true, store: true},
		{name: "array of strings", c: I64ArrayAttr, a: c.Array([]Attribute{c.Str("a")}), store: true},
		{name: "number for an array", c: I64ArrayAttr, a: c.I64Attr(1)},
		{name: "dense array", c: DenseI64ArrayAttr, a: c.DenseI64Array(nil), holds: true, store: true},
		{name: "dense array of others", c: DenseI64ArrayAttr, a: c.DenseI32Array(nil)},
		{name: "symbol", c: SymbolNameAttr, a: c.Str("a"), holds: true, store: true},
		{name: "enumeration", c: IntEnum("e", 32, []string{"a"}, nil), a: c.Int(c.i32, 1)},
		{name: "words", c: StrEnum("e", "a"), a: c.Str("b")},
		{name: "function type", c: FunctionTypeAttr, a: TypeAttrOf(i8), store: true},
		{name: "flat symbol", c: FlatSymbolAttr, a: c.SymbolRef("a", "b")},
	} {
		if test.c != nil && test.c.Check(test.a) != test.holds || test.c.StorageOf(test.a) != test.store {
			t.Errorf("%s: stored %v", test.name, test.c.StorageOf(test.a))
		}
	}
	parents := HasParent{Kind("a.b"), Kind("a.c")}
	if got := parents.Doc() + "; " + parents[:1].Doc(); got != "parent op is one of 'a.b', 'a.c'; parent op is 'a.b'" {
		t.Errorf("got %s", got)
	}
	if got := strings.Join([]string{AllTypesMatch{"a", "b"}.Doc(), AllMatch{Names: []string{"a", "b"}, Text: "rank"}.Doc()}, "; "); got != "all of {a, b} have same type; all of {a, b} have same rank" {
		t.Errorf("got %s", got)
	}
}
