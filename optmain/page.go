package optmain

import (
	"optc/bytecode"
	"optc/draw"
	"optc/internal/tool/explore"
	"optc/layout/picture"
	"optc/lower"
)

// page is the page of a compilation. built is nil without a program.
func (p *program) page(built *lower.Program, r *explore.Recorder) *explore.Page {
	page := r.Page()
	page.Name, page.Source = p.source.Name, "(bytecode)"
	if !bytecode.Is(p.source.Text) {
		page.Source = explore.SourceText(p.source.Text)
	}
	// Passes change layouts and make classes of templates, so that the result has other
	// pictures than the source.
	result, _ := picture.DrawModule(p.module, picture.View{}, nil)
	page.Layouts = explore.Drawings(distinctPictures(append(r.Layouts, result...)))
	if built != nil {
		page.Target = built.Target
		page.Memories = explore.MemoriesOf(built)
	}
	return page
}

// writePage writes a page, in the form that a method of it returns.
func (t *tool) writePage(name string, form func(*explore.Page) ([]byte, error), page *explore.Page) error {
	text, err := form(page)
	if err != nil {
		return err
	}
	if name == "-" {
		_, err = t.stdout.Write(text)
		return err
	}
	return t.files.Write(name, text)
}

// distinctPictures drops pictures that are equal to an earlier one.
func distinctPictures(pictures draw.Pictures) (list draw.Pictures) {
	seen := map[string]bool{}
	for _, p := range pictures {
		if text := p.Text(); !seen[text] {
			seen[text] = true
			list = append(list, p)
		}
	}
	return list
}
