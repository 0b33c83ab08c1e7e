package ir

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Fault is a mistake in a definition: a mistake of the author of the dialect, the pass or
// the tool, never of the input.
type Fault struct {
	Of  string // what is wrong: "operation 'demo.cube'"
	Msg string
}

func (f *Fault) Error() string { return f.Of + ": " + f.Msg }

// CheckDialects returns the faults of dialects that are to be registered together, joined, or nil:
// names that are missing or already in use, assembly formats that are invalid (see CheckFormat),
// and operands or attributes that a constraint or a form names but the operation lacks. Every error
// in it is a *Fault. It looks up all definitions, so that lazily made ones are made. Therefore it
// is for tests and for explaining failures rather than for the start of a tool.
func CheckDialects(dialects ...*Dialect) error {
	c := &dialectChecker{seen: map[string]bool{Builtin.Name: true}}
	for _, d := range dialects {
		if d == Builtin {
			continue
		}
		what := "dialect '" + d.Name + "'"
		switch {
		case !IsBareIdentifier(d.Name) || strings.Contains(d.Name, "."):
			c.fault(what, "expected a name of letters, digits and '_'")
		case c.seen[d.Name]:
			c.fault(what, "the name is taken by another dialect")
		}
		c.seen[d.Name] = true
	}
	for _, d := range dialects {
		c.definitions(d)
	}
	return errors.Join(c.faults...)
}

type dialectChecker struct {
	seen   map[string]bool
	faults []error
}

func (c *dialectChecker) fault(of, format string, args ...any) {
	c.faults = append(c.faults, &Fault{of, fmt.Sprintf(format, args...)})
}

// unique reports repeated names and empty names.
func (c *dialectChecker) unique(of, kind string, names []string) {
	seen := make(map[string]bool, len(names))
	for _, n := range names {
		switch {
		case n == "":
			c.fault(of, "%s has no name", kind)
		case seen[n]:
			c.fault(of, "there are two %ss named '%s'", kind, n)
		}
		seen[n] = true
	}
}

func namesOf[D any](list []D, name func(D) string) []string {
	names := make([]string, len(list))
	for i, d := range list {
		names[i] = name(d)
	}
	return names
}

func (c *dialectChecker) definitions(d *Dialect) {
	of, defs := "dialect '"+d.Name+"'", d.Definitions()
	c.unique(of, "operation", namesOf(defs.Ops, func(o *OpDef) string { return o.name }))
	c.unique(of, "type", namesOf(defs.Types, func(t *TypeDef) string { return t.Mnemonic }))
	c.unique(of, "attribute", namesOf(defs.Attrs, func(a *AttrDef) string { return a.Mnemonic }))
	c.unique(of, "term", namesOf(defs.Terms, func(t *TermDef) string { return t.Name }))
	for _, t := range defs.Types {
		if t.Parse == nil {
			c.fault("type '!"+d.Name+"."+t.Mnemonic+"'", "the function Parse is missing")
		}
	}
	for _, a := range defs.Attrs {
		if a.Parse == nil && a.ParseTyped == nil {
			c.fault("attribute '#"+d.Name+"."+a.Mnemonic+"'", "the function Parse is missing")
		}
	}
	for _, o := range defs.Ops {
		c.operation(d, o)
	}
	c.patterns(of, defs.Patterns)
}

func (c *dialectChecker) operation(d *Dialect, o *OpDef) {
	of := "operation '" + o.name + "'"
	if o.name != "" && o.Dialect() != d.Name {
		c.fault(of, "expected a name that begins with '%s.'", d.Name)
	}
	value := func(v ValueDef) string { return v.Name }
	named := slices.DeleteFunc(namesOf(o.Results, value), func(n string) bool { return n == "" }) // results need none
	c.unique(of, "operand or result", append(named, namesOf(o.Operands, value)...))
	c.unique(of, "attribute", namesOf(o.Attrs, func(a PropDef) string { return a.Name }))
	c.unique(of, "region", namesOf(o.Regions, func(r RegionDef) string { return r.Name }))
	c.unique(of, "successor", namesOf(o.Successors, func(s SuccessorDef) string { return s.Name }))
	switch {
	case o.Assembly == "" && (o.Parse == nil) != (o.Print == nil):
		c.fault(of, "Parse and Print come together")
	case o.Assembly != "":
		if err := CheckFormat(o); err != nil {
			c.fault(of, "%v", err)
		}
	}
	for _, constraint := range o.Constraints {
		for _, part := range partsOf(constraint) {
			if o.OperandIndex(part) < 0 && o.ResultIndex(part) < 0 && o.AttrIndex(part) < 0 {
				c.fault(of, "a constraint names '%s', which is no operand, result or attribute", part)
			}
		}
	}
	for _, text := range strings.Split(o.Form, "$")[1:] {
		part := text
		if end := strings.IndexAny(text, " \n,)?*"); end >= 0 {
			part = text[:end]
		}
		if o.OperandIndex(part) < 0 && o.ResultIndex(part) < 0 && o.AttrIndex(part) < 0 && o.RegionIndex(part) < 0 {
			c.fault(of, "its form names '%s', which is no operand, result, attribute or region", part)
		}
	}
	c.patterns(of, o.Patterns)
}

func (c *dialectChecker) patterns(of string, list []*Pattern) {
	for _, p := range list {
		if p.Rewrite == nil {
			c.fault(of, "pattern '%s' has no Rewrite", p.Name)
		}
	}
}

// partsOf lists the operands, results and attributes that a constraint names.
func partsOf(c Constraint) []string {
	switch c := c.(type) {
	case AllTypesMatch:
		return c
	case AllMatch:
		return c.Names
	case TypesMatchWith:
		return []string{c.From, c.To}
	}
	return nil
}
