package layouts

import (
	"fmt"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
)

// PrintPromotions is vectorext-print-promotions.
var PrintPromotions = &passes.Pass{
	Name:    "vectorext-print-promotions",
	Aliases: []string{"iree-codegen-test-gpu-promotion-analysis"},
	Title:   "Print the vectors that are requested from shared memory",
	Doc: `A to_layout with shared_memory_conversion requests that its operand comes from
shared memory. The request is passed back through operations that move no data
between threads, to the reads at their beginning. It is reported in a remark at
the operation:

    remark: promotion type of result #0 is #iree_gpu.derived_thread_config

A value with different requests is not promoted.`,
	Models: Models,
	Run: func(c *passes.Context) (bool, error) {
		found := analyzePromotions(c, c.Op)
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			for i, v := range op.Results() {
				if p := found[v]; p.wish != nil && !p.contradicts {
					msg := fmt.Sprintf("promotion type of result #%d is %s", i, p.wish)
					c.Report(&ir.Diagnostic{Severity: ir.Remark, Loc: op.Loc(), Op: op, Msg: msg})
				}
			}
			return ir.Advance
		})
		return false, nil
	},
}

// promotion is the request of users for a value.
type promotion struct {
	wish        ir.Attribute // nil: nothing
	contradicts bool         // the requests differ
}

// analyzePromotions returns the requests for the vectors in root (IREE
// GPUPromotionAnalysis.cpp).
func analyzePromotions(c *passes.Context, root *ir.Operation) map[*ir.Value]promotion {
	found := map[*ir.Value]promotion{}
	var queue []*ir.Value
	ask := func(v *ir.Value, p promotion) {
		have := found[v]
		if !passes.IsVectorValue(v) || p.wish == nil || have.contradicts || have == p {
			return
		}
		if have.wish != nil {
			p = promotion{have.wish, true}
		}
		found[v] = p
		queue = append(queue, v)
	}
	c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if toLayout := ir.As[vectorext.ToLayoutOp](op); toLayout.Ok() {
			ask(toLayout.Input(), promotion{wish: toLayout.SharedMemoryConversion()})
		}
		return ir.Advance
	})
	for ; len(queue) > 0 && !c.Ended(); queue = queue[1:] {
		v := queue[0]
		for _, source := range promotedThrough(v) {
			ask(source, found[v])
		}
	}
	return found
}

// promotedThrough returns the values that are promoted in place of v.
func promotedThrough(v *ir.Value) []*ir.Value {
	op := flow.OwnerOf(v)
	if rule := flow.RuleOf(op); rule != nil && rule.Sources != nil {
		return rule.Sources(op, v)
	}
	return nil
}
