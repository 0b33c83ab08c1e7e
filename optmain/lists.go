package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/dialect/poplar/target"
	"optc/ir"
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
		{"targets", "targets of build and run", func(*tool) (rows []row) {
			for _, arch := range target.Architectures() {
				t, err := target.Lookup(arch)
				if err != nil {
					continue
				}
				rows = append(rows, row{arch, targetSummary(&t)})
			}
			return rows
		}},
		{"errors", "codes of error messages", func(t *tool) (rows []row) {
			for _, e := range t.Errors {
				text, _, _ := strings.Cut(e.Text, ". ")
				rows = append(rows, row{e.Code, strings.TrimSuffix(text, ".")})
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

func targetSummary(t *target.Target) string {
	if !t.IsTile() {
		return "runs vertices natively; has no images"
	}
	return fmt.Sprintf("%d tiles of %d bytes from %#x, %d workers each", t.NumTiles(), t.BytesPerTile, t.MemBase, t.Workers)
}

// describeTarget explains a target of that name: the value of each field.
func describeTarget(b *strings.Builder, name string) {
	t, err := target.Lookup(name)
	if err != nil {
		return
	}
	separate(b)
	fmt.Fprintf(b, "target %s: %s\n", name, targetSummary(&t))
	describeDoc(b, "Fields, which #poplar.target<"+name+", field = value> overrides in the text:")
	var rows []row
	for _, f := range target.TargetFields() {
		s, err := t.Setting(f.Name)
		if err != nil {
			continue
		}
		rows = append(rows, row{s.String(), f.Doc})
	}
	columns(b, 4, rows)
}

// separate begins a new paragraph unless b is empty.
func separate(b *strings.Builder) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
}
