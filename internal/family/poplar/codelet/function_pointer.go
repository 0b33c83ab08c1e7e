package codelet

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"optc/dialect/poplar/scalar"
	"optc/internal/family/poplar/structured"
)

// A pointer to a function is a number: 0 for null, otherwise the position of the function in the
// list of all functions whose address the code takes. A call through a pointer compares the number
// with each function that a pointer of that type may point to.

// pointerWord begins the word that stands for a type of pointers to functions in tokens. The name
// of the type follows; characters other than letters and digits are written as _XX.
const pointerWord = "__code_"

func isFunctionPointer(word string) bool { return strings.HasPrefix(word, pointerWord) }

// encodePointer returns the word for a type of pointers to functions.
func encodePointer(name string) string {
	var b strings.Builder
	b.WriteString(pointerWord)
	for _, c := range []byte(name) {
		if isLetter(c) && c != '_' || isDigit(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	return b.String()
}

// decodePointer returns the name of the type that a word encodes.
func decodePointer(word string) string {
	var b []byte
	for rest := strings.TrimPrefix(word, pointerWord); rest != ""; {
		n := 1
		if c := rest[0]; c != '_' {
			b = append(b, c)
		} else if x, err := hex.DecodeString(rest[1:min(3, len(rest))]); err == nil && len(rest) > 2 {
			b, n = append(b, x...), 3
		}
		rest = rest[n:]
	}
	return string(b)
}

func functionPointer(name string) *typ { return &typ{name: name, elem: scalar.UInt, code: true} }

// pointees are the functions whose addresses a body takes.
type pointees struct {
	list []*functions
	// of holds the numbers of the functions that pointers of a type may point to, and called how many
	// of them there were at the first call through such a pointer.
	of     map[string][]int64
	called map[string]int
	// late reports that a function was added after a call had been translated.
	late bool
}

// renewed returns the same functions for a second translation of the body.
func (p *pointees) renewed() *pointees {
	list := slices.Clone(p.list)
	for k, f := range list {
		if f.lambda != nil { // its scope belongs to the previous translation
			list[k] = &functions{name: f.name, lambda: &lambda{text: f.lambda.text}}
		}
	}
	return &pointees{list: list, of: p.of, called: map[string]int{}}
}

// add notes that pointers of a type may point to a function.
func (p *pointees) add(name string, number int64) {
	if slices.Contains(p.of[name], number) {
		return
	}
	p.of[name] = append(p.of[name], number)
	if n, called := p.called[name]; called && n < len(p.of[name]) {
		p.late = true
	}
}

// toFunctionPointer converts a function, null or another pointer to a function.
func (t *translator) toFunctionPointer(o *operand, to *typ) *operand {
	switch {
	case o.fn != nil:
		if o.fn.this != nil || o.fn.bound != nil {
			t.failHere("cannot translate a pointer to the member '%s'", o.fn.name)
		}
		if l := o.fn.lambda; l != nil && len(l.text.captures) > 0 {
			t.failHere("cannot translate a pointer to a lambda expression that captures variables")
		}
		return &operand{typ: to, number: &constantNumber{n: t.numberOf(o.fn, to)}}
	case o.typ != nil && o.typ.code:
		for _, k := range slices.Clone(t.pointees.of[o.typ.name]) {
			t.pointees.add(to.name, k)
		}
		same := *t.settled(o)
		same.typ = to
		return &same
	case o.isPointer() && t.pointerOf(o).isNull(), o.number != nil && o.number.n == 0 && o.typ.isInteger():
		return &operand{typ: to, number: &constantNumber{}}
	}
	t.failHere("cannot convert '%s' to '%s'", t.describe(o), to.name)
	return nil
}

// numberOf returns the number of a function for pointers of type to.
func (t *translator) numberOf(f *functions, to *typ) int64 {
	same := func(o *functions) bool {
		if f.lambda != nil || o.lambda != nil {
			return f.lambda != nil && o.lambda != nil && len(f.lambda.text.body) > 0 && len(o.lambda.text.body) > 0 && &f.lambda.text.body[0] == &o.lambda.text.body[0]
		}
		return f.name == o.name && f.library == o.library && slices.Equal(f.list, o.list) && slices.EqualFunc(f.args, o.args, func(a, b value) bool { return a.String() == b.String() })
	}
	k := slices.IndexFunc(t.pointees.list, same)
	if k >= 0 {
		t.pointees.list[k] = f
	} else {
		k = len(t.pointees.list)
		t.pointees.list = append(t.pointees.list, f)
	}
	t.pointees.add(to.name, int64(k)+1)
	return int64(k) + 1
}

// callPointer calls the function that a pointer points to.
func (t *translator) callPointer(o *operand, args []*operand) *operand {
	if o.number != nil {
		if o.number.n == 0 {
			t.failHere("cannot translate a call of a null pointer")
		}
		return t.callOperand(&operand{fn: t.pointees.list[o.number.n-1]}, args)
	}
	of := t.pointees.of[o.typ.name]
	t.pointees.called[o.typ.name] = len(of)
	if len(of) == 0 {
		t.failHere("cannot translate a call of a pointer that points to no function")
	}
	number := t.val(o)
	at, loc := t.at, t.b.Loc
	var result *operand
	var list *[]structured.Statement
	var whole []structured.Statement
	list = &whole
	t.frame.depth++
	for _, k := range of {
		st := &structured.If{Loc: loc}
		t.into(list, func() {
			t.at, t.b.Loc = at, loc
			st.Cond = t.b.Compare(structured.Equal, true, number, t.b.Int(number.Type, k))
			t.b.Add(st)
		})
		t.into(&st.Then, func() {
			f := t.pointees.list[k-1]
			if f.lambda != nil && f.lambda.scope == nil {
				t.failHere("cannot translate a call before the lambda expression to which the pointer may point")
			}
			r := t.callOperand(&operand{fn: f}, args)
			if r.typ == nil || r.typ.isVoid() {
				return
			}
			if result == nil {
				result = t.variable("", r.typ)
			}
			t.assign(result, r)
		})
		list = &st.Else
	}
	t.frame.depth--
	t.splice(whole)
	t.at, t.b.Loc = at, loc
	if result == nil {
		return &operand{typ: voidType}
	}
	return t.settled(result)
}

// typeOfFunction returns the type of a pointer to a function.
func (t *translator) typeOfFunction(f *functions) *typ {
	if len(f.list) != 1 {
		t.failHere("cannot translate a pointer to '%s', of which there are %d functions", f.name, len(f.list))
	}
	r := f.list[0]
	return functionPointer(pointerName(resultType(r), r.args))
}

// pointerName is the name of the type of pointers to functions with a result and parameters.
func pointerName(result, params []token) string {
	var b strings.Builder
	b.WriteString(spellTokens(result))
	b.WriteString("(*)(")
	for k, item := range splitList(params) {
		if at := slices.IndexFunc(item, func(x token) bool { return x.is("=") }); at >= 0 {
			item = item[:at]
		}
		if n := len(item); n > 1 && item[n-1].kind == identifier && !item[n-1].is(basicWords...) && !item[n-2].is("const", "::", "struct", "volatile") {
			item = item[:n-1]
		}
		if k > 0 {
			b.WriteString(", ")
		}
		b.WriteString(spellTokens(item))
	}
	b.WriteString(")")
	return b.String()
}

// namePointers replaces the types of pointers to functions, which surround the names that
// they declare, by names of types before the names:
//
//	float (*f[2])(float x) = {…}     becomes     float(*)(float) f[2] = {…}
func namePointers(tokens []token) []token {
	if !slices.ContainsFunc(tokens, func(x token) bool { return x.is("(") }) {
		return tokens
	}
	var types map[string]bool
	var out []token
	from := 0
	for i := 0; i < len(tokens); i++ {
		if tokens[i].is("template") && hasToken(tokens, i+1, "<") {
			i = angleEnd(tokens, i+1)
			continue
		}
		if !tokens[i].is("(") || !hasToken(tokens, i+1, "*", "&") {
			continue
		}
		end := closing(tokens, i)
		if !hasToken(tokens, end+1, "(") {
			continue
		}
		inside := tokens[i+2 : end]
		if len(inside) > 0 && inside[0].is("const") {
			inside = inside[1:]
		}
		if len(inside) > 0 && (inside[0].kind != identifier || len(inside) > 1 && (!inside[1].is("[") || !inside[len(inside)-1].is("]"))) {
			continue
		}
		if types == nil {
			types = typesIn(tokens)
		}
		last := closing(tokens, end+1)
		start := typeStart(tokens, from, i, types)
		if start == i || last >= len(tokens) || !areParameters(tokens[end+2:last], types) {
			continue
		}
		name := tokens[start]
		name.kind, name.text = identifier, encodePointer(pointerName(tokens[start:i], tokens[end+2:last]))
		if out == nil {
			out = make([]token, 0, len(tokens))
		}
		out = append(append(append(out, tokens[from:start]...), name), inside...)
		from = last + 1
		i = last
	}
	if from == 0 {
		return tokens
	}
	return append(out, tokens[from:]...)
}

// typesIn returns the names that tokens declare as types.
func typesIn(tokens []token) map[string]bool {
	names := map[string]bool{}
	for i := range tokens {
		switch {
		case tokens[i].is("typedef"):
			if end := statementEnd(tokens, i); end-1 > i {
				names[tokens[end-1].text] = true
			}
		case tokens[i].is("using", "class", "struct", "union", "enum", "typename") && i+1 < len(tokens) && tokens[i+1].kind == identifier:
			names[tokens[i+1].text] = true
		}
	}
	return names
}

func isTypeWord(x *token, types map[string]bool) bool {
	return x.is(basicWords...) || types[x.text] || hardwareTypes[x.text] != nil || x.kind == identifier && strings.HasSuffix(x.text, "_t")
}

// typeStart returns the index at which the type before tokens[end] starts, or end.
func typeStart(tokens []token, least, end int, types map[string]bool) int {
	start, named := end, false
	for k := end - 1; k >= least; k-- {
		x := &tokens[k]
		switch {
		case x.is("*", "&", "const", "volatile", "struct"):
		case isTypeWord(x, types) && (!named || x.is(basicWords...) && tokens[k+1].is(basicWords...)):
			for named = true; hasToken(tokens, k-1, "::"); k-- {
				if k-2 >= least && tokens[k-2].kind == identifier {
					k--
				}
			}
		default:
			k = least
			continue
		}
		start = k
	}
	if !named || tokens[start].is("*", "&") {
		return end
	}
	return start
}

// areParameters reports whether tokens are the parameters of a function, and no arguments.
func areParameters(tokens []token, types map[string]bool) bool {
	return !slices.ContainsFunc(splitList(tokens), func(item []token) bool {
		first := 0
		for hasToken(item, first, "const", "volatile", "struct", "::") || hasToken(item, first+1, "::") {
			first++
		}
		return first >= len(item) || !isTypeWord(&item[first], types)
	})
}
