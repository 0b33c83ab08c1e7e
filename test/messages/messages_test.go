// Package messages holds mistakes that newcomers make, with the messages that they get. Each page
// has the mistakes about one subject: files with a single mistake, misused commands, and Go
// programs that misuse the library. The pages are expectations and reading matter at once: a
// reviewer scores each message.
package messages

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/optmain"
)

var update = flag.Bool("update", false, "rewrite the messages in the pages")

// A mistake is a section of a page: files, and the commands that are given for them. Its text is
//
//	# title
//	-- name.mlir --
//	contents
//	$ optc arguments
//	output
//	exit 1
type mistake struct {
	title string
	lines []string // without outputs
}

// parsePage returns the text before the first mistake, and the mistakes.
func parsePage(text string) (intro string, list []mistake) {
	output := false
	for line := range strings.Lines(text) {
		title, begins := strings.CutPrefix(line, "# ")
		switch {
		case begins:
			list = append(list, mistake{title: strings.TrimSpace(title)})
			output = false
		case len(list) == 0:
			intro += line
		default:
			output = output && !strings.HasPrefix(line, "-- ") || strings.HasPrefix(line, "$ ")
			if m := &list[len(list)-1]; !output || strings.HasPrefix(line, "$ ") {
				m.lines = append(m.lines, line)
			}
		}
	}
	return intro, list
}

// answer returns the section with the output of its commands, which run in a folder of their own
// beside the examples.
func (m mistake) answer(t *testing.T) string {
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "examples"), filepath.Join(dir, "examples")); err != nil {
		t.Skip("skipped: no symbolic links: ", err)
	}
	out := "# " + m.title + "\n"
	files := map[string]string{}
	name := ""
	for _, line := range m.lines {
		out += line
		if command, ok := strings.CutPrefix(line, "$ optc"); ok {
			for file, text := range files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			c := optmain.DefaultConfig()
			c.Dir = dir
			var shown bytes.Buffer
			code := optmain.Run(t.Context(), c, splitWords(strings.TrimSpace(command)), strings.NewReader(""), &shown, &shown)
			out += strings.ReplaceAll(shown.String(), root, "ROOT") + fmt.Sprintf("exit %d\n", code)
		} else if strings.HasPrefix(line, "-- ") {
			name = strings.Trim(line, "- \n")
		} else {
			files[name] += line
		}
	}
	return out + "\n"
}

// splitWords divides a command line at its spaces; quotes keep spaces.
func splitWords(command string) (words []string) {
	quoted, begun := false, false
	for _, r := range command {
		switch {
		case r == '\'':
			quoted = !quoted
		case r == ' ' && !quoted:
			begun = false
		default:
			if !begun {
				words, begun = append(words, ""), true
			}
			words[len(words)-1] += string(r)
		}
	}
	return words
}

func TestMessages(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("*.txt")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages: ", err)
	}
	for _, page := range pages {
		if page == embedding {
			continue // TestEmbedding writes this page
		}
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			intro, list := parsePage(string(text))
			got := intro
			for _, m := range list {
				got += m.answer(t)
			}
			comparePage(t, page, got)
		})
	}
}

// comparePage compares a page with its new text, or replaces it.
func comparePage(t *testing.T, page, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", page, diff)
	}
}
