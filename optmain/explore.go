package optmain

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"optc/bytecode"
	"optc/draw"
	"optc/explore"
	"optc/ir"
	"optc/lower"
)

// exploreOptions are the options of `optc explore`.
type exploreOptions struct {
	source sourceFlags
	out    string
}

func (o *exploreOptions) flags(t *tool) []*flag {
	return append(o.source.flags(t), textFlag("o", "file", &o.out, "where to put the page; the default is the name of the file with .html"))
}

// runExplore is `optc explore`: it compiles a file and makes a page of how.
func runExplore(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o exploreOptions
	files, code := t.arguments("explore", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.usageError("explore")
	}
	if o.out == "" {
		name := filepath.Base(files[0])
		o.out = strings.TrimSuffix(name, filepath.Ext(name)) + ".html"
	}
	o.source.recorder = new(explore.Recorder)
	p, ok := t.compile(files[0], &o.source)
	if !ok {
		return 1
	}
	// What is not a whole program has no memory to show.
	var built *lower.Program
	if kind, op, err := lower.Only(t.Programs, p.module); err == nil && kind.Stage(op) == lower.Complete {
		if built, err = kind.Build(op); t.failed(err) {
			return 1
		}
	}
	if err := t.writePage(o.out, p, built, o.source.recorder); err != nil {
		return t.fail(err)
	}
	fmt.Fprintf(t.stdout, "%s: %d passes\n", o.out, len(o.source.recorder.Steps))
	return 0
}

// writePage writes the page of a compilation. built is nil without a program.
func (t *tool) writePage(name string, p *program, built *lower.Program, r *explore.Recorder) error {
	page := &explore.Page{Name: p.source.Name, Steps: r.Steps}
	if bytecode.Is(p.source.Text) {
		page.Source = "(bytecode)"
	} else {
		page.Source = p.source.Text
		page.Link(p.module)
	}
	// Passes change layouts and make classes of templates, so that the result has other
	// pictures than the source.
	result, _ := ir.DrawOps(p.module, ir.View{}, nil)
	page.Layouts = explore.Drawings(unlike(append(r.Layouts, result...)))
	if built != nil {
		page.Target = built.Target
		memory, err := lower.Draw(built, "")
		if err != nil {
			return err
		}
		page.Memory = explore.Drawings(memory)
	}
	var b bytes.Buffer
	if err := page.Write(&b); err != nil {
		return err
	}
	return t.writeFile(name, b.Bytes())
}

// unlike drops pictures that are like an earlier one.
func unlike(pictures draw.Pictures) (list draw.Pictures) {
	seen := map[string]bool{}
	for _, p := range pictures {
		if text := p.Text(); !seen[text] {
			seen[text] = true
			list = append(list, p)
		}
	}
	return list
}
