package poplar

import (
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/grammar"
	"optc/parser"
)

// The grammar of the types of vertex fields. The prefix "!poplar." of an inner
// type may be written and is not printed.
//
//	Type   = "!poplar."? (Edge | Vec | List | Array | Scalar) .
//	Edge   = ("in" | "out" | "inout") "<" Type ">" .
//	Vec    = "vec" "<" Type ("," Layout)? ("," "align" Number)? ("," "interleaved")? ">" .
//	List   = "vec_list" "<" Type "," Layout ("," "align" Number)? ("," "interleaved")? ">" .
//	Array  = "array" "<" Number "x" Type ">" .
//	Scalar = Word | "$" Name .

type typeText struct {
	Prefix string     `parser:"@Prefix?"`
	Edge   *edgeText  `parser:"(  @@"`
	Vec    *vecText   `parser:"| @@"`
	List   *listText  `parser:"| @@"`
	Array  *arrayText `parser:"| @@"`
	Scalar string     `parser:"| @(Word | Parameter) )"`
}

type edgeText struct {
	Dir string   `parser:"@('in' | 'out' | 'inout') '<'"`
	Of  typeText `parser:"@@ '>'"`
}

type vecText struct {
	Elem    typeText `parser:"'vec' '<' @@"`
	Options vecTail  `parser:"@@ '>'"`
}

type listText struct {
	Elem    typeText `parser:"'vec_list' '<' @@"`
	Layout  string   `parser:"',' @Layout"`
	Options listTail `parser:"@@ '>'"`
}

type vecTail struct {
	Layout string   `parser:"(',' @Layout)?"`
	Data   listTail `parser:"@@"`
}

type listTail struct {
	Align       string `parser:"(',' 'align' @Number)?"`
	Interleaved bool   `parser:"(',' @'interleaved')?"`
}

type arrayText struct {
	Len  string   `parser:"'array' '<' @Number 'x'"`
	Elem typeText `parser:"@@ '>'"`
}

var typeGrammar = parser.NewGrammar(Codes, &grammar.Of[typeText]{
	What: "poplar type", Code: "type-parse", Start: "a type", Lookahead: 2,
	Lexer: grammar.Rules("Prefix", `!poplar\.`, "Word", `[a-z][a-z_0-9]*`, "Layout", `[A-Z][A-Z_0-9]*`,
		"Parameter", `\$[A-Za-z_][A-Za-z_0-9]*`, "Number", `[0-9]+`),
})

// fieldType builds the type; param is the template parameter that stands for
// the element type, or "".
func (t *typeText) fieldType() (f vertex.FieldType, param string, err error) {
	switch {
	case t.Edge != nil:
		if f, param, err = t.Edge.Of.fieldType(); err == nil {
			f, err = f.Edge(map[string]vertex.Direction{"in": vertex.In, "out": vertex.Out, "inout": vertex.InOut}[t.Edge.Dir])
		}
	case t.Vec != nil:
		if f, param, err = t.Vec.Elem.fieldType(); err == nil {
			f, err = t.Vec.Options.vector(f)
		}
	case t.List != nil:
		if f, param, err = t.List.Elem.fieldType(); err == nil {
			f, err = t.List.list(f)
		}
	case t.Array != nil:
		if f, param, err = t.Array.Elem.fieldType(); err == nil {
			var n int
			if n, err = vertex.Number(t.Array.Len); err == nil {
				f, err = f.Array(n)
			}
		}
	case strings.HasPrefix(t.Scalar, "$"):
		return vertex.Scalar(0), t.Scalar[1:], nil
	default:
		var e scalar.Type
		if e, err = ByIRName(t.Scalar); err == nil {
			f = vertex.Scalar(e)
		}
	}
	return f, param, err
}

func (o *vecTail) vector(elem vertex.FieldType) (vertex.FieldType, error) {
	p := vertex.VectorParams{Interleaved: o.Data.Interleaved}
	var err error
	if o.Layout != "" {
		if p.Layout, err = target.ParseVectorLayout(o.Layout); err != nil {
			return vertex.FieldType{}, err
		}
	}
	if p.MinAlign, err = o.Data.align(); err != nil {
		return vertex.FieldType{}, err
	}
	return elem.Vector(p)
}

func (t *listText) list(elem vertex.FieldType) (vertex.FieldType, error) {
	l, err := target.ParseListLayout(t.Layout)
	if err != nil {
		return vertex.FieldType{}, err
	}
	align, err := t.Options.align()
	if err != nil {
		return vertex.FieldType{}, err
	}
	return elem.List(vertex.ListParams{Layout: l, MinAlign: align, Interleaved: t.Options.Interleaved})
}

// align returns the written alignment, 0 for none. Whether it is a power of two
// is checked where all alignments are, in [vertex.Resolve].
func (o *listTail) align() (int, error) {
	if o.Align == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(o.Align, 10, 31)
	if err != nil || n == 0 {
		return 0, diag.Errorf("bad-align", "alignment %s is not a power of two", o.Align)
	}
	return int(n), nil
}

// ByIRName finds an element type by its spelling in the IR alone.
func ByIRName(name string) (scalar.Type, error) {
	known := make([]string, 0, scalar.Count)
	for _, e := range scalar.Types() {
		if e.IRName() == name {
			return e, nil
		}
		known = append(known, e.IRName())
	}
	err := diag.Errorf("elem-unknown", "unknown element type '%s'%s", name, diag.DidYouMean(name, known)).
		Note("element types: %s", strings.Join(known, ", "))
	if slices.Contains(known, "s"+name) && slices.Contains(known, "u"+name) {
		err.Note("integers of a field have a sign or none: 's%s' or 'u%s'; code in poplar.compute sees '%s'", name, name, name)
	}
	return 0, err
}
