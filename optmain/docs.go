package optmain

import (
	"optc/internal/flags"
	"optc/optmain/internal/reference"
	"optc/optmain/internal/service"
)

// docsCommand is `optc docs`.
func docsCommand() *Command {
	return &Command{
		Name:  "docs",
		Title: "write the Markdown reference of dialects and passes",
		Usage: "-o <folder>",
		Run:   runs(runDocs),
	}
}

// runDocs writes a page per dialect and a page of all passes.
func runDocs(t *tool, args []string) int {
	folder := ""
	files, code := t.arguments("docs", args, []*flags.Flag{flags.Text("o", "folder", &folder, "where to put the pages")})
	switch {
	case code >= 0:
		return code
	case len(files) > 0 || folder == "":
		return t.usageError("docs")
	}
	if err := t.files.WriteFolder(folder, t.pages()); err != nil {
		return t.fail(err)
	}
	return 0
}

// pages returns the pages of the reference by file name.
func (t *tool) pages() map[string][]byte {
	pages := map[string][]byte{
		"passes.md":    []byte(reference.PassPage(t.Passes)),
		"undefined.md": []byte(reference.UndefinedPage(t.dialects())),
		"service.md":   []byte(service.Page()),

		"service.schema.json": service.Schema(),
	}
	for _, d := range t.dialects() {
		pages[d.Name+".md"] = []byte(reference.DialectPage(d, t.samplePicture))
	}
	return pages
}
