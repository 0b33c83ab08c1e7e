package codelets

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/internal/family/poplar/codelet"
	"optc/ir"
)

var (
	wildFolder  = flag.String("wild", "", "folder of codelets in C++, which are imported and compared")
	wildList    = flag.String("wild.list", "", "file with the names of the files in -wild that are read, in two columns, folder and file; all files without it")
	wildCompare = flag.Bool("wild.compare", true, "execute the classes and compare them with the compiler's")
	wildOnly    = flag.String("wild.only", "", "regular expression of the names of the files that are read")
)

// wildTable counts the classes of all files.
type wildTable struct {
	files, unread                  int
	classes, code, agree, undriven int
	templates                      map[string]bool // whether all instances of a template, or a class, have code
	constructs                     map[string]int  // classes by the first construct without a translation
	differ                         []string
}

// TestWild imports codelets that were written for other compilers, and prints for each
// construct without a translation how many classes have no code because of it. Classes with
// code are compared with the compiler's.
func TestWild(t *testing.T) {
	if *wildFolder == "" {
		t.Skip("the flag -wild names no folder")
	}
	table := wildTable{templates: map[string]bool{}, constructs: map[string]int{}}
	for _, file := range wildFiles(t) {
		t.Run(strings.ReplaceAll(file, "/", ":"), func(t *testing.T) { table.read(t, filepath.Join(*wildFolder, file)) })
	}
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(table.constructs), func(x, y string) int {
		return cmp.Or(table.constructs[y]-table.constructs[x], strings.Compare(x, y))
	})
	for _, c := range names {
		fmt.Fprintf(&b, "%5d %s\n", table.constructs[c], c)
	}
	for _, d := range table.differ {
		fmt.Fprintln(&b, d)
	}
	templates := 0
	for _, coded := range table.templates {
		if coded {
			templates++
		}
	}
	t.Logf("%d files, of which %d cannot be read; %d of %d classes have code (%d of %d, if a template with its instances is one), %d agree, %d have no state with defined behaviour or no host program; constructs without a translation:\n%s",
		table.files, table.unread, table.code, table.classes, templates, len(table.templates), table.agree, table.undriven, &b)
}

// wildFiles returns the files that are read, relative to the folder.
func wildFiles(t *testing.T) (files []string) {
	only := regexp.MustCompile(*wildOnly)
	if *wildList != "" {
		text, err := os.ReadFile(*wildList)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); !strings.HasPrefix(line, "#") && len(f) == 2 && only.MatchString(line) {
				files = append(files, f[0]+"/"+f[1])
			}
		}
		return files
	}
	err := filepath.WalkDir(*wildFolder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".cpp" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(*wildFolder, path)
		if strings.Contains(string(text), "poplar/Vertex.hpp") && only.MatchString(name) {
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	quoted   = regexp.MustCompile(`'[^']*'`)
	position = regexp.MustCompile(`^[^ ]*:\d+:\d+: `)
)

// construct is a reason without its place and, unless it is about a name, without names.
func construct(reason string) string {
	reason = position.ReplaceAllString(reason, "")
	if strings.Contains(reason, "the name") {
		return reason
	}
	return quoted.ReplaceAllStringFunc(reason, func(q string) string {
		if strings.Trim(q, "'") == "asm" || strings.Trim(q, "'") == "goto" {
			return q
		}
		return "'…'"
	})
}

// read imports a file and compares its classes.
func (w *wildTable) read(t *testing.T, file string) {
	w.files++
	src := codelet.Source{Files: []string{file}}
	if _, err := os.Stat(file); err != nil {
		w.unread++
		return
	}
	classes, problems := readClasses(t, src)
	for _, d := range problems.List() {
		if d.Severity == ir.Error {
			w.classes++
			w.constructs[construct(d.Msg)]++
			w.templates[d.Text()] = false
			t.Log(d.Text())
		}
	}
	var coded []*class
	for _, c := range classes {
		base, _, _ := strings.Cut(c.name, "<")
		base = file + " " + base
		all, known := w.templates[base]
		w.templates[base] = c.noCode == "" && (all || !known)
		w.classes++
		if reason := c.noCode; reason != "" {
			w.constructs[construct(reason)]++
			t.Logf("%s: %s", c.name, reason)
			continue
		}
		w.code++
		coded = append(coded, c)
	}
	if len(coded) == 0 || !*wildCompare {
		return
	}
	flags := hostMacros(t, src)
	for dir := filepath.Dir(file); len(dir) >= len(filepath.Clean(*wildFolder)); dir = filepath.Dir(dir) {
		flags = append(flags, "-I", dir, "-I", filepath.Join(dir, "include"))
	}
	h, err := buildHost(t, file, flags, coded)
	if err != nil {
		w.undriven += len(coded)
		t.Logf("the host cannot compile it: %s", oneLine(err.Error()))
		return
	}
	for k, c := range coded {
		switch v := compare(t, h, k, c, architectures); {
		case v.problem == "":
			w.agree++
		case v.states == 0:
			w.undriven++
			t.Logf("%s: %s", c.name, v.problem)
		default:
			w.differ = append(w.differ, c.name+": "+oneLine(v.problem))
		}
	}
}
