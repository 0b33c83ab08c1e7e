package lit_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"

	"optc/internal/testing/conform"
	"optc/internal/tool/filecheck"
	"optc/lit"
)

var full = flag.Bool("conformance.full", false, "compare with LLVM's tools on all tests and several mutations of their outputs")

// TestFileCheckConformance passes each input that a test here checks, and mutations of
// it, to LLVM's FileCheck too.
func TestFileCheckConformance(t *testing.T) {
	t.Parallel()
	tool := conform.Lookup(t)
	tests, mutations := 40, 1
	if *full {
		tests, mutations = math.MaxInt, 4
	}
	counts := conform.Counts{}
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(22, 4))
	for _, c := range fileCheckCalls(t, tests) {
		p, ok := pairOf(t, c)
		if !ok {
			continue
		}
		for m := range 1 + mutations {
			if m > 0 {
				p.Input = conform.Mutate(random, p.Input)
			}
			counts[conform.Compare(t, tool, dir, fmt.Sprintf("%s, mutation %d", c.Test, m), p)]++
		}
	}
	t.Log(counts)
}

// fileCheckCalls runs about that many of the tests, each nth of them, and returns their
// calls of FileCheck in a fixed order.
func fileCheckCalls(t *testing.T, tests int) []lit.Call {
	t.Helper()
	r := newRunner(t)
	var mu sync.Mutex
	var calls []lit.Call
	r.Observe = func(c lit.Call) {
		mu.Lock()
		defer mu.Unlock()
		calls = append(calls, c)
	}
	names, err := r.Discover(".")
	if err != nil {
		t.Fatal(err)
	}
	var sample []string
	for i := 0; i < len(names); i += max(1, len(names)/tests) {
		sample = append(sample, names[i])
	}
	r.RunAll(t.Context(), sample, func(lit.Result) {})
	sort.SliceStable(calls, func(i, j int) bool { return calls[i].Test < calls[j].Test })
	return calls
}

// pairOf makes a pair of a call that checks its standard input.
func pairOf(t *testing.T, c lit.Call) (p conform.Pair, ok bool) {
	t.Helper()
	o, checkFile, input, err := filecheck.ParseArgs(c.Args)
	if err != nil || input != "-" || o.Strict {
		return p, false
	}
	if !filepath.IsAbs(checkFile) {
		checkFile = filepath.Join(c.Dir, checkFile)
	}
	checks, err := os.ReadFile(checkFile)
	if err != nil {
		return p, false // the test has changed it since
	}
	p = conform.Pair{Checks: string(checks), Input: c.Input}
	for _, a := range c.Args {
		if strings.HasPrefix(a, "-") && !strings.HasPrefix(strings.TrimLeft(a, "-"), "dump-input") {
			p.Args = append(p.Args, a)
		}
	}
	return p, !separateValue(p.Args)
}

// separateValue reports an option whose value is the next argument, which pairOf has
// dropped.
func separateValue(args []string) bool {
	for _, a := range args {
		if strings.HasPrefix(strings.TrimLeft(a, "-"), "check-prefix") && !strings.Contains(a, "=") {
			return true
		}
	}
	return false
}

// TestLit runs this folder under LLVM's lit and FileCheck.
func TestLit(t *testing.T) {
	if !*full {
		t.Skip("runs with -conformance.full")
	}
	tool, err := exec.LookPath("lit-22")
	if err != nil {
		t.Skip("lit-22 is not installed")
	}
	program := filepath.Join(t.TempDir(), "optc")
	if out, err := exec.Command("go", "build", "-o", program, "optc/cmd/optc").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(tool, "--quiet", ".")
	cmd.Env = append(os.Environ(), "OPTC="+program)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
