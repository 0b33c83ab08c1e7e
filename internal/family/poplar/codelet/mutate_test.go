package codelet

import (
	"cmp"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar/target"
	"optc/ir"
)

var (
	mutants        = flag.Int("mutants", 60, "damaged files of codelets that are imported")
	mutantsFolder  = flag.String("mutants.folder", "", "folder of codelets that are damaged and imported, instead of the project's")
	poplibsMutants = flag.Int("mutants.poplibs", 0, "damaged files of poplibs that are imported; see -poplibs")
)

// moreAllocations is the number of allocations that the import of a damaged file may take besides
// twice those for the file.
const moreAllocations = 1 << 20

// TestMutatedBodies: files with deleted, repeated and exchanged tokens are imported
// without a panic, and the module verifies.
func TestMutatedBodies(t *testing.T) {
	t.Parallel()
	files := damagedFiles(t)
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range *mutants {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		data, err := os.ReadFile(files[seed%len(files)])
		if err != nil {
			t.Fatal(err)
		}
		file, text := files[seed%len(files)], mutated(rng, string(data))
		open := func(name string) ([]byte, error) {
			if name == file {
				return []byte(text), nil
			}
			return os.ReadFile(name)
		}
		var problems ir.Diagnostics
		module, err := Import(t.Context(), all.Context(), chip, Source{Files: []string{file}, Open: open}, &problems)
		if module == nil {
			t.Fatalf("seed %d, %s: %v", seed, file, err)
		}
		if d := ir.Verify(module, nil); d != nil {
			t.Errorf("seed %d, %s: %v", seed, file, d)
		}
	}
}

// damagedFiles returns the files of codelets that are damaged.
func damagedFiles(t *testing.T) (files []string) {
	folder := cmp.Or(*mutantsFolder, filepath.Join("..", "..", "..", "testing", "conformance", "codelets", "testdata"))
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".cpp" {
			return err
		}
		if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "poplar/Vertex.hpp") {
			files = append(files, path)
			return err
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no codelets in %s: %v", folder, err)
	}
	return files
}

// TestMutatedPoplibs imports damaged files of poplibs: without a panic, with about as many
// allocations as the files take, and with modules that verify. It is not parallel, because it
// counts the allocations of the whole process.
func TestMutatedPoplibs(t *testing.T) {
	if *poplibs == "" || *poplibsMutants == 0 {
		t.Skip("skipped: the flags -poplibs and -mutants.poplibs do not name a working tree of poplibs and a number")
	}
	var files, folders []string
	for _, pattern := range []string{"include", "lib/*/codelets", "lib/*"} {
		list, _ := filepath.Glob(filepath.Join(*poplibs, pattern))
		folders = append(folders, list...)
	}
	files, _ = filepath.Glob(filepath.Join(*poplibs, "lib/*/codelets/*.cpp"))
	chip, err := target.Lookup("ipu2")
	if err != nil || len(files) == 0 {
		t.Fatal("no codelets", err)
	}
	usual := map[string]uint64{} // the allocations for a file without damage
	imported := func(file string, text []byte, undefined []string) (*ir.Operation, uint64, error) {
		src := Source{Files: []string{file}, Folders: folders, Undefined: undefined, Open: func(name string) ([]byte, error) {
			if name == file {
				return text, nil
			}
			return os.ReadFile(name)
		}}
		context := all.Context()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		module, err := Import(t.Context(), context, chip, src, nil)
		runtime.ReadMemStats(&after)
		return module, after.Mallocs - before.Mallocs, err
	}
	for n := range *poplibsMutants {
		rng := rand.New(rand.NewPCG(uint64(n), 2))
		file := files[rng.IntN(len(files))]
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var undefined []string
		if n%2 == 1 {
			undefined = []string{"__IPU__"}
		}
		if usual[file] == 0 {
			_, usual[file], _ = imported(file, data, undefined)
		}
		module, work, err := imported(file, []byte(mutated(rng, string(data))), undefined)
		if work > 2*usual[file]+moreAllocations {
			t.Errorf("seed %d, %s: %d allocations, but %d without damage", n, filepath.Base(file), work, usual[file])
		}
		if module == nil {
			t.Fatalf("seed %d, %s: %v", n, file, err)
		}
		if d := ir.Verify(module, nil); d != nil {
			t.Errorf("seed %d, %s: %v", n, file, d)
		}
	}
}

// mutated damages a few tokens of a text.
func mutated(rng *rand.Rand, text string) string {
	tokens := scanTokens(&ir.Source{Name: "a.cpp", Text: text}, maxSteps)
	for range 1 + rng.IntN(4) {
		i, k := rng.IntN(len(tokens)), rng.IntN(len(tokens))
		switch rng.IntN(4) {
		case 0:
			tokens = slices.Delete(tokens, i, min(i+1+rng.IntN(3), len(tokens)))
		case 1:
			tokens = slices.Insert(tokens, i, tokens[k])
		case 2:
			tokens[i].text, tokens[k].text = tokens[k].text, tokens[i].text
		default:
			tokens[i].text = []string{"0", "&", "*", "(", ")", "{", "}", "<", ">", ";", "->", "auto", "const", "return", "x", "3.5f", "::", "[", "=", "++"}[rng.IntN(20)]
		}
	}
	var b strings.Builder
	for i := range tokens {
		switch {
		case tokens[i].line:
			b.WriteByte('\n')
		case tokens[i].space, i > 0 && tokens[i].kind == tokens[i-1].kind:
			b.WriteByte(' ')
		}
		b.WriteString(tokens[i].text)
	}
	return b.String()
}
