package okk

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// The attributes of the first operation of a section: its division, what the division costs, and other divisions.
const (
	PlanName   = "okk.plan"
	CostName   = "okk.cost"
	OthersName = "okk.others"
)

// The entries of a plan.
const (
	alongEntry   = "along"
	outerEntry   = "outer"
	overlapEntry = "overlap"
	sizesEntry   = "sizes"
)

// overlapWords are the words for overlapMode in a plan.
var overlapWords = [...]string{together: "together", firstLast: "first-last", loadsAlone: "loads", oneAfterOne: "none"}

// planOf returns a division as an attribute.
func (t *tiler) planOf(c *candidate) *ir.DictAttr {
	context := t.rw.Context()
	along, sizes := []string{}, []int64{}
	for _, s := range c.splits {
		along, sizes = append(along, s.axis.name), append(sizes, s.size)
	}
	return context.Dict([]ir.NamedAttr{
		{Name: alongEntry, Value: context.StrArray(along)},
		{Name: outerEntry, Value: context.I64Attr(int64(c.outer))},
		{Name: overlapEntry, Value: context.Str(overlapWords[c.mode])},
		{Name: sizesEntry, Value: context.DenseI64Array(sizes)},
	})
}

// pinned returns the division in the text of a section; nil if there is none. The error code is tile-plan.
func (t *tiler) pinned() (*candidate, error) {
	a := t.ops[0].Attr(PlanName)
	if a == nil {
		return nil, nil
	}
	fail := func(format string, args ...any) error {
		return diag.Errorf("tile-plan", "'"+PlanName+"' "+format, args...).Note("remove '%s' from '%s', and a division is chosen", PlanName, t.ops[0].Name())
	}
	dict, ok := a.(*ir.DictAttr)
	if !ok {
		return nil, fail("is %s, but expected a dictionary with '%s', '%s', '%s' and '%s'", a, alongEntry, sizesEntry, outerEntry, overlapEntry)
	}
	along, sizes := ir.ReadStrings(dict.Get(alongEntry)), ir.ReadInts(dict.Get(sizesEntry))
	if len(along) != len(sizes) {
		return nil, fail("has %d axes in '%s', but %d sizes", len(along), alongEntry, len(sizes))
	}
	mode := slices.Index(overlapWords[:], ir.ReadString(dict.Get(overlapEntry)))
	if mode < 0 {
		return nil, fail("has '%s = %s', but expected \"%s\"", overlapEntry, dict.Get(overlapEntry), strings.Join(overlapWords[:], "\", \""))
	}
	outer, ok := dict.Get(outerEntry).(*ir.IntegerAttr)
	if !ok || outer.Int64() < 0 || outer.Int64() > int64(max(len(along)-1, 0)) {
		return nil, fail("has '%s = %s', but expected a number from 0 to %d", outerEntry, dict.Get(outerEntry), max(len(along)-1, 0))
	}
	list, reasons := t.axes.divisible()
	var d division
	for i, name := range along {
		k := slices.IndexFunc(list, func(a *axis) bool { return a.name == name })
		if k < 0 {
			var names []string
			for _, a := range list {
				names = append(names, a.name)
			}
			return nil, fail("divides along %s, but the axes that can be divided are %s; %s", name, strings.Join(names, ", "), strings.Join(reasons, "; "))
		}
		a, size := list[k], sizes[i]
		if size < 1 || size >= a.whole || size%a.step != 0 || a.exact && a.whole%size != 0 {
			return nil, fail("has parts of %d along %s, but expected a multiple of %d below %d%s", size, name, a.step, a.whole, map[bool]string{true: " that divides it"}[a.exact])
		}
		d.splits = append(d.splits, split{a, size})
	}
	for _, c := range t.estimates(d) {
		if c.outer == int(outer.Int64()) && c.mode == overlapMode(mode) {
			if c.clashing = t.clashing(&c.division, c.placed); len(c.clashing) > 0 {
				c.cost = t.cost(&c.division, c.placed, c.clashing)
			}
			return c, nil
		}
	}
	return nil, fail("divides along [%s] in parts of [%s], which do not fit into the %d bytes of an NPU, or whose loops cannot be written with '%s' and '%s'",
		strings.Join(along, ", "), num.JoinInts(sizes), t.machine.NPUBytes, outerEntry, overlapEntry)
}
