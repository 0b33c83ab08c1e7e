package poplar

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// The grammar of the types of vertex fields. The prefix "!poplar." of an inner type is
// optional and is not printed. Sum and Choice are defined in the grammar of expressions;
// outside of templates they contain no parameters.
//
//	Type   = "!poplar."? (Edge | Vec | List | Array | Sum) .
//	Edge   = ("in" | "out" | "inout") "<" Type ">" .
//	Vec    = "vec" "<" Type ("," Sum)? Data ">" .
//	List   = "vec_list" "<" Type "," Sum Data ">" .
//	Data   = ("," "align" Sum)? ("," "interleaved" ("(" Choice ")")?)? .
//	Array  = "array" "<" Sum "x" Type ">" .

type typeText struct {
	Prefix string     `parser:"@Prefix?"`
	Edge   *edgeText  `parser:"(  @@"`
	Vec    *vecText   `parser:"| @@"`
	List   *listText  `parser:"| @@"`
	Array  *arrayText `parser:"| @@"`
	Elem   *sumText   `parser:"| @@ )"`
}

type edgeText struct {
	Dir string   `parser:"@('in' | 'out' | 'inout') '<'"`
	Of  typeText `parser:"@@ '>'"`
}

type vecText struct {
	Elem   typeText `parser:"'vec' '<' @@"`
	Layout *sumText `parser:"(',' (?! 'align' | 'interleaved') @@)?"`
	Data   dataText `parser:"@@ '>'"`
}

type listText struct {
	Elem   typeText `parser:"'vec_list' '<' @@"`
	Layout sumText  `parser:"',' @@"`
	Data   dataText `parser:"@@ '>'"`
}

type dataText struct {
	Align       *sumText    `parser:"(',' 'align' @@)?"`
	Interleaved bool        `parser:"(',' @'interleaved'"`
	If          *choiceText `parser:" ('(' @@ ')')? )?"`
}

type arrayText struct {
	Len  sumText  `parser:"'array' '<' @@ 'x'"`
	Elem typeText `parser:"@@ '>'"`
}

var typeGrammar = parser.NewGrammar(Codes, &grammar.Of[typeText]{
	What: "poplar type", Code: "type-parse", Start: "a type", Lookahead: 3, Lexer: expressionTokens,
	Words: map[string]string{"SumText": "a layout"}, Heads: []string{"in", "out", "inout", "vec", "vec_list", "array"},
})

// depends reports whether a type mentions a template parameter.
func (t *typeText) depends() bool { return strings.Contains(t.String(), "$") }

// String is the canonical spelling, without the prefix "!poplar.".
func (t *typeText) String() string {
	switch {
	case t.Edge != nil:
		return t.Edge.Dir + "<" + t.Edge.Of.String() + ">"
	case t.Vec != nil:
		s := "vec<" + t.Vec.Elem.String()
		if l := t.Vec.Layout; l != nil && l.String() != target.Span.String() {
			s += ", " + l.String()
		}
		return s + t.Vec.Data.String() + ">"
	case t.List != nil:
		return "vec_list<" + t.List.Elem.String() + ", " + t.List.Layout.String() + t.List.Data.String() + ">"
	case t.Array != nil:
		return "array<" + t.Array.Len.String() + " x " + t.Array.Elem.String() + ">"
	}
	return t.Elem.String()
}

func (t *dataText) String() (s string) {
	if t.Align != nil {
		s = ", align " + t.Align.String()
	}
	if t.Interleaved {
		s += ", interleaved"
	}
	if t.If != nil {
		s += "(" + t.If.String() + ")"
	}
	return s
}

// fieldType builds the type for given template arguments. The error codes are
// template-param, and the codes of expressions and of [vertex.FieldType].
func (t *typeText) fieldType(args scope) (f vertex.FieldType, err error) {
	switch {
	case t.Edge != nil:
		if f, err = t.Edge.Of.fieldType(args); err == nil {
			f, err = f.Edge(map[string]vertex.Direction{"in": vertex.In, "out": vertex.Out, "inout": vertex.InOut}[t.Edge.Dir])
		}
	case t.Vec != nil:
		if f, err = t.Vec.Elem.fieldType(args); err == nil {
			f, err = t.Vec.vector(f, args)
		}
	case t.List != nil:
		if f, err = t.List.Elem.fieldType(args); err == nil {
			f, err = t.List.list(f, args)
		}
	case t.Array != nil:
		if f, err = t.Array.Elem.fieldType(args); err == nil {
			var n int64
			if n, err = args.number(&t.Array.Len); err == nil {
				f, err = f.Array(int(max(0, n)))
			}
		}
	default:
		f, err = t.scalar(args)
	}
	return f, err
}

