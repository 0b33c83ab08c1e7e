package lower

import (
	"cmp"
	"context"
	"strings"

	"optc/diag"
	"optc/ir"
)

// Export writes the declarations of a module as sources for other tools of its family: C
// or C++ for a compiler, constants for an assembler.
type Export struct {
	Doc      string // the written sources, in a sentence or two
	Pipeline string // passes that prepare the module
	// Write returns the texts by file name. Parts of the module that cannot be written
	// are reported to the sink.
	Write func(module *ir.Operation, sink ir.Sink) (map[string][]byte, error)
	// Probe returns the texts of a program that measures a target's figures, by file name; nil if there is none.
	Probe func(target string) (map[string][]byte, error)
	// Languages lists further languages, which the flag --language selects.
	Languages []Language
}

// Language is a further language in which a module can be written.
type Language struct {
	Name     string // on the command line, such as "c++"
	Doc      string // the written sources, in a sentence or two
	Pipeline string // passes that prepare the module; "" for those of the usual language
	Write    WriteSources
}

// WriteSources is like [Export.Write] for a module some parts of which may come from other sources:
// open returns the content of a source, by the name in the locations of these parts.
type WriteSources func(module *ir.Operation, open func(name string) ([]byte, error), sink ir.Sink) (map[string][]byte, error)

// Writer returns a language by its name, or the default language for "". The error code is
// export-language.
func (e *Export) Writer(language string) (*Language, error) {
	if language == "" {
		return &Language{Doc: e.Doc, Pipeline: e.Pipeline, Write: func(module *ir.Operation, _ func(string) ([]byte, error), sink ir.Sink) (map[string][]byte, error) {
			return e.Write(module, sink)
		}}, nil
	}
	var names []string
	for _, l := range e.Languages {
		if l.Name == language {
			l.Pipeline = cmp.Or(l.Pipeline, e.Pipeline)
			return &l, nil
		}
		names = append(names, l.Name)
	}
	err := diag.Errorf("export-language", "programs of this kind are not written in '%s'%s", language, diag.DidYouMean(language, names))
	if len(names) > 0 {
		err = err.Note("languages besides the usual one: %s", strings.Join(names, ", "))
	}
	return nil, err
}

// Import reads sources of other tools of a family.
type Import struct {
	Doc        string   // the sources that are read, in a sentence or two
	Extensions []string // of the files: ".cpp"
	Target     string   // the default target
	// Read returns a module for a target with the declarations of the files. Declarations
	// that cannot be read are reported to the sink, with a message each, and reading
	// continues; then the error is an ir.Errors and the module holds the declarations
	// that were read.
	Read func(ctx context.Context, c *ir.Context, o ImportOptions, sink ir.Sink) (module *ir.Operation, err error)
}

// ImportOptions are the settings of an import.
type ImportOptions struct {
	Files     []string // in the order in which they are read
	Folders   []string // folders searched for included files, in addition to the folder of the file
	Defines   []string // macros, NAME or NAME=value
	Undefined []string // macros of the target that are not defined
	Target    string   // name of a target
	// Declarations reads only declarations, no code.
	Declarations bool
	// Open returns the content of a file.
	Open func(name string) ([]byte, error)
}
