package folds_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	fn "optc/dialect/func"
	"optc/dialect/iree/revision"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// piece is a function of test/lit as the text that random modules are made of.
type piece struct {
	revision revision.Revision
	applies  []string // folds and patterns that canonicalization of the function applies
	executed bool     // its behaviour is defined, for some arguments

	name            string // name of the function, a symbol
	inputs, results []string
	body            []string // operations of its only block, without return; nil if it has several
	returned        []string // values
	symbols         []string // the function, and the symbols that it refers to
}

// newPiece splits a function into its parts.
func newPiece(f *ir.Operation) *piece {
	t := fn.TypeOf(f)
	p := &piece{name: ir.SymbolName(f)}
	for _, in := range t.Inputs {
		p.inputs = append(p.inputs, in.String())
	}
	for _, r := range t.Results {
		p.results = append(p.results, r.String())
	}
	tables := ir.NewSymbolTables()
	seen := map[*ir.Operation]bool{}
	var add func(symbol *ir.Operation)
	add = func(symbol *ir.Operation) {
		for symbol != nil && symbol.Parent() != nil && symbol.Parent() != f.Parent() {
			symbol = symbol.Parent()
		}
		if symbol == nil || symbol.Parent() == nil || seen[symbol] {
			return
		}
		seen[symbol] = true
		p.symbols = append(p.symbols, string(ir.Print(symbol, ir.PrintOptions{LocalScope: true})))
		ir.SymbolUses(symbol, func(user *ir.Operation, ref *ir.SymbolRefAttr) { add(tables.LookupFrom(user, ref)) })
	}
	add(f)
	if body := f.Region(0); body.HasOneBlock() {
		// The text of an operation with the names that values have in the function.
		text := strings.Split(p.symbols[0], "\n")
		depth, from := 0, 1
		for i := 1; i < len(text)-1; i++ {
			depth += strings.Count(text[i], "{") - strings.Count(text[i], "}")
			if depth == 0 {
				p.body = append(p.body, strings.Join(text[from:i+1], "\n"))
				from = i + 1
			}
		}
		p.body = p.body[:len(p.body)-1]
		last, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(text[len(text)-2]), "return"), " :")
		if last = strings.TrimSpace(last); last != "" {
			p.returned = strings.Split(last, ", ")
		}
	}
	return p
}

// value is a name with its type.
type value struct{ name, typ string }

// composer writes a function @main around pieces. The pieces are called or inlined, also inside of
// branches, conditionals and loops, and work on results of other pieces and on shared memory.
type composer struct {
	randprog.Writer
	pieces  []*piece
	plain   bool // without control flow around the pieces
	args    []value
	scope   []value
	symbols []string
	depth   int // of regions
}

var (
	symbolNames = regexp.MustCompile(`@([A-Za-z_][\w$.]*)`)
	valueNames  = regexp.MustCompile(`%([\w$.-]+)(#\d+)?`)
	visibility  = regexp.MustCompile(`^func\.func (?:private |nested )?(@[^\n]*\{\n)`)
)

// use returns a visible value of a type, preferably a computed value, or a new argument
// of the function.
func (c *composer) use(typ string) string {
	var computed, all []string
	for _, v := range c.scope {
		if v.typ == typ {
			computed = append(computed, v.name)
		}
	}
	all = slices.Clone(computed)
	for _, v := range c.args {
		if v.typ == typ {
			all = append(all, v.name)
		}
	}
	switch {
	case len(computed) > 0 && c.Chance(60):
		return computed[max(c.IntN(len(computed)), c.IntN(len(computed)))]
	case len(all) > 0 && c.Chance(60):
		return all[c.IntN(len(all))]
	}
	name := fmt.Sprintf("%%a%d", len(c.args))
	c.args = append(c.args, value{name, typ})
	return name
}

func (c *composer) uses(types []string) (names []string) {
	for _, t := range types {
		names = append(names, c.use(t))
	}
	return names
}

