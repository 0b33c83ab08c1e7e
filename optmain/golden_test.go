package optmain

import (
	"bytes"
	"context"
	goflag "flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/base/textdiff"
)

var update = goflag.Bool("update", false, "rewrite the .out files of testdata to the new output")

// oracle is the tool that the expected outputs come from.
const oracle = "mlir-opt-22"

// goldenRuns calls run for every "// flags:" line of every input in testdata.
func goldenRuns(t *testing.T, run func(t *testing.T, file, flags string) string) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatal("no inputs in testdata", err)
	}
	outputs := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for line := range strings.Lines(string(text)) {
			if flags, ok := strings.CutPrefix(line, "// flags: "); ok {
				flags = strings.TrimSpace(flags)
				fmt.Fprintf(&b, "==== %s\n%s", flags, run(t, filepath.Base(file), flags))
			}
		}
		outputs[strings.TrimSuffix(file, ".mlir")+".out"] = b.String()
	}
	return outputs
}

// fields splits flags at spaces outside of quotes, which it removes.
func fields(flags string) []string {
	var args []string
	quoted := false
	parts := strings.Split(flags, "'")
	for i, part := range parts {
		if quoted = i%2 == 1; quoted {
			if strings.HasSuffix(parts[i-1], " ") {
				args = append(args, "")
			}
			args[len(args)-1] += part
			continue
		}
		for j, f := range strings.Split(part, " ") {
			if j == 0 && i > 0 {
				args[len(args)-1] += f
			} else if f != "" {
				args = append(args, f)
			}
		}
	}
	return args
}

// transcript is the output of a run, with its exit code.
func transcript(code int, stdout, stderr string) string {
	text := stdout
	if stderr != "" {
		text += "---- standard error\n" + strings.TrimRight(stderr, "\n") + "\n"
	}
	return fmt.Sprintf("%s---- exit code %d\n", text, code)
}

// TestGolden compares the output for the inputs in testdata with the stored output; go
// test ./optmain -update stores the current output.
func TestGolden(t *testing.T) {
	t.Parallel()
	for file, got := range goldenRuns(t, func(_ *testing.T, file, flags string) string {
		c := DefaultConfig()
		c.Dir = "testdata"
		var stdout, stderr bytes.Buffer
		code := Run(context.Background(), c, append(fields(flags), file), nil, &stdout, &stderr)
		return transcript(code, stdout.String(), strings.ReplaceAll(stderr.String(), "testdata/", ""))
	}) {
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		if d := textdiff.Unified(file, "now", string(want), got); d != "" {
			t.Errorf("%s\nif the change is intended: go test ./optmain -update", d)
		}
	}
}

// TestOracle compares the stored outputs with the outputs of mlir-opt, if it is installed.
func TestOracle(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(oracle); err != nil {
		t.Skip(oracle + " is not installed")
	}
	for file, want := range goldenRuns(t, func(t *testing.T, file, flags string) string {
		cmd := exec.Command(oracle, append(fields(flags), file)...)
		cmd.Dir = "testdata"
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		code := 0
		if err := cmd.Run(); err != nil {
			code = cmd.ProcessState.ExitCode()
		}
		return transcript(code, stdout.String(), stderr.String())
	}) {
		got, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		if d := textdiff.Unified(oracle, file, want, string(got)); d != "" {
			t.Error(d)
		}
	}
}
