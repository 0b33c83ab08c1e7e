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
		{"operands attr-dict `:` type(operands)", 2, 0, 1, 0, "test.x %arg0, %arg0 : i32, i32"},
		{"regions attr-dict", 0, 0, 1, 0, "test.x {\n}"},
		{"regions attr-dict", 0, 0, 3, 0, "test.x {\n}, {\n}, {\n}"},
		{"$body attr-dict `more` $more", 0, 0, 3, 0, "test.x {\n} more {\n}, {\n}"},
		{"successors attr-dict", 0, 0, 1, 2, "test.x ^bb1, ^bb1"},
		{"$next attr-dict `or` $others", 0, 0, 1, 3, "test.x ^bb1 or ^bb1, ^bb1"},
		{"attr-dict (`to` $others^)? $body", 0, 0, 1, 1, "test.x {\n}"},
		{"attr-dict (`to` $others^)? $body", 0, 0, 1, 2, "test.x to ^bb1 {\n}"},
		{"attr-dict (`next` $next^)? $body", 0, 0, 1, 1, "test.x next ^bb1 {\n}"},
		{"attr-dict (`and` $more^)? regions", 0, 0, 1, 0, "test.x {\n}"},
		{"attr-dict (`and` $more^)?", 0, 0, 2, 0, "test.x and {\n}"},
		{"attr-dict (`of` operands^ `:` type(operands))?", 0, 0, 1, 0, "test.x"},
		{"attr-dict (`of` operands^ `:` type(operands))?", 1, 0, 1, 0, "test.x of %arg0 : i32"},
		{"attr-dict (`gives` type(results)^)?", 0, 0, 1, 0, "test.x"},
		{"attr-dict (`gives` type(results)^)?", 0, 2, 1, 0, "test.x gives i64, i64"},
		{"attr-dict `:` functional-type(operands, results)", 1, 1, 1, 0, "test.x : (i32) -> i64"},
		{"attr-dict `:` functional-type(operands, results)", 0, 2, 1, 0, "test.x : () -> (i64, i64)"},
		{"attr-dict (`:` functional-type($in, $out)^)?", 0, 0, 1, 0, "test.x"},
		{"attr-dict (`:` functional-type($in, $out)^)?", 1, 0, 1, 0, "test.x : (i32) -> ()"},
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