func (c *composer) define(typ, format string, args ...any) string {
	name := c.Define(format, args...)
	c.scope = append(c.scope, value{name, typ})
	return name
}

// module writes the module.
func (c *composer) module() string {
	for i, p := range c.pieces {
		c.arithmetic()
		c.around(i, p)
	}
	c.arithmetic()
	var names, types []string
	for _, v := range c.scope[max(0, len(c.scope)-8):] {
		names, types = append(names, v.name), append(types, v.typ)
	}
	var params []string
	for _, a := range c.args {
		params = append(params, a.name+": "+a.typ)
	}
	end := "return"
	if len(names) > 0 {
		end = fmt.Sprintf("return %s : %s", strings.Join(names, ", "), strings.Join(types, ", "))
	}
	return fmt.Sprintf("module attributes {gpu.container_module} {\n%s\nfunc.func @main(%s) -> (%s) {\n%s%s\n}\n}\n",
		strings.Join(c.symbols, "\n"), strings.Join(params, ", "), strings.Join(types, ", "), c.String(), end)
}

// around writes a piece, possibly inside of control flow.
func (c *composer) around(i int, p *piece) {
	if c.plain || c.depth > 1 || c.Chance(30) {
		c.piece(i, p)
		return
	}
	inner, result := func() { c.around(i, p) }, c.any()
	if n := len(p.results); n > 0 {
		result = p.results[c.IntN(n)]
	}
	switch k := c.IntN(3); {
	case k == 0:
		c.conditional(result, inner)
	case k == 1:
		c.loop(result, inner)
	case c.depth == 0:
		c.branch(result, inner)
	default:
		inner()
	}
}

// piece writes the operations of a piece, or a call of its function.
func (c *composer) piece(i int, p *piece) {
	prefix := fmt.Sprintf("p%d.", i)
	renamed := func(text string) string { return symbolNames.ReplaceAllString(text, "@"+prefix+"$1") }
	pasted := p.body != nil && c.Chance(60)
	for k, text := range p.symbols {
		if k == 0 && pasted {
			continue
		}
		c.symbols = append(c.symbols, renamed(c.visible(text)))
	}
	operands := c.uses(p.inputs)
	if !pasted {
		name := c.Fresh()
		head := ""
		if len(p.results) > 0 {
			head = fmt.Sprintf("%s:%d = ", name, len(p.results))
		}
		c.Line("%sfunc.call @%s%s(%s) : (%s) -> (%s)", head, prefix, p.name, strings.Join(operands, ", "), strings.Join(p.inputs, ", "), strings.Join(p.results, ", "))
		for k, t := range p.results {
			c.scope = append(c.scope, value{fmt.Sprintf("%s#%d", name, k), t})
		}
		return
	}
	values := map[string]string{}
	for k, operand := range operands {
		values[fmt.Sprintf("%%arg%d", k)] = operand
	}
	rename := func(text string) string {
		return valueNames.ReplaceAllStringFunc(text, func(name string) string {
			if operand, ok := values[name]; ok {
				return operand
			}
			return "%" + prefix + name[1:]
		})
	}
	for _, op := range p.body {
		c.Line("%s", renamed(rename(op)))
	}
	for k, name := range p.returned {
		c.scope = append(c.scope, value{rename(name), p.results[k]})
	}
}

// visible gives a function any visibility.
func (c *composer) visible(symbol string) string {
	return visibility.ReplaceAllString(symbol, "func.func "+[]string{"", "private ", "nested "}[c.IntN(3)]+"$1")
}

