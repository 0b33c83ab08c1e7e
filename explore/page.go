// Package explore makes one self-contained HTML page of what a compilation did: the
// source, each pass with what it changed, and pictures of layouts and memory. It exists
// so that a result can be looked at and handed on without the tool: the page needs no
// network and no other file.
//
// A [Recorder] watches a pipeline and keeps the difference that each pass makes; a
// [Page] takes it with the source and the pictures and writes the HTML. The HTML, its
// style and its script are the same for every page and stand in the folder page; what
// differs is the Page as JSON, which the script draws.
package explore

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/draw"
	"optc/ir"
)

// Page is what is shown. Its JSON form is the data of the HTML.
type Page struct {
	Name   string `json:"name"` // of the source
	Source string `json:"source"`
	Target string `json:"target,omitempty"` // "" if there is none
	Steps  []Step `json:"steps"`            // in the order of the run
	// Became has, for lines of the source from 1 on, the operations of the result that
	// come from it.
	Became  map[int][]string `json:"became,omitempty"`
	Layouts []Drawing        `json:"layouts,omitempty"`
	Memory  []Drawing        `json:"memory,omitempty"`
}

// Drawing is a picture as the page shows it.
type Drawing struct {
	Title string `json:"title"`
	SVG   string `json:"svg"`
}

// Drawings returns pictures as the page shows them.
func Drawings(pictures draw.Pictures) (list []Drawing) {
	for _, p := range pictures {
		list = append(list, Drawing{p.Title, p.SVG()})
	}
	return list
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
	p.Became = map[int][]string{}
	for line, names := range counts {
		for name, n := range names {
			if n > 1 {
				name = fmt.Sprintf("%s (%d times)", name, n)
			}
			p.Became[line] = append(p.Became[line], name)
		}
		slices.Sort(p.Became[line])
	}
}

// The parts of the HTML. The words in braces in indexHTML are replaced by the others.
var (
	//go:embed page/index.html
	indexHTML string
	//go:embed page/style.css
	styleCSS string
	//go:embed page/page.js
	pageJS string
)

// Write writes the page as HTML.
func (p *Page) Write(w io.Writer) error {
	// The encoder writes <, > and & as escapes of JSON, so that nothing in the data ends
	// the element that holds it or begins a comment.
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer("{style}", styleCSS, "{data}", string(data), "{script}", pageJS).WriteString(w, indexHTML)
	return err
}
