package vertex

import (
	"strconv"

	"optc/diag"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/grammar"
)

// The grammar of field types is the grammar of template arguments, followed by the length
// of an array.
//
//	Type = Arg ("[" Integer "]")? .
type cppType struct {
	Arg cpp.Arg `parser:"@@"`
	Len *string `parser:"('[' @Integer ']')?"`
}

var typeGrammar = grammar.Of[cppType]{
	What: "field type", Code: "type-parse", Start: "a type", Words: cpp.Words, Lexer: cpp.Tokens,
	MaxBytes: cpp.MaxBytes, Levels: "template argument lists",
}

// ParseFieldType reads the type of a vertex field as C++ spells it:
//
//	Input<Vector<half, VectorLayout::ONE_PTR, 8>>
//	Vector<InOut<Vector<float, SHORT_SPAN, 8, true>>, ONE_PTR>
//	Input<VectorList<unsigned short, COMPACT_DELTAN>>
//	const unsigned short     bool     enum ns::Mode     short[4]
//
// Qualifiers such as poplar::VectorLayout:: may be omitted; template defaults apply. The
// error codes are type-parse, elem-unknown, layout-unknown, bad-align, nest-depth,
// field-type, each with a suggestion where a name is close.
func ParseFieldType(spelling string) (FieldType, error) {
	parsed, err := typeGrammar.Parse(spelling)
	if err != nil {
		return FieldType{}, err
	}
	f, err := fieldTypeOf(&parsed.Arg)
	if err != nil {
		return FieldType{}, err
	}
	if parsed.Len != nil {
		n, err := Number(*parsed.Len)
		if err != nil {
			return FieldType{}, err
		}
		if f, err = f.Array(n); err != nil {
			return FieldType{}, err
		}
	}
	if !f.IsField() {
		return FieldType{}, diag.Errorf("field-type", "expected Input, Output or InOut of %s", f)
	}
	return f, nil
}

// fieldTypeOf interprets an argument as a type.
func fieldTypeOf(a *cpp.Arg) (FieldType, error) {
	if a.Number != "" || len(a.Refs) > 0 {
		return FieldType{}, diag.Errorf("field-type", "expected a type, found '%s'", a.Spelling())
	}
	names := a.WithoutConst()
	words := make([]string, len(names))
	for i := range names {
		words[i] = names[i].Word()
	}
	switch {
	case len(words) == 2 && words[0] == "enum":
		return Scalar(scalar.Int), nil // the underlying type of an enumeration without a fixed one
	case len(names) != 1:
		if long, ok := scalar.LongForm(words); ok {
			e, err := scalar.Parse(long)
			return Scalar(e), err
		}
		return FieldType{}, diag.Errorf("type-parse", "expected one type, found '%s'", a.Spelling())
	}
	last := names[0].Parts[len(names[0].Parts)-1]
	if last.Args == nil {
		e, err := parseCppElem(last.Ident)
		return Scalar(e), err
	}
	return templateType(last.Ident, last.Args.Args)
}

// parseCppElem finds an element type by a C++ name of a single word.
func parseCppElem(word string) (scalar.Type, error) {
	e, err := scalar.Parse(word)
	if err == nil && word != e.String() && word != "unsigned" && word != "signed" {
		return 0, diag.Errorf("elem-unknown", "unknown element type '%s'; did you mean '%s'?", word, e)
	}
	return e, err
}

// templateType interprets Input, Output, InOut, Vector and VectorList.
func templateType(name string, args []cpp.Arg) (FieldType, error) {
	if len(args) == 0 {
		return FieldType{}, diag.Errorf("type-parse", "%s needs a type argument", name)
	}
	switch name {
	case "Input", "Output", "InOut":
		if len(args) != 1 {
			return FieldType{}, tooMany(name, 1, len(args))
		}
		inner, err := fieldTypeOf(&args[0])
		if err != nil {
			return FieldType{}, err
		}
		return inner.Edge(map[string]Direction{"Input": In, "Output": Out, "InOut": InOut}[name])
	case "Vector", "VectorList":
	default:
		return FieldType{}, diag.Errorf("type-parse", "unknown field template '%s'%s", name,
			diag.DidYouMean(name, []string{"Input", "Output", "InOut", "Vector", "VectorList"}))
	}
	if len(args) > 4 {
		return FieldType{}, tooMany(name, 4, len(args))
	}
	inner, err := fieldTypeOf(&args[0])
	if err != nil {
		return FieldType{}, err
	}
	layout, align, interleaved, err := vectorArgs(args[1:])
	if err != nil {
		return FieldType{}, err
	}
	if name == "Vector" {
		p := VectorParams{Layout: target.Span, MinAlign: align, Interleaved: interleaved}
		if layout != "" {
			if p.Layout, err = target.ParseVectorLayout(layout); err != nil {
				return FieldType{}, err
			}
		}
		return inner.Vector(p)
	}
	if layout == "" {
		return FieldType{}, diag.Errorf("type-parse", "VectorList needs a layout argument")
	}
	l, err := target.ParseListLayout(layout)
	if err != nil {
		return FieldType{}, err
	}
	return inner.List(ListParams{Layout: l, MinAlign: align, Interleaved: interleaved})
}

// vectorArgs reads the template arguments after the element type: layout, ""
// if absent; alignment, 0 if absent; interleaved.
func vectorArgs(args []cpp.Arg) (layout string, align int, interleaved bool, err error) {
	if len(args) > 0 {
		if len(args[0].Names) != 1 || len(args[0].Refs) > 0 {
			return layout, align, interleaved, diag.Errorf("type-parse", "expected a layout, found '%s'", args[0].Spelling())
		}
		parts := args[0].Names[0].Parts
		layout = parts[len(parts)-1].Ident
	}
	if len(args) > 1 {
		if args[1].Number == "" {
			return layout, align, interleaved, diag.Errorf("type-parse", "expected an alignment, found '%s'", args[1].Spelling())
		}
		if align, err = Number(args[1].Number); err != nil {
			return layout, align, interleaved, err
		}
		if align == 0 { // the default would be used
			return layout, align, interleaved, badAlign(align)
		}
	}
	if len(args) > 2 {
		switch word := args[2].Spelling(); word {
		case "true", "false":
			interleaved = word == "true"
		default:
			return layout, align, interleaved, diag.Errorf("type-parse", "expected true or false, found '%s'", word)
		}
	}
	return layout, align, interleaved, nil
}

func tooMany(name string, want, got int) error {
	return diag.Errorf("type-parse", "%s takes at most %d template arguments, but got %d", name, want, got)
}

// Number reads an integer literal that must fit in 31 bits.
func Number(literal string) (int, error) {
	s, err := cpp.Decimal(literal)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0, diag.Errorf("type-parse", "expected a number below 2^31, found '%s'", literal)
	}
	return int(n), nil
}
