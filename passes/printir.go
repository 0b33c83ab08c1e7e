package passes

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/internal/base/irdiff"
	"optc/ir"
)

// PrintIROptions specify when PrintIR prints.
type PrintIROptions struct {
	Before, After       []string // names of passes
	BeforeAll, AfterAll bool
	// AfterChange prints after a pass only if it changed the text; AfterFailure
	// only if it failed.
	AfterChange, AfterFailure bool
	// ModuleScope prints the whole top-level operation instead of the pass's operation; it makes the
	// run single-threaded.
	ModuleScope bool
	// Diff prints after a pass only the changes, as a unified diff up to the names of values.
	Diff bool
	// TreeDir is a folder that gets a file for each dump, instead of the output.
	TreeDir string
	Print   ir.PrintOptions
}

// Enabled reports whether the options request any printing.
func (o *PrintIROptions) Enabled() bool {
	return o.Before != nil || o.After != nil || o.BeforeAll || o.AfterAll || o.AfterChange || o.AfterFailure || o.Diff
}

// PrintIR prints the IR before and after passes, under a banner with the name of
// the pass, as mlir-opt does.
func PrintIR(o PrintIROptions) *Instrumentation {
	// A condition that consists of "after" alone means after every pass.
	afterAll := o.AfterAll || o.After == nil && (o.AfterChange || o.AfterFailure || o.Diff)
	i := &Instrumentation{Serial: o.ModuleScope}
	emit := func(e *Event, text ...string) {
		for _, t := range text {
			io.WriteString(e.Out, t)
		}
	}
	if o.TreeDir != "" {
		emit = newDumpTree(o.TreeDir).write
	}
	text := func(op *ir.Operation) string {
		opts := o.Print
		if o.ModuleScope {
			for op.Parent() != nil {
				op = op.Parent()
			}
		} else if op.Block() != nil {
			opts.LocalScope = true
		}
		return string(ir.Print(op, opts))
	}
	i.BeforePass = func(e *Event) {
		if o.AfterChange || o.Diff {
			e.remember(i, text(e.Op))
		}
		if o.BeforeAll || slices.Contains(o.Before, e.Instance.Pass.Name) {
			emit(e, o.banner(e, "Before", ""), text(e.Op), "\n\n")
		}
	}
	i.AfterPass = func(e *Event) {
		if !afterAll && !slices.Contains(o.After, e.Instance.Pass.Name) || o.AfterFailure && !e.Failed {
			return
		}
		before, remembered := e.remembered(i).(string)
		after := text(e.Op)
		switch {
		case e.Failed:
			emit(e, o.banner(e, "After", " Failed"), after, "\n\n")
		case remembered && before == after:
		case o.Diff:
			if diff := irdiff.Unified("before", "after", before, after); diff != "" {
				emit(e, o.banner(e, "After", ""), diff, "\n")
			}
		default:
			emit(e, o.banner(e, "After", ""), after, "\n\n")
		}
	}
	return i
}

func (o *PrintIROptions) banner(e *Event, when, suffix string) string {
	p := e.Instance.Pass
	scope := ""
	if o.ModuleScope {
		scope = " (" + Describe(e.Op) + ")"
	}
	return fmt.Sprintf("// -----// IR Dump %s %s%s (%s)%s //----- //\n", when, p.ClassName(), suffix, p.Name, scope)
}

// Describe names an operation: 'func.func' operation: @f.
func Describe(op *ir.Operation) string {
	s := "'" + op.Name() + "' operation"
	if n := ir.SymbolName(op); n != "" {
		s += ": @" + n
	}
	return s
}

// PrintIRPassOptions are the options of PrintIRPass.
type PrintIRPassOptions struct {
	Label string `opt:"label" help:"printed before the IR"`
}

// PrintIRPass prints the IR and changes nothing.
var PrintIRPass = &Pass{
	Name:    "print-ir",
	Title:   "Print IR on the debug stream",
	Doc:     "Prints the operation to standard error, to look at the IR at one place of a pipeline.",
	Options: PrintIRPassOptions{},
	Run: func(c *Context) (bool, error) {
		head := "// -----// IR Dump"
		if l := OptionsOf[PrintIRPassOptions](c).Label; l != "" {
			head += " " + l
		}
		fmt.Fprintf(c.Out(), "%s //----- //\n", head)
		io.WriteString(c.Out(), strings.TrimSuffix(string(ir.Print(c.Op, ir.PrintOptions{})), "\n")+"\n")
		return false, nil
	},
}
