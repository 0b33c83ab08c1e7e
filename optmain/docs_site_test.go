package optmain

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/docs"
	"optc/internal/testing/browser"
	"optc/optmain/internal/site"
)

// TestPicturesOfPages: each page has a picture, which equals the output of the command on the page. With -update pictures are
// drawn again.
func TestPicturesOfPages(t *testing.T) {
	t.Parallel()
	drawn := map[string]bool{}
	draws := (&Env{Config: DefaultConfig(), Context: t.Context()}).tool().drawDocumented
	for _, name := range docs.Pages() {
		text, err := os.ReadFile(filepath.Join("../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		pictures := site.Pictures(string(text))
		if len(pictures) == 0 || len(pictures) != strings.Count(string(text), "](pictures/") {
			t.Errorf("%s has %d pictures with the command that draws them", name, len(pictures))
		}
		for _, p := range pictures {
			drawn[path.Base(p.File)] = true
			svg, err := draws(p.Command)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			golden(t, filepath.Join("../docs", p.File), svg)
		}
	}
	entries, err := os.ReadDir("../docs/pictures")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !drawn[e.Name()] {
			t.Errorf("no page has the picture %s", e.Name())
		}
	}
}

// TestSite: one command writes a site with all pages, whose links lead to places that exist, and in a browser the search finds pages by the
// words of the field.
func TestSite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if code, _, stderr := in(dir, "docs", "--site", "-o", "site"); code != 0 {
		t.Fatal(stderr)
	}
	var grouped []string
	for _, g := range site.Groups {
		grouped = append(grouped, g.Pages...)
	}
	if slices.Sort(grouped); !slices.Equal(grouped, docs.Pages()) {
		t.Errorf("the contents have %v, and there are %v", grouped, docs.Pages())
	}
	texts := map[string]string{}
	if err := filepath.WalkDir(filepath.Join(dir, "site"), func(name string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			var text []byte
			text, err = os.ReadFile(name)
			rel, _ := filepath.Rel(filepath.Join(dir, "site"), name)
			texts[filepath.ToSlash(rel)] = string(text)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	href, id := regexp.MustCompile(`(?:href|src)="([^"]*)"`), regexp.MustCompile(` id="([^"]*)"`)
	ids := map[string]bool{}
	for name, text := range texts {
		for _, m := range id.FindAllStringSubmatch(text, -1) {
			ids[name+"#"+m[1]] = true
		}
	}
	bad := 0
	for name, text := range texts {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, m := range href.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := name
			if target != "" {
				file = path.Join(path.Dir(name), target)
			}
			if _, ok := texts[file]; !ok || anchor != "" && strings.HasSuffix(file, ".html") && !ids[file+"#"+anchor] {
				if bad++; bad < 20 {
					t.Errorf("%s: the link %s leads nowhere", name, m[1])
				}
			}
		}
		if strings.Count(text, "<figure") == 0 && slices.Contains(docs.Pages(), strings.TrimSuffix(name, ".html")+".md") {
			t.Errorf("%s has no picture", name)
		}
	}
	p := browser.Open(t, "file://"+filepath.Join(dir, "site", "index.html"), 1400, 900)
	p.Screenshot("site-index")
	for question, want := range map[string]string{
		"bank conflict": "layouts_changes.html#which-swizzle-or-padding-avoids-bank-conflicts", "ptx": "gpu.html#in-ptx", "who holds an element": "layouts.html#who-holds-an-element",
		"filecheck": "tour.html#lit-tests", "cf.switch": "dialects/cf.html#cfswitch",
	} {
		p.Eval(fmt.Sprintf(`input.focus(), input.value = %q, show()`, question))
		if got := p.Text(`found.querySelector("[aria-selected=true] a").getAttribute("href")`); got != want {
			t.Errorf("%s: the first that is found is %s, want %s", question, got, want)
		}
	}
	p.Eval(`input.blur(), input.value = ""`)
	p.Press("/")
	p.Type("swizzle")
	p.Wait(`!found.hidden`)
	p.Screenshot("site-search")
	p.Press("Enter")
	p.Wait(`location.href.includes("layouts_changes.html") && document.readyState === "complete"`)
	for _, width := range []int{1400, 1000, 700} {
		p.Resize(width, 900)
		for _, scheme := range []string{"light", "dark"} {
			p.Scheme(scheme)
			if wide := p.Text(`[document.documentElement, ...document.querySelectorAll("main, nav")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.tagName + e.scrollWidth).join()`); wide != "" {
				t.Errorf("at %d pixels, the page is wider than the window: %s", width, wide)
			}
			p.Screenshot(fmt.Sprintf("site-%d-%s", width, scheme))
		}
	}
}
