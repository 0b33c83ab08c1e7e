package examples_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/optmain"
)

// kernelCommand is the command at the top of an example that distributes it.
var kernelCommand = regexp.MustCompile(`(?m)^//   optc --vectorext-distribute-nested-layout=(?:"([^"]*)"|(\S*)) --canonicalize`)

// TestKernelsAreProven: each pass that distributes a kernel leaves it the same for all inputs.
func TestKernelsAreProven(t *testing.T) {
	t.Parallel()
	const equal = "equal"
	const reals = "equal as real numbers (the order of sums; x + 0 = x and x * 0 = 0; not for NaN, infinities and -0)"
	want := map[string][]string{ // the outcomes of distribution, canonicalize and cse, by kernel
		"convert_lanes":   {equal, equal, equal},
		"convert_layout":  {equal, equal, equal},
		"copy_transpose":  {equal, equal, equal},
		"layer_norm":      {reals, equal, equal},
		"matmul":          {reals, equal},
		"matmul_mfma":     {equal, equal, equal},
		"matmul_mma_sync": {equal, equal, equal},
		"paged_attention": {reals, equal, equal},
		"row_sum":         {reals, equal, equal},
		"scan":            {equal, equal, equal},
		"scatter":         {equal, equal, equal},
		"softmax":         {reals, equal, equal},
	}
	files, err := filepath.Glob(filepath.Join("gpu", "*.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m := kernelCommand.FindStringSubmatch(string(text))
			if m == nil {
				t.Fatal("no command")
			}
			if name == "arg_max" { // the order of 64 numbers has too many cases
				t.Skip("not decided")
			}
			got := outcomes(t, string(text), "--prove-seconds=60", "--vectorext-distribute-nested-layout="+m[1]+m[2], "--canonicalize", "--cse")
			if diff := cmp.Diff(want[name], got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// outcomes proves what passes do to a module, and returns the outcome of each proof.
func outcomes(t *testing.T, text string, passes ...string) (list []string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := optmain.Run(t.Context(), optmain.DefaultConfig(), append(passes, "--prove"), strings.NewReader(text), &out, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for line := range strings.Lines(errs.String()) { // remarks about executions stand between them
		if proof, ok := strings.CutPrefix(strings.TrimSpace(line), "prove: "); ok {
			_, outcome, _ := strings.Cut(proof, ": ")
			list = append(list, outcome)
		}
	}
	return list
}

// TestProgramsAreProven: the passes that lower a program leave it the same for all contents
// of its variables, on the simulated device too.
func TestProgramsAreProven(t *testing.T) {
	t.Parallel()
	// These have more paths than a proof can follow: their contents decide branches, the ends of
	// loops, or addresses.
	undecided := map[string]bool{"arg_max": true, "sparse_dense": true}
	for _, family := range []struct {
		folder   string
		head     string
		pipeline []string
	}{
		{folder: "workers", pipeline: []string{"--poplar-set-target=arch=ipu2", "--tile"}},
		{folder: "codelets", pipeline: []string{"--poplar-set-target=arch=ipu21", "--tile"}},
		{folder: "okk", head: "module attributes {okk.machine = #okk.machine<bm1684>} {\n", pipeline: []string{"--okk"}},
	} {
		files, err := filepath.Glob(filepath.Join(family.folder, "*.mlir"))
		if err != nil || len(files) == 0 {
			t.Fatal("no programs", err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".mlir")
			t.Run(family.folder+"/"+name, func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				module := string(text)
				if at := strings.Index(module, "\nokk.kernel"); family.head != "" && at >= 0 { // after the aliases
					module = module[:at+1] + family.head + module[at+1:] + "}\n"
				}
				limit := "--prove-seconds=60"
				if undecided[name] {
					limit = "--prove-seconds=1"
				}
				list := outcomes(t, module, append([]string{limit}, family.pipeline...)...)
				if len(list) < 2 {
					t.Errorf("%d proofs", len(list))
				}
				for i, outcome := range list {
					switch {
					case strings.HasPrefix(outcome, "equal"):
					case !undecided[name] || !strings.HasPrefix(outcome, "not decided"):
						t.Errorf("proof %d: %s", i, outcome)
					}
				}
			})
		}
	}
}
