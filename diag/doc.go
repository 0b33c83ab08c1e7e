package diag

import "strings"

// Doc explains a code. Every package that makes errors has a table of codes; the command
// implements `explain` with these tables, and the tests run every example and expect its
// code.
type Doc struct {
	Code string // as it is printed, "poplar.addr-align"
	Text string // the fault, and why it matters
	Fix  string // how to fix it
	// Example is a complete input that gives the error; "" if only callers of Go
	// functions can get it.
	Example string
	// Command is the command line before the name of the file; "" means DefaultCommand.
	Command string
}

// DefaultCommand gives the errors of most examples.
const DefaultCommand = "build --target ipu2 -o out"

// Named reports whether the code is called name, which may lack the prefix.
func (d *Doc) Named(name string) bool {
	return d.Code == name || strings.HasSuffix(d.Code, "."+name)
}

// CommandLine returns the arguments of the tool that give the error.
func (d *Doc) CommandLine() string {
	if d.Command == "" {
		return DefaultCommand
	}
	return d.Command
}
