package ptxtest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Check compares every instruction of a module with the rules of PTX: the types and widths of its
// registers, each of which must be declared and set by some instruction; where immediates are
// allowed; the state space and the width of accesses; labels.
func Check(m *Module) (problems []error) {
	if m.Version == "" || m.Target == "" {
		problems = append(problems, fmt.Errorf("no version or no target"))
	}
	for _, e := range m.Entries {
		c := &checker{Entry: e, set: map[string]bool{}}
		for _, in := range e.Code {
			c.collect(in)
		}
		for _, in := range e.Code {
			c.in = in
			c.instruction()
		}
		if n := len(e.Code); n == 0 || e.Code[n-1].Op != "ret" {
			c.report("%s does not end in ret", e.Name)
		}
		problems = append(problems, c.problems...)
	}
	return problems
}

type checker struct {
	*Entry
	in       *Instruction
	set      map[string]bool // registers that instructions set
	sinks    bool            // an argument may be "_", a result that is not needed
	problems []error
}

func (c *checker) report(format string, args ...any) {
	line := 0
	if c.in != nil {
		line = c.in.Line
	}
	c.problems = append(c.problems, fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...)))
}

// collect notes the registers that an instruction sets.
func (c *checker) collect(in *Instruction) {
	name, _, _ := strings.Cut(in.Op, ".")
	if len(in.Arguments) == 0 || slices.Contains([]string{"st", "bra", "bar", "cp"}, name) {
		return
	}
	for _, w := range in.Arguments[0].Words {
		c.set[w] = true
	}
	c.set[in.Arguments[0].Second] = true
}

// types returns the types at the end of an instruction: cvt.rn.f32.s32 has f32 and s32.
func types(op string) (before, last string) {
	parts := strings.Split(op, ".")
	last = parts[len(parts)-1]
	if len(parts) > 1 {
		before = parts[len(parts)-2]
	}
	return before, last
}

func (c *checker) instruction() {
	in := c.in
	if in.Guard != "" {
		c.register(in.Guard, "pred", false)
	}
	for _, r := range instructions {
		if r.op.MatchString(in.Op) {
			c.arguments(strings.Fields(r.arguments))
			return
		}
	}
	c.report("unknown instruction %q", in.Op)
}

func (c *checker) arguments(rule []string) {
	in := c.in
	before, last := types(in.Op)
	if len(rule) == 1 && rule[0] == "mov" {
		c.move(last)
		return
	}
	if len(rule) == 1 && rule[0] == "mma" {
		c.matrix()
		return
	}
	if len(rule) == 1 && rule[0] == "copy" {
		c.copy()
		return
	}
	if len(rule) != len(in.Arguments) {
		c.report("%s has %d arguments, expected %d", in.Op, len(in.Arguments), len(rule))
		return
	}
	for i, what := range rule {
		a := in.Arguments[i]
		what, immediate := strings.CutPrefix(what, "(")
		what, wider := strings.CutSuffix(strings.TrimSuffix(what, ")"), "~")
		what, pair := strings.CutSuffix(what, "|")
		typ := what
		switch what {
		case "T", "S":
			typ = last
		case "T1":
			typ = before
		case "W":
			typ = fmt.Sprint("b", 2*widthOf(last))
		case "label":
			if _, ok := c.Labels[a.word()]; !ok {
				c.report("no label %s", a.word())
			}
			continue
		case "immediate":
			if _, err := strconv.Atoi(a.word()); err != nil {
				c.report("%s is no number", a.word())
			}
			continue
		case "address":
			c.address(a, last)
			continue
		case "vector":
			c.vector(a, last)
			continue
		case "rows": // a register for each matrix
			if _, n, _ := strings.Cut(in.Op, ".m8n8.x"); !a.Braces || n[:1] != strconv.Itoa(len(a.Words)) {
				c.report("%s has %d registers", in.Op, len(a.Words))
			}
			for _, w := range a.Words {
				c.operand(w, "b32", false, false)
			}
			continue
		}
		if a.Braces || a.Address || a.Second != "" && !pair {
			c.report("argument %d of %s has another form", i, in.Op)
			continue
		}
		if pair && a.Second != "" {
			c.register(a.Second, "pred", false)
		}
		c.operand(a.word(), typ, immediate && i > 0, wider)
	}
}

var (
	decimal   = regexp.MustCompile(`^-?\d+$`)
	hexadigit = regexp.MustCompile(`^0x[0-9A-F]+$`)
	single    = regexp.MustCompile(`^0f[0-9A-F]{8}$`)
	twice     = regexp.MustCompile(`^0d[0-9A-F]{16}$`)
)

// operand checks a register, or an immediate of a type.
func (c *checker) operand(word, typ string, immediate, wider bool) {
	if _, named := c.Registers[word]; named || strings.HasPrefix(word, "%") {
		c.register(word, typ, wider)
		return
	}
	if word == "_" && c.sinks {
		return
	}
	fits := false
	switch {
	case !immediate:
		c.report("%s is no register", word)
		return
	case decimal.MatchString(word):
		n, err := strconv.ParseInt(word, 10, 64)
		if u, uerr := strconv.ParseUint(word, 10, 64); uerr == nil && err != nil {
			n, err = int64(u), nil
		}
		w := widthOf(typ)
		fits = err == nil && (w == 64 || n >= -1<<(w-1) && n < 1<<w) && typ[0] != 'f'
	case hexadigit.MatchString(word):
		fits = typ[0] != 'f' && len(word)-2 <= widthOf(typ)/4
	case single.MatchString(word):
		fits = widthOf(typ) == 32 && typ[0] != 'u' && typ[0] != 's'
	case twice.MatchString(word):
		fits = widthOf(typ) == 64 && typ[0] != 'u' && typ[0] != 's'
	}
	if !fits {
		c.report("%s is no number of type %s", word, typ)
	}
}

