package parser

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"optc/ir"
)

// Include is implemented by operations that stand for operations of another file. The function
// returns the name of the file, which is relative to the folder of the including file.
var Include = ir.NewInterface[func(op *ir.Operation) (file string)]("inclusion of a file")

// Declares is implemented by operations that are no symbols, but which a pass replaces by a
// symbol. The function returns the name of the symbol, "" if it is not known.
var Declares = ir.NewInterface[func(op *ir.Operation) (symbol string)]("declaration of a symbol")

// Lacks is implemented by symbols that may lack a part. The function returns a warning about the
// part, or nil if nothing is missing.
var Lacks = ir.NewInterface[func(op *ir.Operation) *ir.Diagnostic]("part that a symbol lacks")

// A ReadFile reads the module in a file. Operations that include files remain in it. If the
// function returns an error as well, the module has the operations without a mistake.
type ReadFile func(ctx context.Context, c *ir.Context, name string) (*ir.Operation, error)

// Including replaces the operations that include files, in the module of the file from, by the
// symbols of those files, and of the files that these include, that the module refers to, directly
// or through other symbols of the files. Each file is read once. A symbol of a file takes the place
// of the symbols with its name in the files that it includes. The other operations of an included
// file are left out.
func Including(read ReadFile, from string) Option {
	return func(c *config) { c.included, c.from = read, from }
}

// includeTree is a module with the files that it includes, directly or not.
type includeTree struct {
	ctx      context.Context
	context  *ir.Context
	read     ReadFile
	root     *includedFile
	known    map[string]*includedFile // by name
	places   map[string][]place       // places of each symbol, in the order of reading
	chosen   map[*ir.Operation]bool   // operations that the module refers to
	problems []*ir.Diagnostic
}

// includedFile is a file in a tree.
type includedFile struct {
	name    string
	module  *ir.Operation // nil if the file cannot be read
	err     error
	open    bool // its includes are being read
	emitted bool
	// parts are the files that it includes, nil for those that cannot be read, by the
	// operation that includes the file.
	parts map[*ir.Operation]*includedFile
}

// place is an operation that declares a symbol.
type place struct {
	file *includedFile
	op   *ir.Operation
}

// include replaces the operations of a module that include files.
func (c *config) include(ctx context.Context, irContext *ir.Context, module *ir.Operation) []*ir.Diagnostic {
	if len(includes(module)) == 0 {
		return nil
	}
	t := &includeTree{ctx: ctx, context: irContext, read: c.included, known: map[string]*includedFile{}, places: map[string][]place{}, chosen: map[*ir.Operation]bool{}}
	t.root = &includedFile{name: filepath.Clean(c.from), module: module}
	t.known[t.root.name] = t.root
	t.problems = t.visit(t.root)
	t.refer(module)
	for _, op := range includes(module) {
		if part := t.root.parts[op]; part != nil {
			t.emit(part, op)
			op.Erase()
		}
	}
	return t.problems
}

// includes returns the operations of a module that include files.
func includes(module *ir.Operation) (ops []*ir.Operation) {
	if module.NumRegions() == 0 || module.Region(0).Empty() {
		return nil
	}
	for op := range module.Body().Ops() {
		if _, ok := Include.Of(op); ok {
			ops = append(ops, op)
		}
	}
	return ops
}

// visit enters the symbols of a file and reads the files that it includes.
func (t *includeTree) visit(f *includedFile) (problems []*ir.Diagnostic) {
	f.open = true
	defer func() { f.open = false }()
	f.parts = map[*ir.Operation]*includedFile{}
	for op := range f.module.Body().Ops() {
		if name := symbolOf(op); name != "" {
			t.places[name] = append(t.places[name], place{f, op})
		}
	}
	for _, op := range includes(f.module) {
		named, _ := Include.Of(op)
		part, warnings := t.file(f, named(op))
		problems = append(problems, warnings...)
		switch {
		case part.open:
			problems = append(problems, op.Errorf("cannot include '%s': it includes this file", named(op)))
			continue
		case part.err != nil:
			problems = append(problems, notIncluded(op, named(op), part.err, part.module != nil))
		}
		if part.module != nil {
			f.parts[op] = part
		}
	}
	return problems
}

