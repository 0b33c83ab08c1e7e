// Package ptxtest judges kernels in PTX: Parse reads their text, Check compares every instruction with
// the rules of the language, and Run executes the threads of a grid.
package ptxtest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Module is a file of PTX.
type Module struct {
	Version, Target string
	Entries         []*Entry
}

// Entry is a kernel.
type Entry struct {
	Name       string
	Parameters []Variable
	Registers  map[string]string // the type of each register: "%r3": "b32"
	Variables  map[string]Variable
	Code       []*Instruction
	Labels     map[string]int // the instruction after each
	Threads    [3]int         // threads of .reqntid or .maxntid
}

// Variable is a parameter or memory.
type Variable struct {
	Space, Name string
	Type        string // type of its elements
	Count       int    // number of elements, at least 1
	Align       int
	Offset      int  // offset in its space
	Pointer     bool // the parameter is an address in global memory
}

// Bytes returns the bytes of a variable.
func (v Variable) Bytes() int { return v.Count * widthOf(v.Type) / 8 }

// Instruction is an instruction.
type Instruction struct {
	Line      int
	Guard     string // a register, or ""
	Not       bool
	Op        string
	Arguments []Argument
}

// Argument is an argument of an instruction.
type Argument struct {
	Words   []string // registers, numbers or names: a single one, or the ones in braces
	Braces  bool
	Address bool
	Offset  int64
	Second  string // the predicate after "|"
}

func (a Argument) word() string { return a.Words[0] }

var (
	comment   = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	register  = regexp.MustCompile(`\.reg\s+\.(\w+)\s+(%[a-z]+)<(\d+)>`)
	lone      = regexp.MustCompile(`^\.reg\s+\.(\w+)\s+(%?\w+)$`)
	parameter = regexp.MustCompile(`\.param\s+\.(\w+)(\s+\.ptr(?:\s+\.global)?(?:\s+\.align\s+(\d+))?)?\s+(\w+)`)
	memory    = regexp.MustCompile(`\.(shared|local)\s+\.align\s+(\d+)\s+\.(\w+)\s+(\w+)\[(\d+)\]`)
	requested = regexp.MustCompile(`^\.extern\s+\.shared\s+\.align\s+(\d+)\s+\.b8\s+(\w+)\[\];$`)
	entry     = regexp.MustCompile(`\.entry\s+([\w$]+)\s*\(`)
	threads   = regexp.MustCompile(`\.(?:reqntid|maxntid)\s+(\d+)(?:,\s*(\d+))?(?:,\s*(\d+))?`)
	labelled  = regexp.MustCompile(`^([\w$]+):`)
)

// widthOf returns the bits of a type.
func widthOf(typ string) int {
	if typ == "pred" {
		return 1
	}
	n, _ := strconv.Atoi(strings.TrimLeft(typ, "bfus"))
	return n
}

