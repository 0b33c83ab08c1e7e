// Package flags is the command line of every command in the project. A flag is a
// Go value that feeds three readers: the parser of command lines, the help, and
// the completion of shells.
//
//	threads := new(int)
//	list := []*flags.Flag{
//		flags.Switch("text", &text, "write text too"),
//		flags.Number("threads", &threads, 1, "use at most that many threads"),
//	}
//	files, err := (&flags.Parser{Flags: list}).Parse(os.Args[1:])
//
// The errors of the parser are data, so that a command which imitates another tool can
// use that tool's wording.
package flags

import (
	"slices"
	"strings"
)

// Flag declares a flag.
type Flag struct {
	Name  string
	Group string // heading in the help
	Help  string
	// Value names the value in the help. "" marks a switch, which takes true or
	// false and may be given without either.
	Value    string
	Optional bool // the value may be left out
	Joined   bool // the value follows the name at once: -DNAME=text
	Hidden   bool // absent from the help, suggestions and completion
	// Default is the value used without the flag, for help that shows it separately from Help.
	Default string
	// Set receives the value, which is "" if it was omitted. Returning [Stop] ends the
	// parsing.
	Set func(text string) error
	// Words returns the values that a shell offers; it is nil if there are too many.
	Words func() []string
}

// Offers makes a shell offer values for the flag.
func (f *Flag) Offers(words func() []string) *Flag {
	f.Words = words
	return f
}

// Values returns a new list of the values that a shell offers.
func (f *Flag) Values() []string {
	if f.Words == nil {
		return nil
	}
	return slices.Clone(f.Words())
}

// NeedsValue reports whether the flag consumes the next argument if no "=" follows it.
func (f *Flag) NeedsValue() bool { return f.Value != "" && !f.Optional && !f.Joined }

// Dashed is the flag as it is usually written: a single dash for a letter, two dashes for
// a word.
func (f *Flag) Dashed() string {
	if len(f.Name) == 1 {
		return "-" + f.Name
	}
	return "--" + f.Name
}

// Spelling is the flag with a placeholder for its value.
func (f *Flag) Spelling() string {
	switch {
	case f.Value == "":
		return f.Dashed()
	case f.Optional:
		return f.Dashed() + "[=<" + f.Value + ">]"
	case len(f.Name) == 1:
		return f.Dashed() + " <" + f.Value + ">"
	}
	return f.Dashed() + "=<" + f.Value + ">"
}

// Grouped puts flags below a heading of the help.
func Grouped(group string, list ...*Flag) []*Flag {
	for _, f := range list {
		f.Group = group
	}
	return list
}

// Visible returns the flags that are not hidden.
func Visible(list []*Flag) (visible []*Flag) {
	for _, f := range list {
		if !f.Hidden {
			visible = append(visible, f)
		}
	}
	return visible
}

// Find returns the flag that an argument with its dashes names, or nil.
func Find(list []*Flag, dashed string) *Flag {
	name := strings.TrimLeft(dashed, "-")
	i := slices.IndexFunc(list, func(f *Flag) bool { return f.Name == name })
	if i < 0 || name == dashed {
		return nil
	}
	return list[i]
}
