package ir

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"optc/ir/affine"
)

// doubled builds a node with the given number of levels, each of which contains the
// previous level twice.
func doubled[N Node](levels int, leaf N, twice func(N) N) N {
	for range levels {
		leaf = twice(leaf)
	}
	return leaf
}

// sharedNodes are nodes whose spelling doubles in length with every level. Each level consists of
// one node, or of two.
var sharedNodes = []struct {
	name  string
	nodes int // number of nodes per level
	make  func(c *Context, levels int) Node
}{
	{"array", 1, func(c *Context, levels int) Node {
		return doubled(levels, Attribute(c.Str(strings.Repeat("x", maxFlat))), func(a Attribute) Attribute { return c.Array([]Attribute{a, a}) })
	}},
	{"array of maps", 1, func(c *Context, levels int) Node {
		return doubled(levels, Attribute(c.AffineMap(affine.MinorIdentity(2, 1))), func(a Attribute) Attribute { return c.Array([]Attribute{a, a}) })
	}},
	{"dictionary", 1, func(c *Context, levels int) Node {
		return doubled(levels, Attribute(c.SymbolRef("f")), func(a Attribute) Attribute { return c.Dict([]NamedAttr{{"a", a}, {"b", a}}) })
	}},
	{"type attribute", 2, func(c *Context, levels int) Node {
		return doubled(levels, TypeAttrOf(c.Tuple(nil)), func(a *TypeAttr) *TypeAttr { return TypeAttrOf(c.Tuple([]Type{a.Value, a.Value})) })
	}},
	{"tuple", 1, func(c *Context, levels int) Node {
		return doubled(levels, Type(c.Tuple(nil)), func(t Type) Type { return c.Tuple([]Type{t, t}) })
	}},
	{"function", 1, func(c *Context, levels int) Node {
		return doubled(levels, Type(c.Tuple(nil)), func(t Type) Type { return c.Function([]Type{t}, []Type{t}) })
	}},
	{"tensor", 1, func(c *Context, levels int) Node {
		return doubled(levels, Type(Tensor(nil, c.i1, c.Str(strings.Repeat("x", maxFlat)))), func(t Type) Type { return c.Function([]Type{t}, []Type{t}) })
	}},
	{"call site", 1, func(c *Context, levels int) Node {
		return doubled(levels, LocationAttr(c.FileLoc("a", 1, 1)), func(l LocationAttr) LocationAttr { return c.CallSiteLoc(l, l) })
	}},
	{"fused", 3, func(c *Context, levels int) Node {
		return doubled(levels, LocationAttr(c.NameLoc("a", nil)), func(l LocationAttr) LocationAttr {
			return c.FusedLoc([]LocationAttr{c.NameLoc("x", l), c.NameLoc("y", l)}, nil)
		})
	}},
	{"distinct", 2, func(c *Context, levels int) Node {
		return doubled(levels, Attribute(c.Distinct(c.unit)), func(a Attribute) Attribute { return c.Distinct(c.Array([]Attribute{a, a})) })
	}},
	{"dense", 1, func(c *Context, levels int) Node {
		d := c.Dense(Tensor([]int64{2}, c.i8, nil), []byte{1, 2})
		return doubled(levels, Attribute(d), func(a Attribute) Attribute { return c.Array([]Attribute{a, a}) })
	}},
}

// TestSharedNodes: a node with several occurrences costs as much as its definition,
// however long its spelling is.
func TestSharedNodes(t *testing.T) {
	t.Parallel()
	const levels = 60
	for _, test := range sharedNodes {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := NewContext()
			before := c.types.count() + c.attrs.count()
			n := test.make(c, levels)
			if made, most := c.types.count()+c.attrs.count()-before, test.nodes*(levels+1)+2; made > most {
				t.Errorf("%d nodes were made, expected at most %d", made, most)
			}
			st := n.storage()
			if words := len(st.text) + len(st.nested()); words > 100 {
				t.Errorf("the outermost node has %d words and nodes", words)
			}
			if st.size != math.MaxInt32 {
				t.Errorf("size is %d", st.size)
			}
			if test.name != "distinct" && test.make(c, levels) != n {
				t.Errorf("equal nodes are not the same")
			}
			if text := fmt.Sprint(n); len(text) < maxMessage || len(text) > maxMessage+8 || !strings.HasSuffix(text, "...") {
				t.Errorf("a message shows %d bytes, ending in %q", len(text), text[len(text)-8:])
			}
			if few := test.make(c, 4); len(few.String()) < 31 || fmt.Sprint(few) != few.String() {
				t.Errorf("spelled %s, but in a message %v", few.String(), few)
			}
		})
	}
}

