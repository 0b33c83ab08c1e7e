package optmain

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"optc/ir"
	"optc/passes"
)

// runDocs writes a page per dialect and one of all passes.
func runDocs(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	folder := ""
	files, code := t.arguments("docs", args, []*flag{textFlag("o", "folder", &folder, "where to put the pages")})
	switch {
	case code >= 0:
		return code
	case len(files) > 0 || folder == "":
		return t.usageError("docs")
	}
	pages := t.reference()
	if err := os.MkdirAll(t.path(folder), 0o755); err != nil {
		return t.fail(unwritable(folder, err))
	}
	for name, text := range pages {
		if err := t.writeFile(filepath.Join(folder, name), []byte(text)); err != nil {
			return t.fail(err)
		}
	}
	return 0
}

// reference returns the pages of the reference by file name.
func (t *tool) reference() map[string]string {
	pages := map[string]string{"passes.md": passReference(t.Passes)}
	for _, d := range t.dialects() {
		pages[d.Name+".md"] = t.dialectReference(d)
	}
	return pages
}

// passReference is the page of the passes in Markdown.
func passReference(r *passes.Registry) string {
	var b strings.Builder
	b.WriteString("# Passes\n\n| pass | |\n|---|---|\n")
	list := sortedPasses(r)
	for _, p := range list {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", p.Name, anchor(p.Name), cell(p.Title))
	}
	for _, p := range r.Pipelines {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s (a pipeline) |\n", p.Name, anchor(p.Name), cell(p.Title))
	}
	b.WriteByte('\n')
	for _, p := range list {
		fmt.Fprintf(&b, "## `%s`\n\n%s\n\n", p.Name, capital(p.Title))
		if p.Doc != "" {
			fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(p.Doc))
		}
		if len(p.Aliases) > 0 {
			fmt.Fprintf(&b, "Also called `%s`.\n\n", strings.Join(p.Aliases, "`, `"))
		}
		if len(p.Anchor) > 0 {
			fmt.Fprintf(&b, "Runs on `%s`.\n\n", strings.Join(ir.KindNames(p.Anchor), "`, `"))
		}
		conditions(&b, "Needs", p.Needs)
		conditions(&b, "Guarantees", p.Guarantees)
		optionTable(&b, p.OptionList())
		if len(p.Stats) > 0 {
			b.WriteString("| statistic | |\n|---|---|\n")
			for _, s := range p.Stats {
				fmt.Fprintf(&b, "| `%s` | %s |\n", s.Name, cell(s.Doc))
			}
			b.WriteByte('\n')
		}
	}
	for _, p := range r.Pipelines {
		fmt.Fprintf(&b, "## `%s`\n\n%s\n\n", p.Name, capital(p.Title))
		if p.Doc != "" {
			fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(p.Doc))
		}
		optionTable(&b, p.OptionList())
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func conditions(b *strings.Builder, title string, list []passes.Condition) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "%s that\n\n", title)
	for _, c := range list {
		fmt.Fprintf(b, "- %s\n", c.Text)
	}
	b.WriteByte('\n')
}

func optionTable(b *strings.Builder, options []passes.Option) {
	if len(options) == 0 {
		return
	}
	b.WriteString("| option | value | default | |\n|---|---|---|---|\n")
	for _, o := range options {
		def := ""
		if o.Default != "" && o.Default != "{}" {
			def = "`" + o.Default + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", o.Name, cell(o.Kind), def, cell(o.Help))
	}
	b.WriteByte('\n')
}
