package parser_test

import (
	"fmt"
	"testing"

	"optc/ir"
	"optc/parser"
)

func show(r ir.Range) string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Begin.Line, r.Begin.Col, r.End.Line, r.End.Col)
}

// A diagnostic is about the token at its location.
func TestRangeOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"a.b"() : () -> tensor<4xf33>`:   "1:26-1:29",
		`"a.b"(%undefined) : (i32) -> ()`: "1:7-1:17",
		`"a.b"() : () -> (i32`:            "1:20-1:21", // the last character, because no character follows
		`"a.b"() {x = "abc}  : () -> ()`:  "1:31-1:31",
		`"a.b"() : () ->
i32 $`: "2:5-2:6",
	} {
		_, ds, ok := parse(text)
		if ok {
			t.Errorf("%s: no error", text)
			continue
		}
		r, ok := parser.RangeOf(ds.List()[0])
		if got := show(r); !ok || r.File != "-" || got != want {
			t.Errorf("%s: %s at %s, want %s", text, ds.List()[0].Msg, got, want)
		}
	}
	c := newContext()
	if _, ok := parser.RangeOf(ir.Errorf(ir.Location{}, "nowhere")); ok {
		t.Error("an unknown location has a range")
	}
	r, ok := parser.RangeOf(ir.Errorf(ir.LocationOf(c.NameLoc("n", c.FileRangeLoc("f", 1, 2, 3, 4))), "here"))
	if got := show(r); !ok || got != "1:2-3:4" {
		t.Errorf("got %s, want that of the location attribute", got)
	}
}

// The range of an operation begins with its results and ends with its location.
func TestOpRanges(t *testing.T) {
	t.Parallel()
	var ranges parser.OpRanges
	m, ds, ok := parse("%0 = \"a.b\"() ({\n  \"c.d\"() : () -> ()\n}) : () -> i32 loc(\"x\")\n", parser.Ranges(&ranges))
	if !ok {
		t.Fatal(ds)
	}
	var got []string
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		if r, ok := ranges.Of(op); ok {
			got = append(got, op.Name()+" "+show(r))
		}
		return ir.Advance
	})
	if want := "[a.b 1:1-3:24 c.d 2:3-2:21]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// A wrong definition is not the fault of the input.
func TestFaultyDefinition(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(&ir.Dialect{Name: "toy", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{Kind: "toy.a", Assembly: "$x attr-dict"}}}
	}})
	var ds ir.Diagnostics
	_, err := parser.Parse(t.Context(), c, &ir.Source{Name: "-", Text: "toy.a %0"}, &ds)
	if _, ok := err.(*ir.Fault); !ok || len(ds.List()) > 0 {
		t.Errorf("got %v and\n%swant a fault and no diagnostic", err, ds.String())
	}
}
