package optmain

import (
	"strings"

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
	page.Layouts = explore.Drawings(distinctPictures(append(changedPictures(r.Layouts, result), result...)))
	page.Plan = explore.Drawings(r.Plan)
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

// changedPictures drops pictures of which the result has a version that differs at most in the address: a tensor without an address
// is drawn at the first address.
func changedPictures(before, result draw.Pictures) (list draw.Pictures) {
	placed := map[string]bool{}
	for _, p := range result {
		what, _, _ := strings.Cut(p.Title, placeWord)
		placed[what] = true
	}
	for _, p := range before {
		if what, _, hasPlace := strings.Cut(p.Title, placeWord); !hasPlace || !placed[what] {
			list = append(list, p)
		}
	}
	return list
}

// placeWord precedes the place of a tensor in the title of its picture.
const placeWord = ", at "

// distinctPictures drops pictures that equal an earlier one.
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
