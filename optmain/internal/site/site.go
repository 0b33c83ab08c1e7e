// Package site makes a static site of the pages: HTML with a search over all sections, which finds pages by the words of the field too, and
// pictures that the documented commands draw. It exists so that the pages can be read and searched in a browser, from a folder or from any
// web server.
package site

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"path"
	"slices"
	"strings"

	"optc/docs"
	"optc/internal/base/lazyre"
)

// Groups are the pages in the order of the contents.
var Groups = []struct {
	Title string
	Pages []string
}{
	{"Begin", []string{"tour.md", "tutorial.md", "own_data.md", "tensors.md", "machines.md", "glossary.md"}},
	{"Layouts", []string{"layouts.md", "layouts_changes.md", "layouts_spellings.md", "layouts_proofs.md", "studio.md", "tuning.md"}},
	{"Hardware", []string{"gpu.md", "tpu.md", "programs.md", "codelets.md", "distribution.md", "formats.md"}},
	{"Tools", []string{"explorer.md", "debugging.md", "editor.md", "service.md", "builds.md", "proofs.md", "extending.md"}},
	{"Inside", []string{"architecture.md", "conformance.md", "performance.md", "rationale.md"}},
}

var (
	//go:embed files/site.css
	styleCSS []byte
	//go:embed files/search.js
	searchJS []byte
)

// pictureOf matches an image of a page and the command that draws it.
var pictureOf = lazyre.New("(?m)^!\\[([^\\]\n]*)\\]\\((pictures/[\\w.-]+\\.svg)\\)\n\nDrawn by `optc ([^`\n]*?) --svg (pictures/[\\w.-]+\\.svg)`")

// Picture is a picture of a page.
type Picture struct {
	File    string // name of a file, such as pictures/gpu.svg
	About   string
	Command string // without the name of the program and the flag --svg
}

// Pictures lists the pictures of a page in their order.
func Pictures(text string) (list []Picture) {
	for _, m := range pictureOf().FindAllStringSubmatch(text, -1) {
		if m[2] == m[4] {
			list = append(list, Picture{File: m[2], About: m[1], Command: m[3]})
		}
	}
	return list
}

// Build returns the files of the site. reference has the pages about dialects and passes by file name, and draw returns the SVG that a command
// draws.
func Build(reference map[string][]byte, draw func(command string) (string, error)) (map[string][]byte, error) {
	b := &builder{files: map[string][]byte{"site.css": styleCSS, "search.js": searchJS}, draw: draw, reference: reference}
	for _, name := range docs.Pages() {
		text, _ := docs.Page(name)
		if err := b.page(name, text, ""); err != nil {
			return nil, err
		}
	}
	for name, text := range reference {
		if strings.HasSuffix(name, ".md") {
			if err := b.page("dialects/"+name, string(text), "../"); err != nil {
				return nil, err
			}
		} else {
			b.files["dialects/"+name] = text
		}
	}
	b.index()
	slices.SortFunc(b.sections, func(x, y section) int { return cmp.Compare(x.Where, y.Where) })
	data, err := json.Marshal(struct {
		Sections []section `json:"sections"`
		Terms    []term    `json:"terms"`
		Common   []string  `json:"common"` // words of questions about anything
	}{b.sections, terms(), docs.Common})
	if err != nil {
		return nil, err
	}
	b.files["search_index.js"] = slices.Concat([]byte("const INDEX = "), data, []byte(";\n"))
	return b.files, nil
}

// section is the information of the search about a section.
type section struct {
	Where string `json:"where"` // file and anchor
	Page  string `json:"page"`  // title
	Title string `json:"title"`
	Text  string `json:"text"`
}

// term is a row of the glossary.
type term struct {
	Words []string `json:"words"`
	Here  string   `json:"here"`
	Where string   `json:"where"`
}

func terms() (list []term) {
	for _, t := range docs.Terms() {
		list = append(list, term{t.Words, t.Here, strings.Replace(t.Where, ".md", ".html", 1)})
	}
	return list
}

type builder struct {
	files     map[string][]byte
	reference map[string][]byte
	sections  []section
	draw      func(command string) (string, error)
}

// page adds the page of a text; up leads to the folder of the site.
func (b *builder) page(name, text, up string) error {
	svgs := map[string]string{}
	for _, p := range Pictures(text) {
		svg, err := b.draw(p.Command)
		if err != nil {
			return fmt.Errorf("%s: the picture %s: %w", name, p.File, err)
		}
		svgs[p.File] = fmt.Sprintf("<figure role=\"img\" aria-label=\"%s\" tabindex=\"0\">%s<figcaption>%s</figcaption></figure>\n", html.EscapeString(p.About), svg, html.EscapeString(p.About))
		b.files[path.Join(path.Dir(name), p.File)] = []byte(svg)
	}
	m := &markdown{
		link:  func(target string) (string, bool) { return b.link(name, target) },
		image: func(target string) string { return svgs[target] },
	}
	body := m.render(text)
	title := name
	sections := docs.SectionsOf(name, text)
	if len(sections) > 0 {
		title = strings.ReplaceAll(sections[0].Heading, "`", "")
	}
	file := strings.TrimSuffix(name, ".md") + ".html"
	for _, s := range sections {
		x := section{Where: file + "#" + docs.Anchor(s.Heading), Page: title, Title: strings.ReplaceAll(s.Heading, "`", ""), Text: plain(s.Text)}
		if up != "" {
			x.Text = x.Text[:min(len(x.Text), mostReference)] // the reference has an entry per operation
			x.Text = strings.ToValidUTF8(x.Text, "")
		}
		b.sections = append(b.sections, x)
	}
	b.files[file] = b.document(name, title, body, up)
	return nil
}

