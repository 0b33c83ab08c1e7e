package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/lower"
	"optc/optmain/internal/helptext"
	"optc/optmain/internal/reference"
)

// list is something that help can enumerate.
type list struct {
	name  string
	title string
	rows  func(t *tool) helptext.Table
}

// lists is the table of the lists that help can print.
func lists() []list {
	return []list{
		{"commands", "subcommands of the tool", func(t *tool) helptext.Table {
			var rows helptext.Table
			for _, c := range t.Commands {
				rows.Add(c.Name, c.Title)
			}
			return rows
		}},
		{"passes", "passes and named pipelines", func(t *tool) helptext.Table { return reference.PassRows(t.Passes) }},
		{"dialects", "dialects", func(t *tool) helptext.Table {
			var rows helptext.Table
			for _, d := range t.dialects() {
				rows.Add(d.Name, d.Summary)
			}
			return rows
		}},
		{"ops", "operations of all dialects", func(t *tool) (rows helptext.Table) {
			for _, d := range t.dialects() {
				for _, o := range d.Definitions().Ops {
					rows.Add(o.Name(), o.Summary)
				}
			}
			return rows
		}},
		{"types", "types of all dialects", func(t *tool) (rows helptext.Table) {
			for _, d := range t.dialects() {
				rows = append(rows, reference.TypeRows(d)...)
			}
			return rows
		}},
		{"attributes", "attributes of all dialects", func(t *tool) (rows helptext.Table) {
			for _, d := range t.dialects() {
				rows = append(rows, reference.AttrRows(d)...)
			}
			return rows
		}},
		{"targets", "targets of build and run", func(t *tool) (rows helptext.Table) {
			for _, target := range lower.Targets(t.Programs) {
				rows.Add(target.Name, target.Summary)
			}
			return rows
		}},
		{"errors", "codes of error messages", func(t *tool) (rows helptext.Table) {
			for _, e := range t.errors() {
				text, _, _ := strings.Cut(e.Text, ". ")
				text = strings.TrimSuffix(text, ".")
				if i := slices.IndexFunc(rows, func(r helptext.Row) bool { return r.Left == e.Code }); i >= 0 {
					rows[i].Right += "; " + text
					continue
				}
				rows.Add(e.Code, text)
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

// search lists everything whose name or description contains a word, whatever the case; "" if
// there is nothing.
func (t *tool) search(word string) string {
	var b strings.Builder
	for _, l := range lists() {
		rows := slices.DeleteFunc(l.rows(t), func(r helptext.Row) bool {
			return !strings.Contains(strings.ToLower(r.Left+"\n"+r.Right), strings.ToLower(word))
		})
		if len(rows) == 0 {
			continue
		}
		slices.SortStableFunc(rows, func(a, b helptext.Row) int { return cmp.Compare(a.Left, b.Left) })
		helptext.Separate(&b)
		fmt.Fprintf(&b, "%s:\n", l.title)
		helptext.Columns(&b, 2, rows)
	}
	return b.String()
}

// enumerate is the answer to help about a list; "" if there is none of that name.
func (t *tool) enumerate(name string) string {
	for _, l := range lists() {
		if l.name != name {
			continue
		}
		rows := l.rows(t)
		slices.SortStableFunc(rows, func(a, b helptext.Row) int { return cmp.Compare(a.Left, b.Left) })
		var b strings.Builder
		fmt.Fprintf(&b, "%s (%s help <name> says more):\n", l.title, t.Name)
		helptext.Columns(&b, 2, rows)
		return b.String()
	}
	return ""
}
