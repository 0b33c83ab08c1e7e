package pydata

import (
	"fmt"
	"strconv"
	"strings"
)

// parser evaluates an expression while it reads it. Expressions that it cannot read are unknown.
type parser struct {
	text  string
	names map[string]Value
	depth int
}

func (p *parser) space() { p.text = strings.TrimLeft(p.text, " \t\n\r") }

func (p *parser) atEnd() bool {
	p.space()
	return p.text == ""
}

// operator takes the first of the given operators that is next, or "".
func (p *parser) operator(ops ...string) string {
	p.space()
	for _, op := range ops {
		if strings.HasPrefix(p.text, op) {
			if isNameByte(op[0]) && len(p.text) > len(op) && isNameByte(p.text[len(op)]) {
				continue
			}
			p.text = p.text[len(op):]
			return op
		}
	}
	return ""
}

const maxDepth = 100

// expression reads a condition, with "a if c else b".
func (p *parser) expression() Value {
	if p.depth++; p.depth > maxDepth {
		return Unknown{"the expression is nested too deeply"}
	}
	defer func() { p.depth-- }()
	v := p.or()
	if p.operator("if") == "" {
		return v
	}
	c := p.or()
	if p.operator("else") == "" {
		return Unknown{"the expression is not data"}
	}
	other := p.expression()
	switch u, unknown := c.(Unknown); {
	case unknown:
		return u
	case truth(c):
		return v
	}
	return other
}

func (p *parser) or() Value {
	v := p.and()
	for p.operator("or") != "" {
		w := p.and()
		if _, ok := v.(Unknown); ok {
			if _, ok := w.(Unknown); !ok && truth(w) {
				v = w
			}
		} else if !truth(v) {
			v = w
		}
	}
	return v
}

func (p *parser) and() Value {
	v := p.not()
	for p.operator("and") != "" {
		w := p.not()
		if _, ok := v.(Unknown); ok {
			if _, ok := w.(Unknown); !ok && !truth(w) {
				v = w
			}
		} else if truth(v) {
			v = w
		}
	}
	return v
}

func (p *parser) not() Value {
	if p.operator("not") == "" {
		return p.comparison()
	}
	if p.depth++; p.depth > maxDepth {
		return Unknown{"the expression is nested too deeply"}
	}
	defer func() { p.depth-- }()
	v := p.not()
	if u, ok := v.(Unknown); ok {
		return u
	}
	return !truth(v)
}

func (p *parser) comparison() Value {
	v := p.sum()
	for {
		op := p.operator("==", "!=", "<=", ">=", "<", ">", "is", "not", "in")
		switch op {
		case "":
			return v
		case "not":
			if p.operator("in") == "" {
				return Unknown{"the expression is not data"}
			}
			op = "not in"
		case "is":
			if p.operator("not") != "" {
				op = "!="
			} else {
				op = "=="
			}
		}
		v = compare(op, v, p.sum())
	}
}

func compare(op string, a, b Value) Value {
	if u, ok := a.(Unknown); ok {
		return u
	}
	if u, ok := b.(Unknown); ok {
		return u
	}
	switch op {
	case "==":
		return equal(a, b)
	case "!=":
		return !equal(a, b)
	case "in", "not in":
		found := false
		switch b := b.(type) {
		case *List:
			found = b.Has(a)
		case *Dict:
			s, _ := a.(string)
			_, found = b.Items[s]
		case string:
			s, ok := a.(string)
			found = ok && strings.Contains(b, s)
		default:
			return Unknown{"the right side of 'in' is no container"}
		}
		return found == (op == "in")
	}
	x, ok := a.(int)
	y, ok2 := b.(int)
	if !ok || !ok2 {
		return Unknown{"only numbers are compared by size"}
	}
	return map[string]bool{"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y}[op]
}

func (p *parser) sum() Value {
	v := p.primary()
	for {
		p.space()
		switch {
		case strings.HasPrefix(p.text, "+") && !strings.HasPrefix(p.text, "+="):
			p.text = p.text[1:]
			v = add(v, p.primary())
		case strings.HasPrefix(p.text, "%"):
			p.text = p.text[1:]
			v = format(v, p.primary())
		default:
			return v
		}
	}
}

// format is text % values, with %s, %r of strings, and %d.
func format(text, values Value) Value {
	if u, ok := text.(Unknown); ok {
		return u
	}
	if u, ok := values.(Unknown); ok {
		return u
	}
	s, ok := text.(string)
	list, isList := values.(*List)
	if !isList {
		list = &List{Items: []Value{values}}
	}
	var b strings.Builder
	rest := list.Items
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case s[i] == '%':
			b.WriteByte('%')
		case (s[i] == 's' || s[i] == 'd') && len(rest) > 0:
			b.WriteString(Text(rest[0]))
			rest = rest[1:]
		default:
			ok = false
		}
	}
	if !ok || len(rest) > 0 {
		return Unknown{"the format is not supported"}
	}
	return bounded(b.String())
}