// types returns the types of the visible values that f accepts, sorted.
func (c *composer) types(f func(string) bool) []string {
	set := map[string]bool{}
	for _, v := range append(slices.Clone(c.scope), c.args...) {
		if f(v.typ) {
			set[v.typ] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// any returns the type of a visible value, or another.
func (c *composer) any() string {
	if list := c.types(func(t string) bool { return !strings.HasPrefix(t, "memref") }); len(list) > 0 {
		return list[c.IntN(len(list))]
	}
	return "i32"
}

// region writes the text in braces; its values are visible only inside.
func (c *composer) region(head string, body func() (last string)) {
	n := len(c.scope)
	c.Line("%s", head)
	c.depth++
	last := body()
	c.depth--
	c.Line("%s", last)
	c.scope = c.scope[:n]
}

// conditional writes inner below a condition; a value of type t leaves it.
func (c *composer) conditional(t string, inner func()) {
	cond, name := c.use("i1"), c.Fresh()
	yield := func() string { return fmt.Sprintf("scf.yield %s : %s", c.use(t), t) }
	c.region(fmt.Sprintf("%s = scf.if %s -> (%s) {", name, cond, t), func() string { inner(); return yield() })
	c.region("} else {", func() string { c.arithmetic(); return yield() })
	c.Line("}")
	c.scope = append(c.scope, value{name, t})
}

// loop writes a loop around inner that carries a value of type t.
func (c *composer) loop(t string, inner func()) {
	zero, one := c.define("index", "arith.constant 0 : index"), c.define("index", "arith.constant 1 : index")
	end := c.define("index", "arith.constant %d : index", c.IntN(4))
	name, iv, carried := c.Fresh(), c.Fresh(), c.Fresh()
	init := c.use(t)
	c.region(fmt.Sprintf("%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (%s) {", name, iv, zero, end, one, carried, init, t), func() string {
		c.scope = append(c.scope, value{iv, "index"}, value{carried, t})
		inner()
		c.arithmetic()
		return fmt.Sprintf("scf.yield %s : %s", c.use(t), t)
	})
	c.Line("}")
	c.scope = append(c.scope, value{name, t})
}

// branch writes two blocks: a block with inner, which may be skipped, and a block where
// both paths meet with a value of type t.
func (c *composer) branch(t string, inner func()) {
	cond, name := c.use("i1"), c.Fresh()
	n := c.Number()
	some, join := fmt.Sprintf("^some%d", n), fmt.Sprintf("^join%d", n)
	c.Line("cf.cond_br %s, %s, %s(%s : %s)", cond, some, join, c.use(t), t)
	visible := len(c.scope)
	c.Line("%s:", some)
	inner()
	c.Line("cf.br %s(%s : %s)", join, c.use(t), t)
	c.scope = c.scope[:visible]
	c.Line("%s(%s: %s):", join, name, t)
	c.scope = append(c.scope, value{name, t})
}

var (
	integers = regexp.MustCompile(`^(?:vector<[\dx]+x)?(?:i\d+|index)>?$`)
	floats   = regexp.MustCompile(`^(?:vector<[\dx]+x)?(?:f16|bf16|f32|f64)>?$`)
	memories = regexp.MustCompile(`^memref<((?:\d+x)+)(i\d+|index|f16|bf16|f32|f64)>$`)
)

// arithmetic writes operations that make the operands of later operations depend on each
// other and on memory.
func (c *composer) arithmetic() {
	for range c.IntN(3) {
		kind := c.IntN(3)
		pattern := []*regexp.Regexp{integers, floats, memories}[kind]
		list := c.types(pattern.MatchString)
		if len(list) == 0 {
			continue
		}
		t := list[c.IntN(len(list))]
		switch kind {
		case 0:
			op := []string{"addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxui"}[c.IntN(8)]
			c.define(t, "arith.%s %s, %s : %s", op, c.use(t), c.use(t), t)
		case 1:
			c.define(t, "arith.%s %s, %s : %s", []string{"addf", "subf", "mulf", "maximumf"}[c.IntN(4)], c.use(t), c.use(t), t)
		case 2:
			m := memories.FindStringSubmatch(t)
			at := c.define("index", "arith.constant 0 : index")
			indices := strings.Repeat(", "+at, strings.Count(m[1], "x"))[2:]
			if c.Chance(50) {
				c.define(m[2], "memref.load %s[%s] : %s", c.use(t), indices, t)
			} else {
				c.Line("memref.store %s, %s[%s] : %s", c.use(m[2]), c.use(t), indices, t)
			}
		}
	}
}
