package codelet

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
)

// preprocessor executes the directives of a translation unit (ISO C++, [cpp]). An
// included file that cannot be found is treated as empty: this package knows the contents
// of the SDK's headers.
type preprocessor struct {
	ctx     context.Context
	folders []string
	open    func(name string) ([]byte, error)
	sink    ir.Sink

	macros  map[string]*macro
	once    map[string]bool // files that contain #pragma once
	scanned map[string][]token
	missing []string // included files that were not found
	out     []token
	depth   int // of includes
	steps   int // number of steps so far
}

const (
	// maxIncludes bounds the nesting of includes.
	maxIncludes = 200
	// maxSteps bounds the number of tokens in the expansion of a file, including the
	// tokens of its includes and the intermediate tokens of its macros.
	maxSteps = 1 << 22
)

// work counts steps, and reports whether more steps are allowed: a few macros or includes
// can expand to more tokens than fit in memory. The first step beyond the bound is an
// error.
func (p *preprocessor) work(at *token, steps int) bool {
	if p.steps > maxSteps {
		return false
	}
	if p.steps += steps; p.steps <= maxSteps {
		return true
	}
	ir.Report(p.sink, ir.Errorf(at.loc(), "macros and includes make more than %d tokens of the file", maxSteps).WithCode(codes+"cpp-parse"))
	return false
}

// define makes an object-like macro of NAME or NAME=value.
func (p *preprocessor) define(text string) {
	name, value, given := strings.Cut(text, "=")
	if !given {
		value = "1"
	}
	p.macros[name] = &macro{name: name, body: scanTokens(&ir.Source{Name: "<command line>", Text: value}, maxSteps)}
}

// scan returns the tokens of a file, which is read once.
func (p *preprocessor) scan(name string) ([]token, error) {
	if tokens, known := p.scanned[name]; known {
		return tokens, nil
	}
	data, err := p.open(name)
	if err != nil {
		return nil, err
	}
	p.scanned[name] = scanFile(name, data)
	return p.scanned[name], nil
}

func scanFile(name string, data []byte) []token {
	return scanTokens(&ir.Source{Name: name, Text: string(data)}, maxSteps+1)
}

// file preprocesses a file and appends its tokens to out.
func (p *preprocessor) file(name string, data []byte) { p.process(name, scanFile(name, data)) }

// process preprocesses the tokens of a file and appends the result to out.
func (p *preprocessor) process(name string, tokens []token) {
	if p.once[name] {
		return
	}
	if len(tokens) == 0 || !p.work(&tokens[0], len(tokens)) {
		return
	}
	var open branches
	text := 0 // the index of the first token that has not been passed on
	flush := func(end int) {
		if open.active() {
			p.out = append(p.out, p.expand(tokens[text:end])...)
		}
	}
	for i := 0; i < len(tokens) && p.ctx.Err() == nil && p.steps <= maxSteps; {
		if !tokens[i].line || !tokens[i].is("#") {
			i++
			continue
		}
		end := i + 1
		for end < len(tokens) && !tokens[end].line {
			end++
		}
		flush(i)
		open = p.directive(name, tokens[i+1:end], open)
		i, text = end, end
	}
	flush(len(tokens))
	if len(open) > 0 {
		ir.Report(p.sink, ir.Errorf(open[len(open)-1].loc, "#if without #endif"))
	}
}

// branch is an open #if.
type branch struct {
	loc           ir.Location
	active, taken bool
	outer         bool // the lines around the #if are active
}

// branches holds the #ifs that are open at a line, the outermost first.
type branches []branch

// active reports whether the lines of the innermost branch count.
func (b branches) active() bool { return len(b) == 0 || b[len(b)-1].active }

// directive executes a directive and returns the #ifs that are open after it.
func (p *preprocessor) directive(file string, line []token, open branches) branches {
	if len(line) == 0 {
		return open
	}
	active := open.active()
	rest := line[1:]
	last := len(open) - 1
	switch name := line[0].text; name {
	case "if", "ifdef", "ifndef":
		holds := active && p.holds(name, rest)
		return append(open, branch{loc: line[0].loc(), active: holds, taken: holds, outer: active})
	case "elif", "else", "endif":
		if last < 0 {
			ir.Report(p.sink, ir.Errorf(line[0].loc(), "#%s without #if", name))
			return open
		}
		if name == "endif" {
			return open[:last]
		}
		b := &open[last]
		b.active = b.outer && !b.taken && (name == "else" || p.holds("if", rest))
		b.taken = b.taken || b.active
	case "define":
		if active && len(rest) > 0 {
			p.macros[rest[0].text] = macroOf(rest)
		}
	case "undef":
		if active && len(rest) > 0 {
			delete(p.macros, rest[0].text)
		}
	case "include":
		if active {
			p.include(file, rest)
		}
	case "pragma":
		if active && hasToken(rest, 0, "once") {
			p.once[file] = true
		}
	case "error":
		if active {
			ir.Report(p.sink, ir.Errorf(line[0].loc(), "#error %s", spellTokens(rest)))
		}
	}
	return open
}