// primary reads a literal or a name with its attributes, calls and indices.
func (p *parser) primary() Value {
	p.space()
	if p.text == "" {
		return Unknown{"the expression is not data"}
	}
	var v Value
	path := ""
	switch c := p.text[0]; {
	case c == '(':
		v = p.parenthesis()
	case c == '[':
		p.text = p.text[1:]
		v = p.items("]", &List{})
	case c == '{':
		p.text = p.text[1:]
		v = p.braces()
	case c == '-':
		p.text = p.text[1:]
		if n, ok := p.primary().(int); ok {
			return -n
		}
		return Unknown{"the expression is not data"}
	case c >= '0' && c <= '9':
		word := firstWord(p.text)
		n, err := strconv.ParseInt(strings.ReplaceAll(word, "_", ""), 0, 32)
		if err != nil {
			return Unknown{fmt.Sprintf("the number '%s' is not supported", word)}
		}
		p.text = p.text[len(word):]
		v = int(n)
	default:
		if prefix := stringPrefix(p.text); prefix >= 0 {
			v = p.strings()
			break
		}
		path = firstWord(p.text)
		if path == "" || path == "lambda" || path == "await" || path == "yield" {
			return Unknown{"the expression is not data"}
		}
		p.text = p.text[len(path):]
		v = p.name(path)
	}
	return p.trailers(v, path)
}

func (p *parser) name(name string) Value {
	switch name {
	case "True":
		return true
	case "False":
		return false
	case "None":
		return nil
	}
	if v, ok := p.names[name]; ok {
		return v
	}
	return Unknown{fmt.Sprintf("'%s' is not known", name)}
}

// trailers reads attributes, indices and calls. path is the spelling of the value.
func (p *parser) trailers(v Value, path string) Value {
	for {
		switch {
		case strings.HasPrefix(p.text, ".") && len(p.text) > 1 && isNameByte(p.text[1]):
			name := firstWord(p.text[1:])
			p.text = p.text[1+len(name):]
			path += "." + name
			v = attribute(v, name, path)
		case strings.HasPrefix(p.text, "("):
			p.text = p.text[1:]
			args, named, ok := p.arguments()
			if !ok {
				return Unknown{"the arguments are not data"}
			}
			v = call(v, args, named)
			path += "()"
		case strings.HasPrefix(p.text, "["):
			p.text = p.text[1:]
			k := p.expression()
			if p.operator("]") == "" {
				return Unknown{"the index is not data"}
			}
			v = index(v, k)
			path += "[]"
		default:
			return v
		}
	}
}

func index(v, k Value) Value {
	switch v := v.(type) {
	case Unknown:
		return v
	case *Dict:
		s, ok := k.(string)
		if item, there := v.Items[s]; ok && there {
			return item
		}
		return Unknown{fmt.Sprintf("'%s' is not set", Text(k))}
	case *List:
		n, ok := k.(int)
		if n < 0 {
			n += len(v.Items)
		}
		if ok && n >= 0 && n < len(v.Items) {
			return v.Items[n]
		}
	}
	return Unknown{"the index is not supported"}
}

func call(f Value, args []Value, named map[string]Value) Value {
	switch f := f.(type) {
	case Unknown:
		return f
	case Func:
		v, err := f(args, named)
		if err == nil {
			return v
		}
		for _, a := range args {
			if u, ok := a.(Unknown); ok {
				return u
			}
		}
		return Unknown{err.Error()}
	}
	return Unknown{"the value is no function"}
}

// arguments reads the arguments of a call up to the closing parenthesis.
func (p *parser) arguments() (args []Value, named map[string]Value, ok bool) {
	named = map[string]Value{}
	for p.operator(")") == "" {
		p.space()
		if strings.HasPrefix(p.text, "*") {
			return nil, nil, false
		}
		name := firstWord(p.text)
		after := strings.TrimLeft(p.text[len(name):], " ")
		if name != "" && strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") {
			p.text = after[1:]
			named[name] = p.expression()
		} else {
			args = append(args, p.expression())
		}
		if p.operator(",") == "" {
			return args, named, p.operator(")") != ""
		}
	}
	return args, named, true
}

// parenthesis reads an expression in parentheses, or a tuple.
func (p *parser) parenthesis() Value {
	p.text = p.text[1:]
	if p.operator(")") != "" {
		return &List{}
	}
	v := p.expression()
	switch p.operator(")", ",") {
	case ")":
		return v
	case ",":
		return p.items(")", &List{Items: []Value{v}})
	}
	return Unknown{"the expression is not data"}
}

// items reads expressions up to the closing bracket, and adds them to l.
func (p *parser) items(end string, l *List) Value {
	for p.operator(end) == "" {
		l.Add(p.expression())
		if p.operator(",") == "" && !strings.HasPrefix(strings.TrimLeft(p.text, " \n"), end) {
			return Unknown{"the list is not data"}
		}
	}
	return l
}

