package ir

import (
	"bytes"
	"strings"
	"testing"

	"optc/num"
)

// TestLargeDense checks constants that print in several pieces and whose spelling is not
// copied into the spelling of enclosing nodes.
func TestLargeDense(t *testing.T) {
	t.Parallel()
	c := NewContext()
	raw := make([]byte, 3*densePiece+5)
	bits := make([]byte, 8*densePiece+3)
	for i := range raw {
		raw[i] = byte(i % 251)
	}
	for i := range bits {
		bits[i] = byte(i % 3 & 1)
	}
	n, m := int64(len(raw)), int64(len(bits))
	for _, test := range []struct {
		name string
		a    *DenseAttr
		want string
	}{
		{"bytes", c.Dense(Tensor([]int64{n}, c.I8(), nil), raw), `dense<"0x` + string(num.AppendHex(nil, raw)) + `"> : tensor<49157xi8>`},
		{"bits", c.Dense(Tensor([]int64{m}, c.I1(), nil), bits), `dense<"0x` + strings.Repeat("922449", 5461) + `9204"> : tensor<131075xi1>`},
	} {
		if got := test.a.String(); got != test.want {
			t.Errorf("%s: expected %d bytes from %.40s to %s, but got %d bytes from %.40s to %s", test.name,
				len(test.want), test.want, test.want[len(test.want)-40:], len(got), got, got[len(got)-40:])
		}
		inner := c.Array([]Attribute{c.I64Attr(1), test.a})
		d := c.Dict([]NamedAttr{{"a", c.Unit()}, {"v", inner}})
		if want := "{a, v = [1, " + test.want + "]}"; d.String() != want {
			t.Errorf("%s: the dictionary is spelled %.40s…", test.name, d.String())
		}
		if len(d.s.text) > 100 {
			t.Errorf("%s: the dictionary holds %d bytes of text", test.name, len(d.s.text))
		}
		if again := c.Dict([]NamedAttr{{"v", inner}, {"a", c.Unit()}}); again != d {
			t.Errorf("%s: equal dictionaries are not the same", test.name)
		}
	}
}

// Goroutines share the pieces of a large constant, in every form.
func TestPrintDenseInParallel(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	const n = (2*sharedPieces + 1) * densePiece
	f32 := make([]byte, 4*n)
	for i := range f32 {
		f32[i] = byte(i % 61)
	}
	bits := make([]byte, 8*n)
	for i := range bits {
		bits[i] = byte(i % 5 & 1)
	}
	for _, a := range []Attribute{
		c.Dense(Tensor([]int64{n}, c.F32(), nil), f32),
		c.Dense(Tensor([]int64{2, n / 2}, c.I8(), nil), f32[:n]),
		c.Dense(Tensor([]int64{8 * n}, c.I1(), nil), bits),
	} {
		b.Op(Kind("test.func"), nil, nil, NamedAttr{"value", a})
	}
	never := -1
	for _, o := range []PrintOptions{{AssumeVerified: true}, {AssumeVerified: true, HexElements: &never}} {
		var texts [2]bytes.Buffer
		for i := range texts {
			o.Threads = 1 + 2*i
			if err := Fprint(&texts[i], m, o); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) || texts[0].Len() < 11*n {
			t.Errorf("%+v: the text depends on the threads", o)
		}
	}
}
