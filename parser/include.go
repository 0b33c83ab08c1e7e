package parser

import (
	"context"
	"errors"

	"optc/ir"
)

// Include is implemented by operations in whose place operations of another file are. The
// function returns the name of the file.
var Include = ir.NewInterface[func(op *ir.Operation) (file string)]("inclusion of a file")

// Declares is implemented by operations that are no symbols, but which a pass replaces by a
// symbol. The function returns the name of the symbol, "" if it is not known.
var Declares = ir.NewInterface[func(op *ir.Operation) (symbol string)]("declaration of a symbol")

// A ReadFile reads the module in a file that a source includes. If it returns an error as
// well, the module has the operations without a mistake.
type ReadFile func(ctx context.Context, c *ir.Context, file string) (*ir.Operation, error)

// Including replaces the operations of a module that include files by the symbols of these
// files to which the module refers, directly or in other symbols of the files. A symbol
// that the module has stays; the other operations of a file are left out.
func Including(read ReadFile) Option { return func(c *config) { c.included = read } }

// include replaces the operations of a module that include files.
func (c *config) include(ctx context.Context, irContext *ir.Context, module *ir.Operation) (problems []*ir.Diagnostic) {
	for _, op := range includes(module) {
		name, _ := Include.Of(op)
		file := name(op)
		from, err := c.included(ctx, irContext, file)
		if err != nil {
			problems = append(problems, notIncluded(op, file, err, from != nil))
		}
		if from == nil {
			continue
		}
		for _, o := range needed(from, module) {
			o.Remove()
			module.Body().InsertBefore(o, op)
		}
		op.Erase()
	}
	return problems
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

// notIncluded returns the error that a file cannot be included, or the warning that a part
// of it cannot, with the first mistake in the file as a note.
func notIncluded(op *ir.Operation, file string, err error, inPart bool) *ir.Diagnostic {
	var mistakes ir.Errors
	switch isList := errors.As(err, &mistakes) && len(mistakes) > 0; {
	case !isList:
		return op.Errorf("cannot include '%s': %v", file, err)
	case inPart:
		return op.Warningf("cannot include all of '%s'", file).Note(mistakes[0].Loc, "%s", mistakes[0].Msg)
	}
	return op.Errorf("cannot include '%s'", file).Note(mistakes[0].Loc, "%s", mistakes[0].Msg)
}

// needed returns the symbols in one module that another module refers to and does not have,
// and the symbols that these refer to, in their order.
func needed(from, by *ir.Operation) (ops []*ir.Operation) {
	symbols := map[string]*ir.Operation{}
	for op := range from.Body().Ops() {
		if name := symbolOf(op); name != "" && symbols[name] == nil {
			symbols[name] = op
		}
	}
	chosen := map[*ir.Operation]bool{}
	for op := range by.Body().Ops() {
		delete(symbols, symbolOf(op))
	}
	var refer func(op *ir.Operation)
	refer = func(op *ir.Operation) {
		ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
			for _, a := range o.AllAttrs() {
				ir.SymbolRefs(a.Value, func(ref *ir.SymbolRefAttr) {
					if found := symbols[ref.Root]; found != nil && !chosen[found] {
						chosen[found] = true
						refer(found)
					}
				})
			}
			return ir.Advance
		})
	}
	refer(by)
	for op := range from.Body().Ops() {
		if chosen[op] {
			ops = append(ops, op)
		}
	}
	return ops
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
