package cpp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/testing/cases"
)

func TestNameCases(t *testing.T) {
	t.Parallel()
	const name = "poplibs-mangled-names.tsv"
	runNameCases(t, name, cases.Open(t, name), TripleUnderscore)
}

func TestOwnNameCases(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]UnderscoreRule{"names-keep.tsv": KeepUnderscore, "names-triple.tsv": TripleUnderscore} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		runNameCases(t, "testdata/"+name, data, rule)
	}
}

func runNameCases(t *testing.T, file string, data []byte, rule UnderscoreRule) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	table := SymbolTable{Rule: rule}
	for _, line := range lines {
		name, want, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		canonical, err := Canonical(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := table.Add(canonical)
		if err != nil || got != want {
			t.Errorf("%s: symbol %s, error %v; want %s", name, got, err, want)
		}
		if back, ok := table.Name(want); !ok || back != canonical {
			t.Errorf("%s: search gives %q, want %q", want, back, canonical)
		}
		// The spelling with optional spaces gives the same symbol.
		if got, err := Mangle(name, rule); err != nil || got != want {
			t.Errorf("%s: symbol %s, error %v; want %s", name, got, err, want)
		}
	}
	cases.Ran(t, file, len(lines))
}
