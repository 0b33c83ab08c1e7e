package gpu

import "optc/ir"

// async completes the declaration of an operation that may run asynchronously: its first
// operands are the tokens that it waits for, its last result is its own token.
func async(d *ir.OpDef) *ir.OpDef {
	d.Operands = append([]ir.ValueDef{{Name: "asyncDependencies", Type: tokenConstraint, Kind: ir.Variadic}}, d.Operands...)
	d.Results = append(d.Results, ir.ValueDef{Name: "asyncToken", Type: tokenConstraint, Kind: ir.Optional})
	if d.Assembly != "" {
		d.Assembly = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) " + d.Assembly
		if d.Custom == nil {
			d.Custom = map[string]ir.CustomDirective{}
		}
		d.Custom["AsyncDependencies"] = asyncDirective
	}
	return d
}

// The operand groups of asynchronous operations follow the tokens.
const asyncDependencies = 0

// asyncDirective is custom<AsyncDependencies>(type($asyncToken), $asyncDependencies):
// async [%t0, %t1], both parts optional.
var asyncDirective = ir.CustomDirective{
	Form: "`async`? (`[` #2 `]`)?",
	Parse: func(p ir.OpParser, _ *ir.OpState, args []ir.FormatArg) {
		token, tokens := parseAsync(p)
		if token != nil {
			p.BindTypes(args[0], token)
		}
		p.BindOperands(args[1], tokens...)
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
		own, tokens := Token(op), op.OperandGroup(asyncDependencies)
		if own != nil {
			p.Str("async")
		}
		if len(tokens) == 0 {
			return
		}
		if own != nil {
			p.Str(" ")
		}
		p.Str("[").Operands(tokens).Str("]")
	},
}

// parseAsync reads `async`? (`[` tokens `]`)?; token is nil without the keyword.
func parseAsync(p ir.OpParser) (token ir.Type, tokens []ir.Unresolved) {
	pos := p.Pos()
	if p.AcceptKeyword("async") {
		if p.NumResultNames() == 0 {
			p.ErrorAt(pos, "needs to be named when marked 'async'")
			return nil, nil
		}
		token = AsyncToken(p.Context())
	}
	if p.Peek("[") {
		tokens = p.Operands("[]")
	}
	return token, tokens
}

// Token returns the token of an asynchronous operation; nil when it runs synchronously.
func Token(op *ir.Operation) *ir.Value {
	if n := op.NumResults(); n > 0 && tokenConstraint.Check(op.Result(n-1).Type()) {
		return op.Result(n - 1)
	}
	return nil
}

func wait() *ir.OpDef {
	return async(&ir.OpDef{
		Kind:    "gpu.wait",
		Summary: "wait for asynchronous operations",
		Description: `Without async the host waits until the tokens are ready; with async the result is
a token that is ready when all of them are.`,
		Assembly: "attr-dict",
		Patterns: []*ir.Pattern{
			{Name: "erase-redundant-wait-pairs", Root: WaitOp{}, Rewrite: eraseRedundantWaits},
			{Name: "simplify-wait", Root: WaitOp{}, Rewrite: simplifyWait},
		},
	})
}

// eraseRedundantWaits drops tokens that are ready from the start.
//
//	%t = gpu.wait async; gpu.wait [%t, %u]  →  gpu.wait [%u]
func eraseRedundantWaits(op *ir.Operation, rw *ir.Rewriter) bool {
	var kept []*ir.Value
	for _, t := range op.Operands() {
		if d := t.DefiningOp(); !ir.Is[WaitOp](d) || d.NumOperands() > 0 {
			kept = append(kept, t)
		}
	}
	if len(kept) == op.NumOperands() {
		return false
	}
	rw.Modify(op, func() { op.SetOperands(kept) })
	return true
}

// simplifyWait removes a wait for no token, an asynchronous wait for a single token, and
// an asynchronous wait whose token is unused.
//
//	gpu.wait                     →
//	%u = gpu.wait async [%t]     →  %t
//	%u = gpu.wait async [%t, …]  →           (no use of %u)
func simplifyWait(op *ir.Operation, rw *ir.Rewriter) bool {
	token := Token(op)
	switch {
	case op.NumOperands() == 0 && token == nil:
		rw.Erase(op)
	case op.NumOperands() == 1 && token != nil:
		rw.Replace(op, op.Operand(0))
	case token != nil && op.Unused():
		rw.Erase(op)
	default:
		return false
	}
	return true
}
