package lower

import "optc/ir"

// Export writes what a module declares as sources for other tools of its family:
// C or C++ for a compiler, constants for an assembler.
type Export struct {
	Doc      string // what is written, in a sentence or two
	Pipeline string // passes that make the module ready, "" for none
	// Write returns the texts by the names of their files. What cannot be written
	// goes to the sink.
	Write func(module *ir.Operation, sink ir.Sink) (map[string][]byte, error)
}
