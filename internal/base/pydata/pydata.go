// Package pydata reads the settings that a Python file makes, without Python. Of the language it
// knows assignments, calls of functions and methods that the reader provides, if, and expressions
// on strings, numbers and containers. Every other statement, for example a loop, is skipped and
// noted, and values that depend on it are unknown. A text can only call functions that the caller
// provides, and evaluation takes time linear in the text.
package pydata

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Value is nil (None), a string, bool, int, *List, *Dict, *Object, Func, or Unknown.
type Value any

// Unknown is the value of an expression that cannot be evaluated.
type Unknown struct {
	Why string // e.g. "'config.obj_root' is not set"
}

// List is a list, a tuple or a set, in the order in which members were added.
type List struct {
	Items []Value
	Set   bool // a member is there once
}

// Dict is a dictionary with strings as keys.
type Dict struct{ Items map[string]Value }

// Object has attributes, as a module and a configuration have.
type Object struct {
	Name  string
	Attrs map[string]Value
}

// Func is a function. An error makes the value of the call unknown.
type Func func(args []Value, named map[string]Value) (Value, error)

// Note is a statement that was skipped.
type Note struct {
	Line int
	Text string // first line of the statement
	Why  string
}

// Strings returns a list of strings.
func Strings(items ...string) *List {
	l := &List{}
	for _, s := range items {
		l.Items = append(l.Items, s)
	}
	return l
}

// Texts returns the members that are strings.
func (l *List) Texts() (texts []string) {
	for _, v := range l.Items {
		if s, ok := v.(string); ok {
			texts = append(texts, s)
		}
	}
	return texts
}

// Clone returns a copy of a value. Containers and objects below it are copied too, once each.
func Clone(v Value) Value { return cloner{}.clone(v) }

type cloner map[any]Value

func (c cloner) clone(v Value) Value {
	switch v.(type) {
	case *List, *Dict, *Object:
		if copied, ok := c[v]; ok {
			return copied
		}
	}
	switch v := v.(type) {
	case *List:
		l := &List{Set: v.Set}
		c[v] = l
		for _, item := range v.Items {
			l.Items = append(l.Items, c.clone(item))
		}
		return l
	case *Dict:
		d := &Dict{Items: make(map[string]Value, len(v.Items))}
		c[v] = d
		for k, item := range v.Items {
			d.Items[k] = c.clone(item)
		}
		return d
	case *Object:
		o := &Object{Name: v.Name, Attrs: make(map[string]Value, len(v.Attrs))}
		c[v] = o
		for k, item := range v.Attrs {
			o.Attrs[k] = c.clone(item)
		}
		return o
	}
	return v
}

// Run executes the statements of a text. Names are the variables, which it changes. Concerns
// reports whether a statement with this text is worth a note if it is skipped; nil means
// every one.
func Run(text string, names map[string]Value, concerns func(statement string) bool) (skipped []Note) {
	r := &runner{names: names, concerns: concerns}
	r.lines = logicalLines(text)
	r.block(0, true)
	return r.skipped
}

type runner struct {
	lines    []line
	names    map[string]Value
	concerns func(string) bool
	skipped  []Note
}

func (r *runner) skip(l line, why string) {
	if r.concerns == nil || r.concerns(l.text) {
		first, _, _ := strings.Cut(l.text, "\n")
		r.skipped = append(r.skipped, Note{l.number, first, why})
	}
}

// block executes the lines that are indented by at least indent columns. If live is not set,
// it only passes them.
func (r *runner) block(indent int, live bool) {
	for len(r.lines) > 0 && r.lines[0].indent >= indent {
		l := r.lines[0]
		r.lines = r.lines[1:]
		word := firstWord(l.text)
		switch {
		case word == "if" && opensBlock(l.text):
			r.branches(l, live)
		case opensBlock(l.text):
			if live && word != "def" && word != "class" {
				r.skipWithBody(l)
			}
			r.body(l.indent, false)
		case !live, word == "import", word == "from", word == "pass", word == "return":
		default:
			r.statement(l)
		}
	}
}

// body passes or executes the lines below a line that ends with a colon.
func (r *runner) body(indent int, live bool) { r.block(indent+1, live) }

// skipWithBody notes a statement with a body that is not executed, if the caller is concerned
// with it or with a line of its body.
func (r *runner) skipWithBody(l line) {
	text := l.text
	for _, b := range r.lines {
		if b.indent <= l.indent {
			break
		}
		text += "\n" + b.text
	}
	r.skip(line{l.number, l.indent, text}, "a statement of this kind is not data")
}