// macroOf reads the definition after #define.
func macroOf(line []token) *macro {
	m := &macro{name: line[0].text, body: line[1:]}
	if !hasToken(m.body, 0, "(") || m.body[0].space {
		return m
	}
	m.function = true
	end := closing(m.body, 0)
	for _, t := range m.body[1:end] {
		switch {
		case t.is("..."):
			m.variadic = true
			m.params = append(m.params, "__VA_ARGS__")
		case t.kind == identifier:
			m.params = append(m.params, t.text)
		}
	}
	m.body = m.body[min(end+1, len(m.body)):]
	return m
}

// include preprocesses another file, which is searched for in the folder of the current
// file and then in the folders of includes.
func (p *preprocessor) include(file string, line []token) {
	name, folders := strings.Trim(strings.ReplaceAll(spellTokens(line), " ", ""), "<>"), p.folders
	if len(line) == 1 && line[0].kind == literalText {
		name, folders = strings.Trim(line[0].text, `"`), append([]string{path.Dir(file)}, folders...)
	}
	// The headers of the SDK and of the standard library are known without their files.
	text, known := headers()[name]
	known = known || strings.HasPrefix(name, "poplar/") || path.Ext(name) == "" && !path.IsAbs(name)
	if path.IsAbs(name) {
		folders = []string{""}
	} else if !known {
		folders = append(slices.Clip(folders), around(file)...)
	}
	for _, folder := range folders {
		found := path.Join(folder, name)
		tokens, err := p.scan(found)
		switch {
		case errors.Is(err, fs.ErrInvalid):
			ir.Report(p.sink, ir.Errorf(line[0].loc(), "cannot read '%s': %v", found, diag.WithoutPath(err)).WithCode(codes+"cpp-file"))
			return
		case err != nil:
			continue
		}
		if p.depth++; p.depth > maxIncludes {
			p.steps = maxSteps + 1 // a file that includes itself twice would never end
			ir.Report(p.sink, ir.Errorf(line[0].loc(), "includes nest more than %d levels", maxIncludes).WithCode(codes+"cpp-parse"))
		} else {
			p.process(found, tokens)
		}
		p.depth--
		return
	}
	if inside := "<" + name + ">"; !p.once[inside] {
		p.process(inside, scanFile(inside, []byte(text)))
		p.once[inside] = true
	}
	if !known && !slices.Contains(p.missing, name) {
		p.missing = append(p.missing, name)
	}
}

// maxAround bounds the enclosing folders of a file that are searched for its includes.
const maxAround = 6

// around returns the enclosing folders of a file, the innermost first, each with its folder
// "include": a project usually passes one of them to the compiler as -I.
func around(file string) (folders []string) {
	for at := path.Dir(file); len(folders) < 2*maxAround; at = path.Dir(at) {
		folders = append(folders, at, path.Join(at, "include"))
		if at == path.Dir(at) {
			break
		}
	}
	return folders
}

// holds evaluates the condition of an #if, #ifdef or #ifndef; a name that is no macro
// is 0.
func (p *preprocessor) holds(directive string, line []token) bool {
	if len(line) == 0 {
		return false
	}
	if directive != "if" {
		return (p.macros[line[0].text] != nil) == (directive == "ifdef")
	}
	one := func(t token, holds bool) token {
		t.kind, t.text = number, "0"
		if holds {
			t.text = "1"
		}
		return t
	}
	var plain []token
	for i := 0; i < len(line); i++ {
		if !line[i].is("defined") {
			plain = append(plain, line[i])
			continue
		}
		i++
		open := hasToken(line, i, "(")
		if open {
			i++
		}
		if i < len(line) {
			plain = append(plain, one(line[i], p.macros[line[i].text] != nil))
		}
		if open && hasToken(line, i+1, ")") {
			i++
		}
	}
	plain = p.expand(plain)
	for i := range plain {
		if plain[i].kind == identifier && !plain[i].is("true", "false") {
			plain[i] = one(plain[i], false)
		}
	}
	v, err := evalText(plain)
	if err != nil {
		ir.Report(p.sink, ir.Errorf(line[0].loc(), "cannot evaluate '%s': %v", spellTokens(line), err))
		return false
	}
	return v != 0
}