func (t *typeText) scalar(args scope) (vertex.FieldType, error) {
	if word := t.Elem.String(); ir.IsBareIdentifier(word) { // no parameter of that name is meant
		e, err := ByIRName(word)
		return vertex.Scalar(e), err
	}
	e, err := args.elem(t.Elem)
	return vertex.Scalar(e), err
}

func (t *vecText) vector(elem vertex.FieldType, args scope) (f vertex.FieldType, err error) {
	var p vertex.VectorParams
	if t.Layout != nil {
		var name string
		if name, err = args.layoutName(t.Layout); err != nil {
			return f, err
		}
		if p.Layout, err = target.ParseVectorLayout(name); err != nil {
			return f, err
		}
	}
	if p.MinAlign, p.Interleaved, err = t.Data.values(args); err != nil {
		return f, err
	}
	return elem.Vector(p)
}

func (t *listText) list(elem vertex.FieldType, args scope) (f vertex.FieldType, err error) {
	var p vertex.ListParams
	name, err := args.layoutName(&t.Layout)
	if err != nil {
		return f, err
	}
	if p.Layout, err = target.ParseListLayout(name); err != nil {
		return f, err
	}
	if p.MinAlign, p.Interleaved, err = t.Data.values(args); err != nil {
		return f, err
	}
	return elem.List(p)
}

// values returns the written alignment in bytes, or 0 if there is none, and whether the
// data is interleaved. [vertex.Resolve] checks for all alignments that they are powers of
// two.
func (t *dataText) values(args scope) (align int, interleaved bool, err error) {
	if t.Align != nil {
		n, err := args.number(t.Align)
		switch {
		case err != nil:
			return 0, false, err
		case n < 1:
			return 0, false, diag.Errorf("bad-align", "alignment %d is not a power of two", n)
		case n > math.MaxInt32:
			return 0, false, diag.Errorf("bad-align", "expected an alignment below 2^31, but got %d", n)
		}
		align = int(n)
	}
	interleaved = t.Interleaved
	if t.If != nil {
		interleaved, err = args.truth(t.If)
	}
	return align, interleaved, err
}

// signlessInt is accepted as a spelling of int, with a hint, because the code of a vertex
// uses it for both int and unsigned int.
const signlessInt = "i32"

// warnSignless hints at the sign of an int at pos.
func warnSignless(p ir.AsmParser, pos int) {
	p.WarnAt(pos, "'%s' is taken for '%s', a signed int; '%s' is an unsigned one", signlessInt, scalar.Int.IRName(), scalar.UInt.IRName()).
		Fix(p.LocAt(pos), signlessInt, scalar.Int.IRName())
}

// parseTypeText reads the text of a type at pos.
func parseTypeText(p ir.AsmParser, text string, pos int) *typeText {
	parsed := typeGrammar.ParseAt(p, text, pos)
	if parsed != nil {
		at := 0
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			at += strings.Index(text[at:], word)
			if word == signlessInt {
				warnSignless(p, pos+at)
			}
			at += len(word)
		}
	}
	return parsed
}

// ByIRName finds an element type by its spelling in the IR.
func ByIRName(name string) (scalar.Type, error) {
	if name == signlessInt {
		return scalar.Int, nil
	}
	for _, e := range scalar.Types() {
		if e.IRName() == name {
			return e, nil
		}
	}
	return 0, unknownElem(name)
}

// unknownElem lists the existing elements. The error code is elem-unknown.
func unknownElem(name string) *diag.Error {
	known := make([]string, 0, scalar.Count)
	for _, e := range scalar.Types() {
		known = append(known, e.IRName())
	}
	meant, signless := diag.DidYouMean(name, known), slices.Contains(known, "s"+name) && slices.Contains(known, "u"+name)
	if e, err := scalar.Parse(name); err == nil {
		meant = diag.Suggestion{Given: name, Meant: e.IRName()} // a name of C++
	} else if signless {
		meant = diag.Suggestion{Given: name, Meant: "s" + name}
	}
	err := diag.Errorf("elem-unknown", "unknown element type '%s'%s", name, meant).
		Note("element types: %s", strings.Join(known, ", "))
	if signless {
		err.Note("integers of a field have a sign or none: 's%s' or 'u%s'; code in poplar.compute sees '%s'", name, name, name)
	}
	return err
}
