package optmain

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"optc/internal/base/flags"
	"optc/optmain/internal/reference"
	"optc/optmain/internal/service"
	"optc/optmain/internal/site"
)

// docsCommand is `optc docs`.
func docsCommand() *Command {
	return &Command{
		Name:  "docs",
		Title: "write the Markdown reference of dialects and passes, a site of all pages, or pages for man",
		Usage: "[--man | --site] -o <folder>",
		Run:   runs(runDocs),
		flags: func(*tool) []*flags.Flag { return new(docsOptions).flags() },
	}
}

// docsOptions are the options of `optc docs`.
type docsOptions struct {
	folder string
	man    bool
	site   bool
}

func (o *docsOptions) flags() []*flags.Flag {
	return []*flags.Flag{
		flags.Text("o", "folder", &o.folder, "where to put the pages"),
		flags.Switch("man", &o.man, "write a page for man for the command and for each subcommand"),
		flags.Switch("site", &o.site, "write a static site of all pages, with a search and with the pictures that the documented commands draw"),
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
	var pages map[string][]byte
	var err error
	switch {
	case o.man && o.site:
		return t.misused("docs", "'--man' and '--site' write different pages; choose one")
	case o.man:
		pages = t.manPages()
	case o.site:
		pages, err = site.Build(t.pages(), t.drawDocumented)
	default:
		pages = t.pages()
	}
	if err == nil {
		err = t.files.WriteFolder(o.folder, pages)
	}
	if err != nil {
		return t.fail(err)
	}
	return 0
}

// drawDocumented returns the SVG that a command of a page draws, which is without the name of the program.
func (t *tool) drawDocumented(command string) (string, error) {
	dir, err := os.MkdirTemp("", "optc-docs")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	c := t.Config
	c.Dir, c.Within = dir, ""
	var stderr strings.Builder
	if code := Run(t.ctx, c, append(quotedWords(command), "--svg=picture.svg"), strings.NewReader(""), io.Discard, &stderr); code != 0 {
		return "", fmt.Errorf("optc %s: %s", command, stderr.String())
	}
	svg, err := os.ReadFile(filepath.Join(dir, "picture.svg"))
	return string(svg), err
}

// quotedWords divides a command at its spaces, except between single quotes.
func quotedWords(command string) (words []string) {
	word, inside, begun := "", false, false
	end := func() {
		if begun {
			words = append(words, word)
		}
		word, begun = "", false
	}
	for _, c := range command {
		switch {
		case c == '\'':
			inside, begun = !inside, true
		case c == ' ' && !inside:
			end()
		default:
			word, begun = word+string(c), true
		}
	}
	end()
	return words
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
