package docs_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/docs"
)

func ExampleFind() {
	terms, sections := docs.Find("which padding avoids a bank conflict?")
	fmt.Println(terms[0].Where)
	fmt.Printf("%s: %s\n", sections[0].Page, sections[0].Heading)
	// Output:
	// layouts_changes.md#which-swizzle-or-padding-avoids-bank-conflicts
	// layouts_changes.md: Which swizzle or padding avoids bank conflicts
}

// TestFind: the words that people use lead to the right page as the first result.
func TestFind(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"bank conflict": "layouts_changes.md", "coalescing": "layouts_changes.md", "occupancy": "gpu.md", "register pressure": "gpu.md",
		"shared memory": "layouts_changes.md", "swizzle": "layouts_changes.md", "PTX": "gpu.md", "FileCheck": "tour.md", "notebook": "service.md", "embed": "extending.md",
		"who holds an element": "layouts.md", "why so many cycles": "layouts_changes.md", "run on my own data": "own_data.md",
		"which thread has element (3,5)?": "layouts.md", "draw my layout": "layouts.md", "use it as a library": "extending.md", "debug a miscompile": "debugging.md",
		"latency": "layouts_changes.md", "FileCheck without LLVM": "tour.md", "export my kernel to PTX": "gpu.md", "numpy": "service.md",
		"write a pass": "extending.md", "warp": "layouts.md", "Tensor Core": "distribution.md",
	} {
		terms, sections := docs.Find(question)
		if len(sections) == 0 || sections[0].Page != want {
			for _, s := range sections[:min(len(sections), 3)] {
				t.Logf("%s: %s: %s", question, s.Page, s.Heading)
			}
			t.Errorf("%s: the first of %d sections is not of %s; %d terms", question, len(sections), want, len(terms))
		}
	}
	if _, sections := docs.Find("zyzzyva of a layout in a swizzled memory"); len(sections) == 0 {
		t.Error("one unknown word hides the others")
	}
	if _, sections := docs.Find("zyzzyva"); len(sections) > 0 {
		t.Errorf("%d sections have a word that no page has", len(sections))
	}
}

// TestTerms: each row of the glossary leads to a heading that exists.
func TestTerms(t *testing.T) {
	t.Parallel()
	if len(docs.Terms()) < 20 {
		t.Errorf("the glossary has %d terms", len(docs.Terms()))
	}
	for _, term := range docs.Terms() {
		page, _, _ := strings.Cut(term.Where, "#")
		if _, ok := docs.Page(page); !ok || len(term.Words) == 0 || term.Here == "" {
			t.Errorf("%q leads to %q", term.Words, term.Where)
		}
		if _, sections := docs.Find(term.Words[0]); len(sections) == 0 || sections[0].Page != page {
			t.Errorf("%q does not lead to %s first", term.Words[0], term.Where)
		}
	}
	for _, s := range docs.Sections() {
		if s.Excerpt("the") == "" && !strings.Contains(s.Text, "|") && !strings.Contains(s.Text, "```") && strings.TrimSpace(s.Text) != "" {
			t.Errorf("%s: %s: no excerpt", s.Page, s.Heading)
		}
	}
}
