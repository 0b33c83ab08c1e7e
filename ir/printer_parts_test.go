package ir

import (
	"strings"
	"testing"
)

// partsCase is an operation with all kinds of parts that a format can name.
type partsCase struct {
	assembly                               string
	operands, results, regions, successors int
	want                                   string
}

// TestFormatParts: groups of operands, results, regions and successors, and the text that
// is printed if they are present.
func TestFormatParts(t *testing.T) {
	t.Parallel()
	for _, tc := range []partsCase{
		{assembly: "operands attr-dict `:` type(operands)", operands: 2, results: 0, regions: 1, successors: 0,
			want: "test.x %arg0, %arg0 : i32, i32"},
		{assembly: "regions attr-dict", operands: 0, results: 0, regions: 1, successors: 0, want: "test.x {\n}"},
		{assembly: "regions attr-dict", operands: 0, results: 0, regions: 3, successors: 0, want: "test.x {\n}, {\n}, {\n}"},
		{assembly: "$body attr-dict `more` $more", operands: 0, results: 0, regions: 3, successors: 0,
			want: "test.x {\n} more {\n}, {\n}"},
		{assembly: "successors attr-dict", operands: 0, results: 0, regions: 1, successors: 2, want: "test.x ^bb1, ^bb1"},
		{assembly: "$next attr-dict `or` $others", operands: 0, results: 0, regions: 1, successors: 3,
			want: "test.x ^bb1 or ^bb1, ^bb1"},
		{assembly: "attr-dict (`to` $others^)? $body", operands: 0, results: 0, regions: 1, successors: 1,
			want: "test.x {\n}"},
		{assembly: "attr-dict (`to` $others^)? $body", operands: 0, results: 0, regions: 1, successors: 2,
			want: "test.x to ^bb1 {\n}"},
		{assembly: "attr-dict (`next` $next^)? $body", operands: 0, results: 0, regions: 1, successors: 1,
			want: "test.x next ^bb1 {\n}"},
		{assembly: "attr-dict (`and` $more^)? regions", operands: 0, results: 0, regions: 1, successors: 0,
			want: "test.x {\n}"},
		{assembly: "attr-dict (`and` $more^)?", operands: 0, results: 0, regions: 2, successors: 0, want: "test.x and {\n}"},
		{assembly: "attr-dict (`of` operands^ `:` type(operands))?", operands: 0, results: 0, regions: 1, successors: 0,
			want: "test.x"},
		{assembly: "attr-dict (`of` operands^ `:` type(operands))?", operands: 1, results: 0, regions: 1, successors: 0,
			want: "test.x of %arg0 : i32"},
		{assembly: "attr-dict (`gives` type(results)^)?", operands: 0, results: 0, regions: 1, successors: 0, want: "test.x"},
		{assembly: "attr-dict (`gives` type(results)^)?", operands: 0, results: 2, regions: 1, successors: 0,
			want: "test.x gives i64, i64"},
		{assembly: "attr-dict `:` functional-type(operands, results)", operands: 1, results: 1, regions: 1, successors: 0,
			want: "test.x : (i32) -> i64"},
		{assembly: "attr-dict `:` functional-type(operands, results)", operands: 0, results: 2, regions: 1, successors: 0,
			want: "test.x : () -> (i64, i64)"},
		{assembly: "attr-dict (`:` functional-type($in, $out)^)?", operands: 0, results: 0, regions: 1, successors: 0,
			want: "test.x"},
		{assembly: "attr-dict (`:` functional-type($in, $out)^)?", operands: 1, results: 0, regions: 1, successors: 0,
			want: "test.x : (i32) -> ()"},
	} {
		t.Run(tc.assembly, func(t *testing.T) {
			t.Parallel()
			if got := printedParts(t, tc); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func printedParts(t *testing.T, tc partsCase) string {
	def := &OpDef{
		Kind:     "test.x",
		Operands: []ValueDef{{Name: "in", Type: AnyType, Kind: Variadic}},
		Results:  []ValueDef{{Name: "out", Type: AnyType, Kind: Variadic}},
		Regions:  []RegionDef{{Name: "body"}, {Name: "more", Variadic: true}},
		Traits:   NoTerminator,
		Assembly: tc.assembly,
	}
	if tc.successors > 0 || strings.Contains(tc.assembly, "next") {
		def.Successors = []SuccessorDef{{Name: "next"}, {Name: "others", Variadic: true}}
		def.Traits |= Terminator
	}
	if _, err := def.Format(); err != nil {
		t.Fatal(err)
	}
	c := NewContext(&Dialect{Name: "test", Define: func() Definitions { return Definitions{Ops: []*OpDef{def}} }})
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	body := b.NewBlock(m.Region(0), []Type{c.I32()}, Location{})
	other := NewBlock(nil, nil)
	m.Region(0).Append(other)
	st := &OpState{Def: c.OpDef("test.x"), NumRegions: tc.regions}
	for range tc.operands {
		st.Operands = append(st.Operands, body.Arg(0))
	}
	for range tc.results {
		st.ResultTypes = append(st.ResultTypes, c.I64())
	}
	for range tc.successors {
		st.Successors = append(st.Successors, other)
	}
	op := b.AtEnd(body).Create(st)
	for r := range op.Regions() {
		b.NewBlock(r, nil, Location{})
	}
	text := op.String()
	if _, after, ok := strings.Cut(text, " = "); ok {
		text = after
	}
	return text
}

// TestDeepIndentation: deeply nested lines are indented by two spaces per level.
func TestDeepIndentation(t *testing.T) {
	t.Parallel()
	c := NewContext()
	b := NewBuilder(c)
	const levels = 100
	m := b.Op(ModuleOp{}, nil, nil)
	for inner := m; ; {
		block := b.NewBlock(inner.Region(0), nil, Location{})
		if block.ParentOp() != m && depth(block.ParentOp()) == levels {
			break
		}
		inner = b.AtEnd(block).Op(ModuleOp{}, nil, nil)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(Print(m, PrintOptions{})), "\n"), "\n") {
		level := min(i, 2*levels+1-i)
		if want := strings.Repeat("  ", level); !strings.HasPrefix(line, want) || strings.HasPrefix(line, want+" ") {
			t.Fatalf("line %d begins with %d spaces, want %d", i, len(line)-len(strings.TrimLeft(line, " ")), len(want))
		}
	}
}

func depth(op *Operation) (n int) {
	for ; op.Parent() != nil; op = op.Parent() {
		n++
	}
	return n
}
