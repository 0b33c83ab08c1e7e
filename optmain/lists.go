package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/docs"
	"optc/internal/base/flags"
	"optc/lower"
	"optc/optmain/internal/helptext"
	"optc/optmain/internal/reference"
)

// list is a kind of names that help can enumerate.
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
		{"flags", "flags of the main command", func(t *tool) helptext.Table { return flagRows(defaultOptions().flags(t)) }},
		{"pages", "pages of the documentation", func(*tool) (rows helptext.Table) {
			for _, name := range docs.Pages() {
				text, _ := docs.Page(name)
				title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
				rows.Add(name, title)
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

// flagRows has a row for each flag that is not hidden.
func flagRows(list []*flags.Flag) (rows helptext.Table) {
	for _, f := range flags.Visible(list) {
		rows.Add(f.Spelling(), f.Help)
	}
	return rows
}

// listNames joins the names of the lists.
func listNames() string {
	var names []string
	for _, l := range lists() {
		names = append(names, l.name)
	}
	return strings.Join(names, ", ")
}

// mostSections is the number of sections of pages that a search shows.
const mostSections = 8

// search lists the sections of pages that answer a question in words of the field, and every list entry whose name or description
// contains the words, ignoring case; "" if there are none.
func (t *tool) search(word string) string {
	var b strings.Builder
	terms, sections := docs.Find(word)
	phrases := []string{word}
	for _, term := range terms {
		fmt.Fprintf(&b, "%s: here %s\n", strings.Join(term.Words, ", "), term.Here)
		phrases = append(phrases, term.Here)
	}
	if len(sections) > 0 {
		helptext.Separate(&b)
		fmt.Fprintf(&b, "pages (%s help <page> shows one):\n", t.Name)
		for i, s := range sections {
			if i == mostSections {
				fmt.Fprintf(&b, "  and %d more sections\n", len(sections)-i)
				break
			}
			fmt.Fprintf(&b, "  %s: %s\n    ", s.Page, s.Heading)
			helptext.Wrap(&b, s.Excerpt(phrases...), 4)
		}
	}
	for _, l := range lists() {
		if l.name == "pages" {
			continue
		}
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