// Parse reads a file of PTX with kernels only.
func Parse(text string) (*Module, error) {
	text = comment.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	m := &Module{}
	p := &parser{module: m}
	for i, line := range strings.Split(text, "\n") {
		for rest := strings.TrimSpace(line); rest != ""; {
			var err error
			if rest, err = p.text(rest, i+1); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	if p.pending != "" || p.entry != nil {
		return nil, fmt.Errorf("the file ends in %q", p.pending)
	}
	return m, nil
}

type parser struct {
	module    *Module
	requested []Variable // memory whose size a launch says
	entry     *Entry
	head      bool   // the parameters, or the directives before the body
	depth     int    // depth of blocks in the body
	pending   string // the first lines of a statement
}

// text reads a line, or the first statement in it, and returns the rest.
func (p *parser) text(s string, number int) (rest string, err error) {
	switch {
	case strings.HasPrefix(s, ".version "):
		p.module.Version = strings.Fields(s)[1]
	case strings.HasPrefix(s, ".target "):
		p.module.Target = strings.Trim(strings.Fields(s)[1], ",")
	case s == ".address_size 64", strings.HasPrefix(s, ".file "), strings.HasPrefix(s, ".loc "), strings.HasPrefix(s, ".pragma "):
	case p.entry == nil && requested.MatchString(s):
		g := requested.FindStringSubmatch(s)
		p.requested = append(p.requested, Variable{Space: "shared", Name: g[2], Type: "b8", Align: atoi(g[1])})
	case p.entry == nil:
		g := entry.FindStringSubmatch(s)
		if g == nil {
			return "", fmt.Errorf("unknown text %q", s)
		}
		p.entry = &Entry{Name: g[1], Registers: map[string]string{}, Variables: map[string]Variable{}, Labels: map[string]int{}}
		for _, v := range p.requested {
			p.entry.Variables[v.Name] = v
		}
		p.head = true
	case p.head:
		return "", p.header(s)
	case p.pending == "" && s[0] == '{':
		p.depth++
		return strings.TrimSpace(s[1:]), nil
	case p.pending == "" && s[0] == '}' && p.depth > 0:
		p.depth--
		return strings.TrimSpace(s[1:]), nil
	case p.pending == "" && s[0] == '}':
		p.module.Entries = append(p.module.Entries, p.entry)
		p.entry = nil
		return strings.TrimSpace(s[1:]), nil
	default:
		if g := labelled.FindStringSubmatch(s); g != nil && p.pending == "" {
			if _, twice := p.entry.Labels[g[1]]; twice {
				return "", fmt.Errorf("label %s is there twice", g[1])
			}
			p.entry.Labels[g[1]] = len(p.entry.Code)
			return strings.TrimSpace(s[len(g[0]):]), nil
		}
		first, rest, ended := strings.Cut(s, ";")
		p.pending = strings.TrimSpace(p.pending + " " + first)
		if !ended {
			return "", nil
		}
		statement := p.pending
		p.pending = ""
		return strings.TrimSpace(rest), p.statement(statement, number)
	}
	return "", nil
}

func (p *parser) header(s string) error {
	if s == "{" {
		p.head = false
		return nil
	}
	if g := threads.FindStringSubmatch(s); g != nil {
		for d := range p.entry.Threads {
			p.entry.Threads[d] = max(1, atoi(g[d+1]))
		}
		return nil
	}
	for _, g := range parameter.FindAllStringSubmatch(s, -1) {
		p.entry.Parameters = append(p.entry.Parameters, Variable{Space: "param", Name: g[4], Type: g[1], Count: 1, Align: atoi(g[3]), Pointer: g[2] != ""})
	}
	return nil
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// statement reads a declaration or an instruction.
func (p *parser) statement(s string, number int) error {
	e := p.entry
	if g := lone.FindStringSubmatch(s); g != nil {
		e.Registers[g[2]] = g[1]
		return nil
	}
	if g := register.FindStringSubmatch(s); g != nil {
		for i := range atoi(g[3]) {
			e.Registers[fmt.Sprint(g[2], i)] = g[1]
		}
		return nil
	}
	if g := memory.FindStringSubmatch(s); g != nil {
		v := Variable{Space: g[1], Name: g[4], Type: g[3], Count: atoi(g[5]), Align: atoi(g[2])}
		for _, other := range e.Variables {
			if other.Space == v.Space {
				v.Offset += (other.Bytes() + 15) / 16 * 16
			}
		}
		e.Variables[v.Name] = v
		return nil
	}
	if strings.HasPrefix(s, ".") {
		return fmt.Errorf("unknown directive %q", s)
	}
	in := &Instruction{Line: number}
	if g, rest, ok := strings.Cut(s, " "); ok && g[0] == '@' {
		in.Guard, s = strings.TrimPrefix(g, "@"), strings.TrimSpace(rest)
		in.Guard, in.Not = strings.CutPrefix(in.Guard, "!")
	}
	at := strings.IndexAny(s, " \t")
	if at < 0 {
		in.Op = s
	} else {
		in.Op = s[:at]
		for _, word := range splitArguments(s[at:]) {
			a, err := parseArgument(word)
			if err != nil {
				return err
			}
			in.Arguments = append(in.Arguments, a)
		}
	}
	e.Code = append(e.Code, in)
	return nil
}

// splitArguments splits at commas outside of braces.
func splitArguments(s string) (list []string) {
	depth, first := 0, 0
	for i, c := range s {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ',' && depth == 0:
			list = append(list, strings.TrimSpace(s[first:i]))
			first = i + 1
		}
	}
	return append(list, strings.TrimSpace(s[first:]))
}

var addressed = regexp.MustCompile(`^\[([%\w$]+)(?:\s*([+-])\s*(-?\d+))?\]$`)

func parseArgument(s string) (a Argument, err error) {
	switch {
	case s == "":
		return a, fmt.Errorf("an argument is missing")
	case s[0] == '{':
		a.Braces = true
		for _, w := range strings.Split(strings.Trim(s, "{}"), ",") {
			a.Words = append(a.Words, strings.TrimSpace(w))
		}
	case s[0] == '[':
		g := addressed.FindStringSubmatch(s)
		if g == nil {
			return a, fmt.Errorf("%q is no address", s)
		}
		a.Address, a.Words = true, []string{g[1]}
		a.Offset, _ = strconv.ParseInt(g[3], 10, 64)
		if g[2] == "-" {
			a.Offset = -a.Offset
		}
	default:
		first, second, _ := strings.Cut(s, "|")
		a.Words, a.Second = []string{first}, second
	}
	if slices.Contains(a.Words, "") {
		return a, fmt.Errorf("%q has an empty word", s)
	}
	return a, nil
}