// mostReference bounds the bytes of a section of the reference that are searched.
const mostReference = 300

// plain returns the text of a section on one line, without marks.
func plain(text string) string {
	text = linked().ReplaceAllString(pictureOf().ReplaceAllString(text, ""), "$1")
	text = strings.NewReplacer("`", "", "**", "", "|", " ", "---", "").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

// linked matches a link of a text.
var linked = lazyre.New(`\[([^\]]*)\]\([^)\s]*\)`)

// link returns the target of a link of a page; ok is false if the site has no such file.
func (b *builder) link(from, target string) (href string, ok bool) {
	switch {
	case strings.HasPrefix(target, "#"):
		return target, true
	case strings.HasPrefix(target, "https://"), strings.HasPrefix(target, "http://"):
		return target, true
	}
	name, anchor, _ := strings.Cut(target, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	whole := path.Join(path.Dir(from), name)
	if whole == "dialects" {
		whole = "dialects/passes.md"
		name = "dialects/passes.md"
	}
	inFolder, isReference := strings.CutPrefix(whole, "dialects/")
	switch _, isPage := docs.Page(whole); {
	case isPage:
	case isReference && b.reference[inFolder] != nil:
	case whole == "../README.md":
		return strings.Repeat("../", strings.Count(from, "/")) + "index.html", true
	default:
		return "", false
	}
	return strings.Replace(name, ".md", ".html", 1) + anchor, true
}

// index adds the first page: the contents.
func (b *builder) index() {
	var body strings.Builder
	body.WriteString("<h1>optc</h1>\n<p>An MLIR-compatible compiler, with layouts as its subject. Press <kbd>/</kbd> to search all pages, by the words of the field too.</p>\n")
	for _, g := range Groups {
		fmt.Fprintf(&body, "<h2>%s</h2>\n<ul class=\"cards\">\n", html.EscapeString(g.Title))
		for _, name := range g.Pages {
			text, _ := docs.Page(name)
			m := &markdown{link: func(target string) (string, bool) { return b.link(name, target) }, image: func(string) string { return "" }}
			fmt.Fprintf(&body, "<li><a href=\"%s\">%s</a> %s</li>\n", strings.Replace(name, ".md", ".html", 1), html.EscapeString(titleOf(name)), m.inline(firstSentence(text)))
		}
		body.WriteString("</ul>\n")
	}
	body.WriteString("<h2 id=\"reference\">Reference</h2>\n<ul class=\"columns\">\n")
	for _, name := range b.referencePages() {
		fmt.Fprintf(&body, "<li><a href=\"dialects/%s.html\">%s</a></li>\n", name, name)
	}
	body.WriteString("</ul>\n")
	b.files["index.html"] = b.document("index.md", "optc", body.String(), "")
}

// referencePages names the pages of the reference.
func (b *builder) referencePages() (names []string) {
	for name := range b.reference {
		if page, ok := strings.CutSuffix(name, ".md"); ok {
			names = append(names, page)
		}
	}
	slices.Sort(names)
	return names
}

func titleOf(name string) string {
	text, _ := docs.Page(name)
	if list := docs.SectionsOf(name, text); len(list) > 0 {
		return list[0].Heading
	}
	return name
}

// firstSentence returns the first sentence of a page after its title.
func firstSentence(text string) string {
	for block := range strings.SplitSeq(text, "\n\n") {
		if block = strings.TrimSpace(block); block == "" || strings.ContainsAny(block[:1], "#!|`>") {
			continue
		}
		block = strings.Join(strings.Fields(block), " ")
		if sentence, _, ok := strings.Cut(block, ". "); ok {
			return sentence + "."
		}
		return block
	}
	return ""
}

// document returns the HTML of a page with the contents and the search.
func (b *builder) document(name, title, body, up string) []byte {
	var nav strings.Builder
	for _, g := range Groups {
		fmt.Fprintf(&nav, "<h2>%s</h2>\n<ul>\n", html.EscapeString(g.Title))
		for _, page := range g.Pages {
			current := ""
			if page == name {
				current = ` aria-current="page"`
			}
			fmt.Fprintf(&nav, "<li><a href=\"%s%s\"%s>%s</a></li>\n", up, strings.Replace(page, ".md", ".html", 1), current, html.EscapeString(titleOf(page)))
		}
		nav.WriteString("</ul>\n")
	}
	return fmt.Appendf(nil, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<link rel="stylesheet" href="%ssite.css">
</head>
<body data-up="%s">
<header><a class="home" href="%sindex.html">optc</a>
<div class="search" role="search"><input id="search" type="search" placeholder="Search  /" aria-label="Search all pages" role="combobox" aria-expanded="false" aria-controls="found" autocomplete="off"><ol id="found" role="listbox" aria-label="Found" hidden></ol></div></header>
<div class="page">
<details class="contents" open><summary>Contents</summary><nav aria-label="Pages">
%s<h2><a href="%sindex.html#reference">Reference</a></h2>
</nav></details>
<main>
%s</main>
</div>
<script src="%ssearch_index.js"></script>
<script src="%ssearch.js"></script>
</body>
</html>
`, html.EscapeString(title), up, up, up, nav.String(), up, body, up, up)
}
