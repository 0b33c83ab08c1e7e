package codelet

import (
	"strings"

	"optc/dialect/poplar"
	"optc/dialect/poplar/cpp"
	"optc/ir"
)

// The macros of the SDK that declare the stack of functions (Poplar and PopLibs User
// Guide, Stack usage).
const (
	totalStack   = "DEF_STACK_USAGE"    // bytes with all callees
	ownStack     = "DEF_STACK_SIZE_OWN" // bytes without callees
	callPointers = "DEF_FUNC_CALL_PTRS" // functions that are called through pointers
	textSection  = ".text."             // begins the name of a function's code section
)

// stackDecl is a declaration of a stack size.
type stackDecl struct {
	loc     ir.Location
	macro   string
	scope   *scope
	bytes   []token
	name    string   // symbol of the function
	callees []string // of callPointers
}

func isStackMacro(t *token) bool { return t.is(totalStack, ownStack, callPointers) }

// stack enters a declaration in C++, MACRO(bytes, "name"), and returns the index after
// it.
func (u *unit) stack(tokens []token, i int, s *scope) int {
	end := closing(tokens, i+1)
	args := splitList(tokens[i+2 : min(end, len(tokens))])
	if len(args) != 2 {
		ir.Report(u.sink, ir.Errorf(tokens[i].loc(), "expected two arguments for '%s', but got %d", tokens[i].text, len(args)).WithCode(codes+"cpp-parse"))
		return end + 1
	}
	d := stackDecl{loc: tokens[i].loc(), macro: tokens[i].text, scope: s}
	if d.macro == callPointers {
		d.name = symbolText(args[0])
		for _, callee := range strings.Split(symbolText(args[1]), ",") {
			if callee = strings.TrimSpace(callee); callee != "" {
				d.callees = append(d.callees, callee)
			}
		}
	} else {
		d.bytes, d.name = args[0], symbolText(args[1])
	}
	u.stacks = append(u.stacks, d)
	return end + 1
}

// symbolText returns the name of a function; in the source, the name may be in quotes and may be that of a code section.
func symbolText(tokens []token) string {
	var b strings.Builder
	for i := range tokens {
		b.WriteString(strings.Trim(tokens[i].text, `"`))
	}
	return strings.TrimPrefix(b.String(), textSection)
}

// assembly enters the declarations of an assembly file, a line each: MACRO bytes name.
// The other lines are not read.
func (u *unit) assembly(tokens []token) {
	for i := 0; i < len(tokens); i++ {
		if !isStackMacro(&tokens[i]) {
			continue
		}
		end := i + 1
		for end < len(tokens) && !tokens[end].line {
			end++
		}
		line := tokens[i+1 : end]
		split := len(line) // where the name begins, after the last space
		for k := len(line) - 1; k > 0; k-- {
			if line[k].space && !line[k].is("+", "-", "*", "/", ")") && !line[k-1].is("+", "-", "*", "/", "(") {
				split = k
				break
			}
		}
		switch {
		case split == len(line):
			ir.Report(u.sink, ir.Errorf(tokens[i].loc(), "expected a number and a name after '%s'", tokens[i].text).WithCode(codes+"cpp-parse"))
		case hasToken(line, split, "\\") || strings.Contains(symbolText(line[split:]), "\\"):
			d := ir.Errorf(tokens[i].loc(), "the name '%s' of a macro of the assembler is not known", symbolText(line[split:])).WithCode(codes + "cpp-stack")
			d.Severity = ir.Warning
			ir.Report(u.sink, d)
		case tokens[i].is(callPointers):
			u.stacks = append(u.stacks, stackDecl{loc: tokens[i].loc(), macro: callPointers, scope: u.global, name: symbolText(line[:split]), callees: strings.Split(symbolText(line[split:]), ",")})
		default:
			u.stacks = append(u.stacks, stackDecl{loc: tokens[i].loc(), macro: tokens[i].text, scope: u.global, bytes: line[:split], name: symbolText(line[split:])})
		}
		i = end - 1
	}
}

// functions makes a poplar.function for each function whose stack or callees the files
// declare.
//
//	DEF_STACK_USAGE(512, "__runCodelet_Foo___float")
//
// becomes
//
//	poplar.function @__runCodelet_Foo___float total_stack(512) external
func (im *importer) functions() {
	compiled := map[string]string{} // the function with the code of a compiled class, by symbol
	for op := range im.module.Body().Ops() {
		if !ir.Is[poplar.VertexOp](op) {
			continue
		}
		c := poplar.VertexOf(op).Codelet()
		for _, rule := range []cpp.UnderscoreRule{cpp.KeepUnderscore, cpp.TripleUnderscore} {
			if symbol, err := cpp.Mangle(c.Name, rule); err == nil && !c.External {
				compiled[symbol] = c.Compute()
			}
		}
	}
	made := map[string]poplar.FunctionOp{}
	for _, u := range im.units {
		for i := range u.stacks {
			im.function(&u.stacks[i], compiled, made)
		}
	}
}

func (im *importer) function(d *stackDecl, compiled map[string]string, made map[string]poplar.FunctionOp) {
	name, isCompiled := compiled[d.name]
	if !isCompiled {
		name = d.name
	}
	bytes := int64(0)
	if d.macro != callPointers {
		e := &evaluator{busy: map[*entity]int{}, at: d.loc}
		v, err := e.evaluate(d.bytes, d.scope)
		if err == nil && (!v.constant || v.n < 0) {
			err = e.errorf("expected a number of bytes, but got '%s'", v)
		}
		if err != nil {
			ir.Report(im.problems, err.(*ir.Diagnostic).Note(d.loc, "stack of '%s'", d.name))
			return
		}
		bytes = v.n
	}
	rw := im.rw
	f, again := made[name]
	if !again {
		rw.AtEnd(im.module.Body()).Loc = d.loc
		f = poplar.NewDeclaredFunction(rw, name, !isCompiled)
		made[name] = f
	}
	rw.Modify(f.Operation(), func() {
		switch d.macro {
		case totalStack:
			f.SetTotalStack(bytes)
		case ownStack:
			f.SetOwnStack(bytes)
		default:
			c := rw.Context()
			callees := make([]ir.Attribute, len(d.callees))
			for i, callee := range d.callees {
				callees[i] = c.SymbolRef(strings.TrimPrefix(callee, textSection))
			}
			f.SetIndirect(c.Array(callees))
			f.SetHasIndirect(true)
		}
	})
}
