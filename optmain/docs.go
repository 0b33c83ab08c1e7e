package optmain

import (
	"optc/internal/base/flags"
	"optc/optmain/internal/reference"
	"optc/optmain/internal/service"
	"strings"
)

// docsCommand is `optc docs`.
func docsCommand() *Command {
	return &Command{
		Name:  "docs",
		Title: "write the Markdown reference of dialects and passes, or pages for man",
		Usage: "[--man] -o <folder>",
		Run:   runs(runDocs),
		flags: func(*tool) []*flags.Flag { return new(docsOptions).flags() },
	}
}

// docsOptions are the options of `optc docs`.
type docsOptions struct {
	folder string
	man    bool
}

func (o *docsOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.Text("o", "folder", &o.folder, "where to put the pages"),
		flags.Switch("man", &o.man, "write a page for man for the command and for each subcommand"),
	}
}

// runDocs is `optc docs`.
func runDocs(t *tool, args []string) int {
	var o docsOptions
	files, code := t.arguments("docs", args, o.flags())
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.misused("docs", "expected no file, but got "+strings.Join(files, ", "))
	case o.folder == "":
		return t.misused("docs", "'-o <folder>' is missing, which says where to put the pages")
	}
	pages := t.pages
	if o.man {
		pages = t.manPages
	}
	if err := t.files.WriteFolder(o.folder, pages()); err != nil {
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
