package reduce

import (
	"context"

	"optc/ir"
)

// stage is a kind of edits that make modules smaller.
type stage struct {
	name string
	// edits lists the edits of a module, in an order that depends on nothing else.
	edits func(e *editor) []edit
}

// edit is a part that can be removed from an operation. It reports whether it changed anything; the
// changed module need not verify.
type edit struct {
	op    *ir.Operation
	apply func() bool
}

// stages are tried in this order: stages that remove much come first.
var stages = []stage{
	{"symbols", (*editor).symbols},
	{"bodies of functions", (*editor).bodies},
	{"operations with what uses them", func(e *editor) []edit { return e.operations(e.eraseWithUsers) }},
	{"operations", func(e *editor) []edit { return e.operations(e.eraseForOperand) }},
	{"operations, for constants", func(e *editor) []edit { return e.operations(e.eraseForConstant) }},
	{"regions", (*editor).regions},
	{"branches", (*editor).branches},
	{"blocks", (*editor).blocks},
	{"arguments of blocks", (*editor).blockArguments},
	{"arguments of functions", (*editor).arguments},
	{"results of functions", (*editor).results},
	{"operands", (*editor).operands},
	{"operands, for constants", (*editor).constantOperands},
	{"different operands", (*editor).equalOperands},
	{"operands that may be missing", (*editor).variadicOperands},
	{"attributes", (*editor).attributes},
	{"values of attributes", (*editor).attributeValues},
	{"what passes simplify", (*editor).simplifications},
}

// editor makes edits in a module.
type editor struct {
	context context.Context
	ir      *ir.Context
	module  *ir.Operation
}

// rewriter returns a rewriter that inserts before an operation.
func (e *editor) rewriter(op *ir.Operation) *ir.Rewriter {
	rw := ir.NewRewriter(e.ir, nil)
	rw.Before(op).Loc = op.Loc()
	return rw
}

// each calls visit for the operations inside the module, for an operation before its contents.
func (e *editor) each(visit func(op *ir.Operation)) {
	ir.Walk(e.module, func(op *ir.Operation) ir.WalkResult {
		if op != e.module {
			visit(op)
		}
		return ir.Advance
	})
}
