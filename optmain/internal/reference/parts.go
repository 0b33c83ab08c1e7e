package reference

import (
	"strings"

	"optc/ir"
	"optc/optmain/internal/helptext"
)

// opPart is a table of the parts of an operation: operands, results and so on.
type opPart struct {
	title string
	rows  helptext.Table
}

// opParts describes the parts of an operation, from its definition.
func opParts(o *ir.OpDef) []opPart {
	var parts []opPart
	add := func(title string, rows helptext.Table) {
		if rows != nil {
			parts = append(parts, opPart{title, rows})
		}
	}
	add("operands", valueRows(o.Operands))
	var attrs helptext.Table
	for _, a := range o.Attrs {
		what := "any attribute"
		if a.Type != nil {
			what = a.Type.Summary
			if a.Type.Keywords != nil {
				what = "one of " + strings.Join(a.Type.Keywords, ", ")
			}
		}
		if a.Optional {
			what += ", optional"
		}
		attrs.Add(a.Name, sentence(what, a.Doc))
	}
	add("attributes", attrs)
	var regions helptext.Table
	for _, r := range o.Regions {
		what := "any number of blocks"
		switch {
		case r.SingleBlock:
			what = "one block"
		case r.NonEmpty:
			what = "at least one block"
		}
		if r.Variadic {
			what = "any number of regions, each with " + what
		}
		regions.Add(r.Name, sentence(what, r.Doc))
	}
	add("regions", regions)
	var successors helptext.Table
	for _, s := range o.Successors {
		what := "a block"
		if s.Variadic {
			what = "any number of blocks"
		}
		successors.Add(s.Name, what)
	}
	add("successors", successors)
	add("results", valueRows(o.Results))
	var rules helptext.Table
	for _, c := range o.Constraints {
		rules.Add("-", c.Doc())
	}
	add("constraints", rules)
	return parts
}

func valueRows(values []ir.ValueDef) helptext.Table {
	var rows helptext.Table
	for _, v := range values {
		what := "any type"
		if v.Type != nil {
			what = v.Type.Summary
		}
		switch v.Kind {
		case ir.Optional:
			what += ", optional"
		case ir.Variadic:
			what += ", any number"
		}
		rows.Add(v.Name, sentence(what, v.Doc))
	}
	return rows
}

func sentence(what, doc string) string {
	if doc == "" {
		return what
	}
	return doc + " (" + what + ")"
}