// register checks a register: its width must equal the width of the type, or may be greater if wider
// is set, and its type must be untyped or of the same kind.
func (c *checker) register(word, typ string, wider bool) {
	have, ok := c.Registers[word]
	switch w := widthOf(typ); {
	case !ok:
		c.report("%s is not declared", word)
	case !c.set[word]:
		c.report("%s is set nowhere", word)
	case (have == "pred") != (typ == "pred"):
		c.report("%s is of type %s, expected %s", word, have, typ)
	case widthOf(have) != w && !(wider && widthOf(have) > w):
		c.report("%s has %d bits, expected %d", word, widthOf(have), w)
	case have[0] == 'f' && (typ[0] == 'u' || typ[0] == 's'), (have[0] == 'u' || have[0] == 's') && typ[0] == 'f':
		c.report("%s is of type %s, expected %s", word, have, typ)
	}
}

// move checks mov: between registers, from a constant, a position or the address of a variable, and
// between a register and its parts.
func (c *checker) move(typ string) {
	if len(c.in.Arguments) != 2 {
		c.report("mov has %d arguments", len(c.in.Arguments))
		return
	}
	to, from := c.in.Arguments[0], c.in.Arguments[1]
	switch {
	case to.Braces && from.Braces:
		c.report("mov has parts on both sides")
	case to.Braces || from.Braces:
		whole, parts := from, to
		if from.Braces {
			whole, parts = to, from
		}
		c.sinks = to.Braces
		for _, w := range parts.Words {
			c.operand(w, fmt.Sprint("b", widthOf(typ)/len(parts.Words)), false, false)
		}
		c.sinks = false
		c.operand(whole.word(), typ, false, false)
	default:
		c.operand(to.word(), typ, false, false)
		if v, ok := c.Variables[from.word()]; ok {
			if w := widthOf(typ); w != 64 && (w != 32 || v.Space != "shared") {
				c.report("the address of %s has another width", v.Name)
			}
		} else if !specials.MatchString(from.word()) || widthOf(typ) != 32 {
			c.operand(from.word(), typ, true, false)
		}
	}
}

// spaceOf returns the state space of an access.
func spaceOf(op string) string {
	for part := range strings.SplitSeq(op, ".") {
		if slices.Contains([]string{"param", "global", "shared", "local"}, part) {
			return part
		}
	}
	return ""
}

// address checks an address: a variable of the space, or a register of 64 bits, or of 32 for workgroup
// memory.
func (c *checker) address(a Argument, typ string) {
	space, word := spaceOf(c.in.Op), a.word()
	if !a.Address {
		c.report("%s is no address", word)
		return
	}
	if strings.HasPrefix(word, "%") {
		have := c.Registers[word]
		if space == "param" || widthOf(have) != 64 && !(widthOf(have) == 32 && space == "shared") {
			c.report("%s of type %s is no address in %s memory", word, have, space)
		}
		if !c.set[word] {
			c.report("%s is set nowhere", word)
		}
		return
	}
	for _, p := range c.Parameters {
		if p.Name == word {
			if space != "param" || a.Offset+int64(widthOf(typ)/8) > int64(p.Bytes()) {
				c.report("parameter %s is accessed as %s in %s memory", word, typ, space)
			}
			return
		}
	}
	if v, ok := c.Variables[word]; !ok || v.Space != space {
		c.report("%s is no variable in %s memory", word, space)
	}
}

// vector checks the registers of an access, which are as many as the instruction says.
func (c *checker) vector(a Argument, typ string) {
	n := 1
	for _, p := range strings.Split(c.in.Op, ".") {
		if len(p) == 2 && p[0] == 'v' {
			n = atoi(p[1:])
		}
	}
	if len(a.Words) != n || a.Braces != (n > 1) {
		c.report("%s has %d registers, expected %d", c.in.Op, len(a.Words), n)
	}
	if n*widthOf(typ) > 128 {
		c.report("%s is wider than 16 bytes", c.in.Op)
	}
	c.sinks = n > 1 && strings.HasPrefix(c.in.Op, "ld.")
	for _, w := range a.Words {
		c.operand(w, typ, strings.HasPrefix(c.in.Op, "st."), true)
	}
	c.sinks = false
}

// matrix checks a matrix instruction.
func (c *checker) matrix() {
	parts := strings.Split(c.in.Op, ".")
	n, ok := matrices[strings.Join(append([]string{parts[3]}, parts[6:]...), ".")]
	if !ok || len(c.in.Arguments) != 4 {
		c.report("unknown matrix instruction %s", c.in.Op)
		return
	}
	for i, want := range []int{n[2], n[0], n[1], n[2]} {
		a := c.in.Arguments[i]
		if len(a.Words) != want || !a.Braces {
			c.report("argument %d of %s has %d registers, expected %d", i, c.in.Op, len(a.Words), want)
		}
		typ := "b32"
		if parts[6] == "f64" {
			typ = "f64"
		}
		for _, w := range a.Words {
			c.operand(w, typ, false, false)
		}
	}
}
