package tensorgraph

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
)

// The attributes of an operation with the cost of its plan, and with other plans.
const (
	CostName   = "poplar.cost"
	OthersName = "poplar.others"
)

// described describes a plan, its cost, and the best plan that was not taken.
func (p *planner) described(n *nests.Nest, operands []*value, parts []int64) *nests.Cost {
	c := p.costOf(n, operands, parts)
	d := &nests.Cost{Plan: divisionText(parts), Over: fmt.Sprintf("%d tiles", c.tiles), Compute: c.compute, Exchange: c.exchange, Memory: c.bytes}
	for i := range n.Inputs {
		o := &n.Operands[i]
		switch {
		case o.IsScalar() || !o.Read || operands[i].splat != nil:
		case p.isLocal(o, n, operands[i], parts):
			d.Operands = append(d.Operands, fmt.Sprintf("#%d is where it is used", i))
		default:
			d.Operands = append(d.Operands, fmt.Sprintf("#%d comes by exchange", i))
		}
	}
	if other, cost := p.choose(n, operands, parts); other != nil {
		d.Other, d.More = divisionText(other), cost.cycles()-c.cycles()
	}
	return d
}

func divisionText(parts []int64) string {
	if len(parts) == 0 {
		return "1"
	}
	return strings.ReplaceAll(num.JoinInts(parts), ", ", " x ")
}

// explained describes a plan and its cost in a remark.
func (p *planner) explained(n *nests.Nest, operands []*value, parts []int64) *ir.Diagnostic {
	c := p.described(n, operands, parts)
	one := p.costOf(n, operands, slices.Repeat([]int64{1}, len(parts)))
	d := n.Op.Remarkf("is divided in [%s] parts, on %s: %d cycles, and %d until the operands are there; %d bytes of a tile", num.JoinInts(parts), c.Over, c.Compute, c.Exchange, c.Memory)
	for _, o := range c.Operands {
		d.Note(n.Op.Loc(), "operand %s", o)
	}
	if c.Other != "" {
		d.Note(n.Op.Loc(), "the next best plan, %s, takes %d cycles more", c.Other, c.More)
	}
	return d.Note(n.Op.Loc(), "one tile would take %d cycles", one.cycles())
}
