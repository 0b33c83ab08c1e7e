package optmain

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"optc/diag"
	"optc/lower"
	"optc/passes"
)

// flag declares one option of the command line. The table of flags feeds the
// parser of command lines and the help.
type flag struct {
	name  string
	group string
	help  string
	// value names the value in the help; "" marks a switch, which takes true or
	// false and may stand alone. optional values may be left out.
	value    string
	optional bool
	hidden   bool // known for the sake of mlir-opt's users, not in the help
	set      func(text string) error
	// words are the values that a shell offers; nil if there are too many.
	words func(t *tool) []string
}

// offers says which values a shell offers.
func (f *flag) offers(words func(t *tool) []string) *flag {
	f.words = words
	return f
}

// targetNames are the values of a flag that names a target.
func targetNames(t *tool) []string { return lower.TargetNames(lower.Targets(t.Programs)) }

// passNames are the values of a flag that names a pass.
func passNames(t *tool) []string { return t.Passes.Names() }

// switchFlag is a flag that turns something on.
func switchFlag(name string, v *bool, help string) *flag {
	return &flag{name: name, help: help, set: func(text string) error {
		switch text {
		case "", "true", "TRUE", "True", "1":
			*v = true
		case "false", "FALSE", "False", "0":
			*v = false
		default:
			return fmt.Errorf("expects true or false, but got '%s'", text)
		}
		return nil
	}}
}

// textFlag is a flag with any text as its value; given more than once, the last
// one counts.
func textFlag(name, value string, v *string, help string) *flag {
	return &flag{name: name, value: value, help: help, set: func(text string) error {
		*v = text
		return nil
	}}
}

// listFlag is a flag whose values, separated by commas, add up.
func listFlag(name, value string, v *[]string, help string) *flag {
	return &flag{name: name, value: value, help: help, set: func(text string) error {
		*v = append(*v, strings.Split(text, ",")...)
		return nil
	}}
}

// repeatedFlag is a flag whose values add up, one for each time that it is given.
func repeatedFlag(name, value string, v *[]string, help string) *flag {
	return &flag{name: name, value: value, help: help, set: func(text string) error {
		*v = append(*v, text)
		return nil
	}}
}

// numberFlag is a flag with a number that is at least min.
func numberFlag(name string, v **int, min int, help string) *flag {
	return &flag{name: name, value: "n", help: help, set: func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < min {
			return fmt.Errorf("expects a number of at least %d, but got '%s'", min, text)
		}
		*v = &n
		return nil
	}}
}

// choiceFlag is a flag with one of several words as its value.
func choiceFlag(name string, v *string, help string, words ...string) *flag {
	f := &flag{name: name, value: strings.Join(words, "|"), help: help, set: func(text string) error {
		for _, w := range words {
			if w == text {
				*v = text
				return nil
			}
		}
		return fmt.Errorf("expects one of %s, but got '%s'%s", strings.Join(words, ", "), text, diag.DidYouMean(text, words))
	}}
	return f.offers(func(*tool) []string { return words })
}

// optionalChoiceFlag is a choiceFlag that means the first of the words when it stands
// alone.
func optionalChoiceFlag(name string, v *string, help string, words ...string) *flag {
	f := choiceFlag(name, v, help, words...)
	set := f.set
	f.optional, f.set = true, func(text string) error { return set(cmp.Or(text, words[0])) }
	return f
}

// grouped puts flags under a heading of the help.
func grouped(group string, flags ...*flag) []*flag {
	for _, f := range flags {
		f.group = group
	}
	return flags
}

// passFlag is a pass that the command line names, with its options.
type passFlag struct{ name, options string }

// parseFlags reads a command line into the flags' variables. It returns what is
// no flag, and the flags that name passes in their order. One dash is as good as
// two, and a single dash is a file name.
func parseFlags(args []string, flags []*flag, r *passes.Registry) (files []string, steps []passFlag, err error) {
	byName := make(map[string]*flag, len(flags))
	for _, f := range flags {
		byName[f.name] = f
	}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(files, args[i+1:]...), steps, nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			files = append(files, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := byName[name]
		switch {
		case f == nil && r != nil && (r.Pass(name) != nil || r.Pipeline(name) != nil):
			steps = append(steps, passFlag{name, value})
			continue
		case f == nil:
			return nil, nil, unknownFlag(arg, name, flags, r)
		case f.value != "" && !f.optional && !hasValue:
			if i++; i == len(args) {
				return nil, nil, fmt.Errorf("flag '%s' requires a value: %s", f.dashed(), f.spelling())
			}
			value = args[i]
		}
		if err := f.set(value); err != nil {
			return nil, nil, fmt.Errorf("flag '%s' %w", f.dashed(), err)
		}
	}
	return files, steps, nil
}

func unknownFlag(arg, name string, flags []*flag, r *passes.Registry) error {
	var names []string
	for _, f := range flags {
		if !f.hidden {
			names = append(names, f.name)
		}
	}
	if r != nil {
		names = append(names, r.Names()...)
	}
	suggestion := ""
	if s := diag.Suggest(name, names); s != "" {
		suggestion = "; did you mean '--" + s + "'?"
	}
	return fmt.Errorf("unknown flag '%s'%s", arg, suggestion)
}
