package nests

import "optc/ir"

// Cost is the estimated cost of the plan of an operation on a machine. The pass that chooses plans writes it as an attribute of the
// operation, a dictionary, if it is asked for costs.
type Cost struct {
	Plan     string   `json:"plan"`            // how the operation is divided: "17 x 43 x 2"
	Over     string   `json:"over"`            // over what: "1462 tiles"
	Operands []string `json:"operands"`        // where the operands are, and how they come there
	Compute  int64    `json:"compute"`         // cycles of the unit with the most work
	Exchange int64    `json:"exchange"`        // cycles until operands are where they are used
	Memory   int64    `json:"memory"`          // bytes of a unit
	Other    string   `json:"other,omitempty"` // the best plan that was not taken, "" if there is none
	More     int64    `json:"more,omitempty"`  // cycles that the other plan takes in addition
}

// The entries of the dictionary.
const (
	planEntry     = "plan"
	overEntry     = "over"
	operandsEntry = "operands"
	computeEntry  = "compute"
	exchangeEntry = "exchange"
	memoryEntry   = "memory"
	otherEntry    = "other"
	moreEntry     = "more"
)

// Attr returns a cost as an attribute.
func (c *Cost) Attr(context *ir.Context) *ir.DictAttr {
	var operands []ir.Attribute
	for _, o := range c.Operands {
		operands = append(operands, context.Str(o))
	}
	entries := []ir.NamedAttr{
		{Name: computeEntry, Value: context.I64Attr(c.Compute)},
		{Name: exchangeEntry, Value: context.I64Attr(c.Exchange)},
		{Name: memoryEntry, Value: context.I64Attr(c.Memory)},
		{Name: operandsEntry, Value: context.Array(operands)},
		{Name: overEntry, Value: context.Str(c.Over)},
		{Name: planEntry, Value: context.Str(c.Plan)},
	}
	if c.Other != "" {
		entries = append(entries, ir.NamedAttr{Name: otherEntry, Value: context.Str(c.Other)}, ir.NamedAttr{Name: moreEntry, Value: context.I64Attr(c.More)})
	}
	return context.Dict(entries)
}

// ReadCost reads the attribute, or returns nil if it is none.
func ReadCost(a ir.Attribute) *Cost {
	d, ok := a.(*ir.DictAttr)
	if !ok {
		return nil
	}
	number := func(name string) int64 {
		i, ok := d.Get(name).(*ir.IntegerAttr)
		if !ok {
			return 0
		}
		return i.Value.Int64()
	}
	return &Cost{
		Plan: ir.ReadString(d.Get(planEntry)), Over: ir.ReadString(d.Get(overEntry)), Other: ir.ReadString(d.Get(otherEntry)),
		Compute: number(computeEntry), Exchange: number(exchangeEntry), Memory: number(memoryEntry), More: number(moreEntry),
		Operands: ir.ReadStrings(d.Get(operandsEntry)),
	}
}