// TestSharedUses: passes over the nodes that an operation refers to, and printing to a closed
// writer, terminate.
func TestSharedUses(t *testing.T) {
	t.Parallel()
	for _, test := range sharedNodes {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := NewContext()
			c.AllowUnregistered = true
			n := test.make(c, 60)
			st := &OpState{Def: c.UnregisteredOpDef("test.op")}
			switch n := n.(type) {
			case LocationAttr:
				st.Loc = LocationOf(n)
				if again := LocationOf(n); again != st.Loc {
					t.Errorf("equal locations differ")
				}
				if _, _, _, ok := st.Loc.FileLineCol(); ok != (test.name == "call site") {
					t.Errorf("a file position was found: %v", ok)
				}
			case Attribute:
				st.Attrs = []NamedAttr{{"a", n}, {"b", c.Array([]Attribute{n})}}
			case Type:
				st.ResultTypes = []Type{n}
			}
			op := NewBuilder(c).Arena().NewOperation(st)
			uses, want := 0, 0
			if test.name == "dictionary" {
				want = 2 // occurrences in the innermost level
			}
			if SymbolUses(op, func(*Operation, *SymbolRefAttr) { uses++ }); uses != want {
				t.Errorf("%d uses of symbols, expected %d", uses, want)
			}
			w := &countingWriter{most: 1 << 20}
			err := Fprint(w, op, PrintOptions{DebugInfo: true, LocalScope: true})
			if !errors.Is(err, errEnough) || w.bytes > w.most+2*pieceBytes {
				t.Errorf("%d bytes were written before the error %v", w.bytes, err)
			}
			if d := op.Errorf("expected %s", n); len(d.Msg) > 2*maxMessage {
				t.Errorf("a message has %d bytes", len(d.Msg))
			} else if d.ShowOp(PrintOptions{DebugInfo: true}); len(d.Notes[0].Msg) > 2*maxMessage {
				t.Errorf("a note has %d bytes", len(d.Notes[0].Msg))
			}
		})
	}
}

var errEnough = errors.New("enough")

// countingWriter accepts at least the given number of bytes.
type countingWriter struct{ bytes, most int }

func (w *countingWriter) Write(piece []byte) (int, error) {
	if w.bytes += len(piece); w.bytes > w.most {
		return 0, errEnough
	}
	return len(piece), nil
}

// TestSpellingIdentity: words are distinguished from nested nodes, and numbers of
// different types from each other.
func TestSpellingIdentity(t *testing.T) {
	t.Parallel()
	c := NewContext()
	f, g := c.SymbolRef("f"), c.SymbolRef("g")
	long := c.Str(strings.Repeat("x", maxFlat))
	all := []Attribute{
		c.Array([]Attribute{f}), c.Array([]Attribute{g}), c.Array([]Attribute{f, g}), c.Array([]Attribute{g, f}),
		c.Array([]Attribute{c.Array([]Attribute{f}), g}), c.Array([]Attribute{f, c.Array([]Attribute{g})}),
		c.Array([]Attribute{c.I64Attr(1)}), c.Array([]Attribute{c.Int(c.i32, 1)}), c.Array([]Attribute{c.Str("1")}),
		c.Array([]Attribute{long}), c.Array([]Attribute{long, long}),
		TypeAttrOf(c.i32), TypeAttrOf(c.Tuple([]Type{c.i32})), c.Str("i32"), c.TypedStr("i32", c.i32),
		c.Dense(Tensor([]int64{2}, c.i8, nil), []byte{1, 2}), c.Dense(Vector([]int64{2}, c.i8), []byte{1, 2}),
		c.Dense(Tensor([]int64{2}, c.i8, nil), []byte{2, 1}), c.Dense(Tensor([]int64{1}, c.i8, nil), []byte{1}),
	}
	seen := map[string]int{}
	for i, a := range all {
		if j, known := seen[a.String()]; known {
			t.Errorf("%d and %d are both spelled %s", j, i, a)
		}
		seen[a.String()] = i
		for j, b := range all[:i] {
			if a == b {
				t.Errorf("%s is %s", all[j], all[i])
			}
		}
	}
}
