package optmain

import (
	"fmt"
	"optc/optmain/internal/helptext"
	"optc/optmain/internal/reference"
	"strings"
)

// manPages returns the pages of section 1 of the manual by file name: optc.1, optc-build.1, …
func (t *tool) manPages() map[string][]byte {
	pages := map[string][]byte{}
	var list helptext.Table
	for _, c := range t.Commands {
		list.Add(c.Name, c.Title+"; see "+t.Name+"-"+c.Name+"(1)")
	}
	page := newManPage(t.Name, t.Title)
	page.section("SYNOPSIS", t.Name+" [flags] [file]\n"+t.Name+" command …")
	page.section("DESCRIPTION", "Transforms a file, standard input without one, and writes the result to standard output. Passes run in the order of their flags, or as --pass-pipeline says.")
	page.entries("COMMANDS", list)
	page.entries("OPTIONS", flagRows(defaultOptions().flags(t)))
	page.entries("PASSES", reference.PassRows(t.Passes))
	pages[t.Name+".1"] = page.bytes()
	for _, c := range t.Commands {
		name := t.Name + "-" + c.Name
		page := newManPage(name, c.Title)
		page.section("SYNOPSIS", strings.TrimSpace(t.Name+" "+c.Name+" "+c.Usage))
		help := c.Help
		if c.docs != nil {
			for _, k := range t.Programs {
				help += "\n" + c.docs(k)
			}
		}
		if help != "" {
			page.section("DESCRIPTION", help)
		}
		if c.flags != nil {
			page.entries("OPTIONS", flagRows(c.flags(t)))
		}
		page.section("SEE ALSO", t.Name+"(1)")
		pages[name+".1"] = page.bytes()
	}
	return pages
}

// manPage is a page in the macros of man(7).
type manPage struct{ b strings.Builder }

func newManPage(name, title string) *manPage {
	p := new(manPage)
	fmt.Fprintf(&p.b, ".TH %s 1\n.ad l\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), roff(name), roff(title))
	return p
}

func (p *manPage) bytes() []byte { return []byte(p.b.String()) }

// section writes a section, each line of which is a paragraph.
func (p *manPage) section(heading, text string) {
	fmt.Fprintf(&p.b, ".SH %s\n", heading)
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if i > 0 {
			p.b.WriteString(".PP\n")
		}
		p.b.WriteString(roff(line) + "\n")
	}
}

func (p *manPage) entries(heading string, list helptext.Table) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(&p.b, ".SH %s\n", heading)
	for _, e := range list {
		fmt.Fprintf(&p.b, ".TP\n\\fB%s\\fR\n%s\n", roff(e.Left), roff(e.Right))
	}
}

// roff escapes text that roff would read as commands.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ", "…", "...").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
