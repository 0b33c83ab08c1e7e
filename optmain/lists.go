package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/ir"
	"optc/lower"
)

// list is something that help can enumerate.
type list struct {
	name  string
	title string
	rows  func(t *tool) []row
}

// lists is the table of what help can enumerate.
func lists() []list {
	return []list{
		{"commands", "subcommands of the tool", func(t *tool) []row {
			var rows []row
			for _, c := range t.Commands {
				rows = append(rows, row{c.Name, c.Title})
			}
			return rows
		}},
		{"passes", "passes and named pipelines", func(t *tool) []row { return passRows(t.Passes) }},
		{"dialects", "dialects", func(t *tool) []row {
			var rows []row
			for _, d := range t.dialects() {
				rows = append(rows, row{d.Name, d.Summary})
			}
			return rows
		}},
		{"ops", "operations of all dialects", func(t *tool) (rows []row) {
			for _, d := range t.dialects() {
				for _, o := range d.Definitions().Ops {
					rows = append(rows, row{o.Name(), o.Summary})
				}
			}
			return rows
		}},
		{"types", "types of all dialects", func(t *tool) (rows []row) {
			for _, d := range t.dialects() {
				rows = append(rows, typeRows(d)...)
			}
			return rows
		}},
		{"attributes", "attributes of all dialects", func(t *tool) (rows []row) {
			for _, d := range t.dialects() {
				rows = append(rows, attrRows(d)...)
			}
			return rows
		}},
		{"targets", "targets of build and run", func(t *tool) (rows []row) {
			for _, target := range lower.Targets(t.Programs) {
				rows = append(rows, row{target.Name, target.Summary})
			}
			return rows
		}},
		{"errors", "codes of error messages", func(t *tool) (rows []row) {
			for _, e := range t.errors() {
				text, _, _ := strings.Cut(e.Text, ". ")
				text = strings.TrimSuffix(text, ".")
				if i := slices.IndexFunc(rows, func(r row) bool { return r.left == e.Code }); i >= 0 {
					rows[i].right += "; " + text
					continue
				}
				rows = append(rows, row{e.Code, text})
			}
			return rows
		}},
	}
}

// listNames joins the names of the lists.
func listNames() string {
	var names []string
	for _, l := range lists() {
		names = append(names, l.name)
	}
	return strings.Join(names, ", ")
}

func typeRows(d *ir.Dialect) (rows []row) {
	for _, x := range d.Definitions().Types {
		rows = append(rows, row{"!" + d.Name + "." + x.Mnemonic, x.Summary})
	}
	return rows
}

func attrRows(d *ir.Dialect) (rows []row) {
	for _, x := range d.Definitions().Attrs {
		rows = append(rows, row{"#" + d.Name + "." + x.Mnemonic, x.Summary})
	}
	return rows
}

// enumerate is the answer to help about a list; "" if there is none of that name.
func (t *tool) enumerate(name string) string {
	for _, l := range lists() {
		if l.name != name {
			continue
		}
		rows := l.rows(t)
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.left, b.left) })
		var b strings.Builder
		fmt.Fprintf(&b, "%s (%s help <name> says more):\n", l.title, t.Name)
		columns(&b, 2, rows)
		return b.String()
	}
	return ""
}

// describeTarget explains a target with its figures.
func describeTarget(b *strings.Builder, t *lower.Target) {
	fmt.Fprintf(b, "target %s: %s\n", t.Name, t.Summary)
	describeDoc(b, t.Doc)
	var rows []row
	for _, f := range t.Fields {
		rows = append(rows, row{f.Setting, f.Doc})
	}
	columns(b, 4, rows)
}

// separate begins a new paragraph unless b is empty.
func separate(b *strings.Builder) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
}
