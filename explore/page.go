// Package explore makes one self-contained HTML page of what a compilation did: the
// source, each pass with what it changed, and pictures of layouts and memory. It exists
// so that a result can be looked at and handed on without the tool: the page needs no
// network and no other file.
//
// A [Recorder] watches a pipeline and keeps the difference that each pass makes; a
// [Page] takes it with the source and the pictures and writes the HTML.
package explore

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"optc/draw"
	"optc/ir"
)

// Page is what is shown.
type Page struct {
	Name    string // of the source
	Source  string
	Target  string // "" if there is none
	Steps   []Step // in the order of the run
	Layouts draw.Pictures
	Memory  draw.Pictures

	became map[int][]string // by line of the source, 1-based
}

// Step is a pass that ran, and what it changed.
type Step struct {
	Pass  string
	Title string
	Rows  []DiffRow // nil if it changed nothing
	Cut   int       // lines of the difference that are not shown
}

// Changed counts the lines that a step adds or removes, of those that are shown.
func (s *Step) Changed() (n int) {
	for _, r := range s.Rows {
		if r.Kind != Same && r.Kind != Skip {
			n++
		}
	}
	return n
}

// Link notes for each line of the source which operations of the module come from it,
// as their locations say.
func (p *Page) Link(module *ir.Operation) {
	counts := map[int]map[string]int{}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if file, line, _, ok := op.Loc().FileLineCol(); ok && file == p.Name {
			if counts[line] == nil {
				counts[line] = map[string]int{}
			}
			counts[line][op.Name()]++
		}
		return ir.Advance
	})
	p.became = map[int][]string{}
	for line, names := range counts {
		for name, n := range names {
			if n > 1 {
				name = fmt.Sprintf("%s (%d times)", name, n)
			}
			p.became[line] = append(p.became[line], name)
		}
		slices.Sort(p.became[line])
	}
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error { return page().Execute(w, p) }

// SourceLine is a line of the source with what became of it.
type SourceLine struct {
	Number int
	Text   string
	Became string // operations, one a line; "" for none
}

// Lines returns the source line by line.
func (p *Page) Lines() (list []SourceLine) {
	for i, text := range strings.Split(strings.TrimRight(p.Source, "\n"), "\n") {
		list = append(list, SourceLine{i + 1, text, strings.Join(p.became[i+1], "\n")})
	}
	return list
}

// Drawing is a picture as the page shows it.
type Drawing struct {
	Title string
	SVG   template.HTML
}

func drawings(pictures draw.Pictures) (list []Drawing) {
	for _, p := range pictures {
		// An SVG of package draw has no script and escapes its texts.
		list = append(list, Drawing{p.Title, template.HTML(p.SVG())})
	}
	return list
}

//go:embed page.html
var pageText string

// page is parsed on first use, since other commands start without it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"drawings": drawings}).Parse(pageText))
})
