package lower

import (
	"context"

	"optc/ir"
)

// Export writes what a module declares as sources for other tools of its family:
// C or C++ for a compiler, constants for an assembler.
type Export struct {
	Doc      string // what is written, in a sentence or two
	Pipeline string // passes that make the module ready
	// Write returns the texts by the names of their files. Parts of the module that
	// cannot be written are reported to the sink.
	Write func(module *ir.Operation, sink ir.Sink) (map[string][]byte, error)
}

// Import reads sources of other tools of a family.
type Import struct {
	Doc        string   // what is read, in a sentence or two
	Extensions []string // of the files: ".cpp"
	Target     string   // for which files are read if nobody says another one
	// Read returns a module for a target with what the files declare. Declarations
	// that cannot be read go to the sink, one message each, and do not stop the
	// others; then the error is an ir.Errors and the module holds what was read.
	Read func(ctx context.Context, c *ir.Context, o ImportOptions, sink ir.Sink) (module *ir.Operation, err error)
}

// ImportOptions are the settings of an import.
type ImportOptions struct {
	Files   []string // in the order in which they are read
	Folders []string // where included files are looked up, besides the folder of the file
	Defines []string // macros, NAME or NAME=value
	Target  string   // name of a target
	// Open returns the content of a file.
	Open func(name string) ([]byte, error)
}