// braces reads a dictionary or a set.
func (p *parser) braces() Value {
	d := &Dict{Items: map[string]Value{}}
	for p.operator("}") == "" {
		k := p.expression()
		if p.operator(":") == "" {
			if len(d.Items) > 0 || p.operator(",") == "" && !strings.HasPrefix(p.text, "}") {
				return Unknown{"the dictionary is not data"}
			}
			return p.items("}", &List{Items: []Value{k}, Set: true})
		}
		name, ok := k.(string)
		if !ok {
			return Unknown{"a key is no string"}
		}
		d.Items[name] = p.expression()
		if p.operator(",") == "" && !strings.HasPrefix(strings.TrimLeft(p.text, " \n"), "}") {
			return Unknown{"the dictionary is not data"}
		}
	}
	return d
}

// stringPrefix returns the number of letters before the quote of a string literal, or -1.
func stringPrefix(text string) int {
	n := 0
	for n < len(text) && n < 3 && strings.IndexByte("rRbBuUfF", text[n]) >= 0 {
		n++
	}
	if n < len(text) && (text[n] == '"' || text[n] == '\'') {
		return n
	}
	return -1
}

// strings reads string literals, which are joined.
func (p *parser) strings() Value {
	var out Value = ""
	for {
		p.space()
		n := stringPrefix(p.text)
		if n < 0 {
			return out
		}
		prefix := strings.ToLower(p.text[:n])
		length := stringLength(p.text[n:])
		literal := p.text[n : n+length]
		p.text = p.text[n+length:]
		quote := 1
		if length >= 6 && literal[0] == literal[1] && literal[0] == literal[2] {
			quote = 3
		}
		if length < 2*quote || literal[length-1] != literal[0] {
			return Unknown{"a string has no end"}
		}
		body := literal[quote : length-quote]
		if !strings.Contains(prefix, "r") {
			body = unescape(body)
		}
		var v Value = body
		if strings.Contains(prefix, "f") {
			v = p.interpolate(body)
		}
		out = add(out, v)
	}
}

var escapes = strings.NewReplacer("\\\n", "", `\\`, `\`, `\'`, `'`, `\"`, `"`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\a`, "\a", `\b`, "\b", `\f`, "\f", `\v`, "\v")

func unescape(text string) string { return escapes.Replace(text) }

// interpolate evaluates the expressions in the braces of an f-string.
func (p *parser) interpolate(text string) Value {
	var b strings.Builder
	for {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			return bounded(b.String() + text)
		}
		b.WriteString(text[:i])
		if strings.HasPrefix(text[i+1:], text[i:i+1]) {
			b.WriteByte(text[i])
			text = text[i+2:]
			continue
		}
		q := &parser{text: text[i+1:], names: p.names, depth: p.depth + 1}
		if q.depth > maxDepth {
			return Unknown{"the expression is nested too deeply"}
		}
		v := q.expression()
		if u, ok := v.(Unknown); ok {
			return u
		}
		if q.operator("}") == "" {
			return Unknown{"the format is not supported"}
		}
		b.WriteString(Text(v))
		text = q.text
	}
}

// attribute is v.name.
func attribute(v Value, name, path string) Value {
	switch v := v.(type) {
	case Unknown:
		return v
	case *Object:
		if a, ok := v.Attrs[name]; ok {
			return a
		}
		return Unknown{fmt.Sprintf("'%s' is not set", path)}
	}
	if m := method(v, name); m != nil {
		return m
	}
	return Unknown{fmt.Sprintf("'%s' is not known", path)}
}

// place is the target of an assignment.
type place struct {
	get func() Value
	set func(Value)
}

// place reads a name, an attribute or an element before an assignment.
func (p *parser) place() (place, bool) {
	before := *p
	name := firstWord(p.text)
	if name == "" {
		return place{}, false
	}
	p.text = p.text[len(name):]
	at := place{get: func() Value { return p.name(name) }, set: func(v Value) { p.names[name] = v }}
	for {
		p.space()
		switch {
		case strings.HasPrefix(p.text, "."):
			attr := firstWord(p.text[1:])
			p.text = p.text[1+len(attr):]
			o, ok := at.get().(*Object)
			if !ok {
				*p = before
				return place{}, false
			}
			at = place{get: func() Value { return attribute(o, attr, o.Name+"."+attr) }, set: func(v Value) { o.Attrs[attr] = v }}
		case strings.HasPrefix(p.text, "["):
			p.text = p.text[1:]
			k, isText := p.expression().(string)
			d, ok := at.get().(*Dict)
			if !ok || !isText || p.operator("]") == "" {
				*p = before
				return place{}, false
			}
			at = place{get: func() Value { return index(d, k) }, set: func(v Value) { d.Items[k] = v }}
		default:
			return at, true
		}
	}
}