// file returns a file that another file includes, which is read if it is not known, with
// the warnings about the files that it includes.
func (t *includeTree) file(from *includedFile, name string) (part *includedFile, warnings []*ir.Diagnostic) {
	name = filepath.FromSlash(name)
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(from.name), name)
	}
	if part = t.known[filepath.Clean(name)]; part != nil {
		return part, nil
	}
	part = &includedFile{name: filepath.Clean(name)}
	t.known[part.name] = part
	if part.module, part.err = t.read(t.ctx, t.context, part.name); part.module == nil {
		return part, nil
	}
	problems := t.visit(part)
	if err := ir.ErrorsOf(problems); err != nil {
		part.module, part.err = nil, err
		return part, nil
	}
	return part, problems
}

// maxMistakes bounds the mistakes in a file that the message about the file lists.
const maxMistakes = 8

// notIncluded returns the error that a file cannot be included, with the first mistake in it as a
// note, or the warning that a part of the file cannot be included, with the mistakes in that part.
func notIncluded(op *ir.Operation, file string, err error, inPart bool) *ir.Diagnostic {
	var mistakes ir.Errors
	switch isList := errors.As(err, &mistakes) && len(mistakes) > 0; {
	case !isList:
		return op.Errorf("cannot include '%s': %v", file, err)
	case inPart:
		d := op.Warningf("cannot include all of '%s'", file)
		for _, m := range mistakes[:min(len(mistakes), maxMistakes)] {
			d = withMistake(d, m)
		}
		if left := len(mistakes) - maxMistakes; left > 0 {
			d = d.Note(op.Loc(), "the file has %d mistakes more", left)
		}
		return d
	}
	return withMistake(op.Errorf("cannot include '%s'", file), mistakes[0])
}

// withMistake adds a mistake and its notes as notes.
func withMistake(d, mistake *ir.Diagnostic) *ir.Diagnostic {
	d = d.Note(mistake.Loc, "%s", mistake.Msg)
	for _, n := range mistake.Notes {
		d = d.Note(n.Loc, "%s", n.Msg)
	}
	return d
}

// refer chooses the symbols that an operation refers to, and the symbols that these refer to.
func (t *includeTree) refer(op *ir.Operation) {
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		for _, a := range o.AllAttrs() {
			ir.SymbolRefs(a.Value, func(ref *ir.SymbolRefAttr) { t.choose(ref.Root) })
		}
		return ir.Advance
	})
}

// choose chooses the operation that a name means. Files that do not include each other must
// declare it equally.
func (t *includeTree) choose(name string) {
	places := t.places[name]
	delete(t.places, name)
	if len(places) == 0 || places[0].file == t.root {
		return
	}
	first := places[0]
	for _, other := range places[1:] {
		switch {
		case first.file.includes(other.file, map[*includedFile]bool{}):
		case other.file.includes(first.file, map[*includedFile]bool{}):
			first = other
		case first.op.String() != other.op.String():
			t.problems = append(t.problems, first.op.Errorf("'%s' is defined in '%s' and differently in '%s'", name, first.file.name, other.file.name).Note(other.op.Loc(), "the other definition is here"))
			return
		}
	}
	t.chosen[first.op] = true
	if lacks, ok := Lacks.Of(first.op); ok {
		if d := lacks(first.op); d != nil {
			t.problems = append(t.problems, d)
		}
	}
	t.refer(first.op)
}

// includes reports whether a file includes another, directly or not.
func (f *includedFile) includes(other *includedFile, seen map[*includedFile]bool) bool {
	for _, part := range f.parts {
		if part == other {
			return true
		}
		if !seen[part] {
			seen[part] = true
			if part.includes(other, seen) {
				return true
			}
		}
	}
	return false
}

// emit moves the chosen operations of a file, and of the files that it includes, in front
// of an operation.
func (t *includeTree) emit(f *includedFile, before *ir.Operation) {
	if f.emitted {
		return
	}
	f.emitted = true
	for _, op := range slices.Collect(f.module.Body().Ops()) {
		switch part := f.parts[op]; {
		case part != nil:
			t.emit(part, before)
		case t.chosen[op]:
			op.Remove()
			before.Block().InsertBefore(op, before)
		}
	}
}

// symbolOf returns the symbol that op is, or that a pass makes of it; "" if there is none.
func symbolOf(op *ir.Operation) string {
	if declared, ok := Declares.Of(op); ok {
		return declared(op)
	}
	if ir.IsSymbol(op) {
		return ir.SymbolName(op)
	}
	return ""
}
