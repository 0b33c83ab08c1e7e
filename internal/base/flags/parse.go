package flags

import (
	"errors"
	"fmt"
	"strings"

	"optc/diag"
)

// ErrStop is returned by [Flag.Set] to end the parsing without an error, as --help does.
var ErrStop = errors.New("no further arguments are read")

// Parser reads command lines. One dash is as good as two, a single dash is no flag,
// and "--" ends the flags.
type Parser struct {
	Flags []*Flag
	// FlagsFirst ends the flags at the first argument that is none.
	FlagsFirst bool
	// Undeclared handles a flag that Flags does not contain, and reports whether it is
	// known; nil if all flags are declared.
	Undeclared func(name, value string) bool
	// Suggested returns further names that an unknown flag may be a misspelling of, besides the names
	// in Flags.
	Suggested func() []string
}

// Parse sets the flags' variables and returns the other arguments. Its error is an
// [*Error].
func (p *Parser) Parse(args []string) (rest []string, err error) {
	byName := make(map[string]*Flag, len(p.Flags))
	var joined []*Flag
	for _, f := range p.Flags {
		if f.Joined {
			joined = append(joined, f)
		} else {
			byName[f.Name] = f
		}
	}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(rest, args[i+1:]...), nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			if p.FlagsFirst {
				return args[i:], nil
			}
			rest = append(rest, arg)
			continue
		}
		text := strings.TrimPrefix(arg[1:], "-")
		name, value, hasValue := strings.Cut(text, "=")
		f := byName[name]
		if f == nil {
			if f, value = cutJoined(joined, text, value); f != nil {
				hasValue = value != ""
			}
		}
		switch {
		case f == nil && p.Undeclared != nil && p.Undeclared(name, value):
			continue
		case f == nil:
			return nil, &Error{Arg: arg, Name: name, Meant: p.suggest(name)}
		case f.Joined && !hasValue:
			return nil, &Error{Arg: arg, Name: name, Flag: f}
		case f.NeedsValue() && !hasValue:
			if i++; i == len(args) {
				return nil, &Error{Arg: arg, Name: name, Flag: f}
			}
			value = args[i]
		}
		switch err := f.Set(value); {
		case err == ErrStop:
			return rest, nil
		case err != nil:
			return nil, &Error{Arg: arg, Name: name, Flag: f, Value: value, Err: err}
		}
	}
	return rest, nil
}

// cutJoined returns the joined flag that text begins with, and its value. Without
// such a flag it returns value.
func cutJoined(joined []*Flag, text, value string) (*Flag, string) {
	for _, f := range joined {
		if v, ok := strings.CutPrefix(text, f.Name); ok {
			return f, v
		}
	}
	return nil, value
}

// suggest returns the name that a misspelt name probably means, or "".
func (p *Parser) suggest(name string) string {
	var names []string
	for _, f := range Visible(p.Flags) {
		names = append(names, f.Name)
	}
	if p.Suggested != nil {
		names = append(names, p.Suggested()...)
	}
	return diag.Suggest(name, names)
}

// Error is a mistake in a command line: an unknown flag if Flag is nil, a missing
// value if Err is nil, otherwise a wrong value.
type Error struct {
	Arg   string // the argument
	Name  string // the flag in Arg, without dashes and value
	Meant string // the name of the flag that an unknown flag probably means, or ""
	Flag  *Flag
	Value string
	Err   error // of Flag.Set
}

func (e *Error) Error() string {
	switch {
	case e.Flag == nil && e.Meant != "":
		return fmt.Sprintf("unknown flag '%s'; did you mean '--%s'?", e.Arg, e.Meant)
	case e.Flag == nil:
		return fmt.Sprintf("unknown flag '%s'", e.Arg)
	case e.Err == nil:
		return fmt.Sprintf("flag '%s' requires a value: %s", e.Flag.Dashed(), e.Flag.Spelling())
	}
	return fmt.Sprintf("flag '%s' %v", e.Flag.Dashed(), e.Err)
}

// Unwrap returns the error of [Flag.Set].
func (e *Error) Unwrap() error { return e.Err }