// branches executes an if statement with its elif and else.
func (r *runner) branches(l line, live bool) {
	taken := !live
	for {
		here := false
		if word := firstWord(l.text); !taken && word == "else" {
			here = true
		} else if !taken {
			v, rest := evaluate(strings.TrimSpace(strings.TrimPrefix(l.text, word)), r.names)
			u, unknown := v.(Unknown)
			switch {
			case unknown:
				r.skipIf(l, u.Why)
				taken = true
			case !strings.HasPrefix(strings.TrimSpace(rest), ":"):
				r.skipIf(l, "the condition is not data")
				taken = true
			default:
				here = truth(v)
				if inline := strings.TrimSpace(strings.TrimSpace(rest)[1:]); inline != "" && here {
					r.statement(line{l.number, l.indent, inline})
				}
			}
		}
		r.body(l.indent, here)
		taken = taken || here
		if len(r.lines) == 0 || r.lines[0].indent != l.indent {
			return
		}
		if word := firstWord(r.lines[0].text); word != "elif" && word != "else" {
			return
		}
		l = r.lines[0]
		r.lines = r.lines[1:]
	}
}

// skipIf notes an if statement whose condition is not known.
func (r *runner) skipIf(l line, why string) {
	before := len(r.skipped)
	r.skipWithBody(l)
	if len(r.skipped) > before {
		r.skipped[before].Why = why
	}
}

// statement executes an assignment or a call.
func (r *runner) statement(l line) {
	p := &parser{text: l.text, names: r.names}
	place, ok := p.place()
	if ok {
		switch op := p.operator("=", "+="); {
		case op == "" || op == "=" && p.operator("=") != "":
		default:
			v := p.expression()
			u, unknown := v.(Unknown)
			if !unknown && !p.atEnd() {
				v = Unknown{"the expression is not data"}
				u, unknown = v.(Unknown)
			}
			if op == "+=" {
				old := place.get()
				v = add(old, v)
				u, unknown = v.(Unknown)
			}
			place.set(v)
			if unknown {
				r.skip(l, u.Why)
			}
			return
		}
	}
	v, rest := evaluate(l.text, r.names)
	if u, unknown := v.(Unknown); unknown {
		r.skip(l, u.Why)
	} else if strings.TrimSpace(rest) != "" {
		r.skip(l, "a statement of this kind is not data")
	}
}

func evaluate(text string, names map[string]Value) (v Value, rest string) {
	p := &parser{text: text, names: names}
	v = p.expression()
	return v, p.text
}

// truth is the value of a condition.
func truth(v Value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int:
		return v != 0
	case string:
		return v != ""
	case *List:
		return len(v.Items) > 0
	case *Dict:
		return len(v.Items) > 0
	}
	return true
}

// The largest string, in bytes, and the largest container that an expression makes.
const maxText, maxItems = 1 << 20, 1 << 14

// bounded is a text, or unknown if it is too large.
func bounded(text string) Value {
	if len(text) > maxText {
		return Unknown{fmt.Sprintf("a text is larger than %d bytes", maxText)}
	}
	return text
}

// add is a + b.
func add(a, b Value) Value {
	switch a := a.(type) {
	case Unknown:
		return a
	case string:
		if s, ok := b.(string); ok {
			return bounded(a + s)
		}
	case int:
		if n, ok := b.(int); ok {
			return a + n
		}
	case *List:
		if l, ok := b.(*List); ok && len(a.Items)+len(l.Items) <= maxItems {
			return &List{Items: slices.Concat(a.Items, l.Items), Set: a.Set}
		}
	}
	if u, ok := b.(Unknown); ok {
		return u
	}
	return Unknown{"these values cannot be added"}
}

// equal is a == b. Lists are equal if their members are, at most maxDepth lists deep.
func equal(a, b Value) bool { return equalWithin(a, b, maxDepth) }

func equalWithin(a, b Value, depth int) bool {
	switch x := a.(type) {
	case *List:
		l, ok := b.(*List)
		return ok && (l == x || depth > 0 && slices.EqualFunc(x.Items, l.Items, func(v, w Value) bool { return equalWithin(v, w, depth-1) }))
	case Func:
		return false
	}
	if _, ok := b.(Func); ok {
		return false
	}
	return a == b
}

// Has reports whether a is a member of l.
func (l *List) Has(a Value) bool {
	return slices.ContainsFunc(l.Items, func(v Value) bool { return equal(v, a) })
}

// Add adds a member.
func (l *List) Add(v Value) {
	if !l.Set || !l.Has(v) {
		l.Items = append(l.Items, v)
	}
}

// Text is the result of Python's str for a value.
func Text(v Value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		return v
	}
	if n, ok := v.(int); ok {
		return strconv.Itoa(n)
	}
	return "..."
}
