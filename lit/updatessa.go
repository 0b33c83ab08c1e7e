package lit

import (
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/lazyre"
	"optc/internal/tool/filecheck"
)

// names turns the value names of printed IR into FileCheck variables. A name
// that a directive has captured keeps the variable of that directive.
type names struct {
	vars    filecheck.Variables // values by variable
	byValue map[string]string   // variables by value
	prefer  []string            // names for the next new variables: the names of a replaced directive
	literal bool                // values keep their names: the block captures none
	aliases []*alias
	needed  map[*alias]bool // aliases that no directive captures yet
}

func newNames(global filecheck.Variables, aliases []*alias) *names {
	n := &names{vars: filecheck.Variables{}, byValue: map[string]string{}, aliases: aliases, needed: map[*alias]bool{}}
	for k, v := range global {
		n.vars[k] = v
	}
	for _, a := range aliases {
		if a.variable != "" {
			n.vars[a.variable] = a.name[1:]
		}
	}
	n.sync()
	return n
}

// spelledOut reports whether directives name values and capture none of them.
func spelledOut(units []unit) bool {
	named := false
	for _, un := range units {
		for _, d := range un.directives {
			if strings.Contains(d.Text, "%[[") || strings.Contains(d.Text, "[[%") {
				return false
			}
			named = named || strings.Contains(d.Text, "%")
		}
	}
	return named
}

// sync takes over the variables that a directive has just captured.
func (n *names) sync() {
	for name, value := range n.vars {
		if value != "" {
			n.byValue[value] = name
		}
	}
}

// irName matches strings, value names and aliases. Names in strings are not changed.
var irName = lazyre.New(`"(?:[^"\\]|\\.)*"|%[A-Za-z0-9_$.-]+|[#!][A-Za-z_][A-Za-z0-9_$-]*[.<]?|\[\[+|\{\{+`)

// pattern returns a FileCheck pattern for a line of IR.
func (n *names) pattern(line string) string {
	return irName().ReplaceAllStringFunc(strings.TrimSpace(line), func(s string) string {
		switch s[0] {
		case '%':
			return n.value(s)
		case '#', '!':
			return n.alias(s)
		case '"':
			return escapeBrackets(s)
		default:
			return escapeBrackets(s)
		}
	})
}

var brackets = lazyre.New(`\[\[+|\{\{+`)

// escapeBrackets hides text that FileCheck would read as a block or an expression.
func escapeBrackets(s string) string {
	return brackets().ReplaceAllStringFunc(s, func(b string) string {
		return "{{" + strings.Repeat("["+b[:1]+"]", len(b)) + "}}"
	})
}

// value returns the variable for a value name, defining it if it is new.
func (n *names) value(name string) string {
	if v, ok := n.byValue[name]; ok { // the variable also contains the '%'
		return "[[" + v + "]]"
	}
	text := name[1:]
	if v, ok := n.byValue[text]; ok {
		return "%[[" + v + "]]"
	}
	if n.literal {
		return name
	}
	v := n.fresh(n.choose(text))
	n.vars[v], n.byValue[text] = text, v
	return "%[[" + v + ":.+]]"
}

// choose returns the name of a new variable for a value.
func (n *names) choose(text string) string {
	for len(n.prefer) > 0 {
		name := n.prefer[0]
		n.prefer = n.prefer[1:]
		if _, taken := n.vars[name]; !taken {
			return name
		}
	}
	return variableName(text)
}

// replacing returns a pattern for a line that replaces a directive; its new variables get
// the names of the directive's variables.
func (n *names) replacing(d *filecheck.Directive, line string) string {
	n.prefer = d.Defines()
	defer func() { n.prefer = nil }()
	return n.pattern(line)
}

// fresh makes a variable name unique.
func (n *names) fresh(base string) string {
	name := base
	for i := 0; ; i++ {
		if _, taken := n.vars[name]; !taken {
			return name
		}
		name = base + "_" + strconv.Itoa(i)
	}
}

var notInVariables = lazyre.New(`[^A-Z0-9_]`)

// variableName makes "C0" of "c0" and "VAL_0" of "0".
func variableName(text string) string {
	name := notInVariables().ReplaceAllString(strings.ToUpper(text), "_")
	if name[0] >= '0' && name[0] <= '9' {
		return "VAL_" + name
	}
	return name
}

// alias returns the variable for an alias, e.g. "#map". Attributes and types of dialects,
// e.g. "#gpu.address_space" or "!llvm.ptr", are not changed.
func (n *names) alias(s string) string {
	i := slices.IndexFunc(n.aliases, func(a *alias) bool { return a.name == s })
	if i < 0 {
		return s
	}
	if v, ok := n.byValue[s]; ok {
		return "[[" + v + "]]"
	}
	v, ok := n.byValue[s[1:]]
	if !ok {
		v = n.fresh("$" + variableName(s[1:]))
		n.vars[v], n.byValue[s[1:]] = s[1:], v
		n.aliases[i].variable = v
		n.needed[n.aliases[i]] = true
	}
	return s[:1] + "[[" + v + "]]"
}

// definitions returns the patterns that set the variables of the needed aliases,
// in the order of the output.
func (n *names) definitions() []string {
	patterns := map[*alias]string{}
	for len(patterns) < len(n.needed) { // a definition may need other definitions
		for a := range n.needed {
			if _, done := patterns[a]; !done {
				patterns[a] = a.name[:1] + "[[" + a.variable + ":.+]] = " + n.pattern(a.definition)
			}
		}
	}
	var out []string
	for _, a := range n.aliases {
		if p, ok := patterns[a]; ok {
			out = append(out, p)
		}
	}
	return out
}
