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
	const bits, sums, integers = "equal bit for bit", "equal up to the order of sums", ", with random integers"
	want := map[string][]string{ // by kernel the outcomes of distribution, canonicalize and cse
		"arg_max":         {bits + integers, bits + integers, bits + integers},
		"convert_lanes":   {bits, bits, bits},
		"convert_layout":  {bits, bits, bits},
		"copy_transpose":  {bits, bits, bits},
		"layer_norm":      {sums, bits, bits},
		"matmul":          {sums, sums},
		"matmul_mfma":     {bits, bits, bits},
		"paged_attention": {sums + integers, sums + integers, bits + integers},
		"row_sum":         {sums, bits, bits},
		"scan":            {bits + integers, bits + integers, bits + integers},
		"scatter":         {bits, bits, bits},
		"softmax":         {sums, bits, bits},
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
			var out, errs bytes.Buffer
			code := optmain.Run(t.Context(), optmain.DefaultConfig(), []string{"--vectorext-distribute-nested-layout=" + m[1] + m[2], "--canonicalize", "--cse", "--prove", file}, strings.NewReader(""), &out, &errs)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			var got []string
			for line := range strings.Lines(errs.String()) {
				_, outcome, _ := strings.Cut(strings.TrimSpace(line), ": ")
				_, outcome, _ = strings.Cut(outcome, ": ")
				got = append(got, outcome)
			}
			if diff := cmp.Diff(want[name], got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
