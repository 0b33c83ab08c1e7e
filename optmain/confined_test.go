package optmain_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/optmain"
)

// TestConfined: tests write to their temporary folder, execute no commands of the system, and
// do both with --allow-outside.
func TestConfined(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, run, want string }{
		{name: "output", run: "optc %s -o $OUT", want: "is outside of"},
		{name: "folder", run: "optc docs -o $OUT", want: "is outside of"},
		{name: "built program", run: "optc build %s -o $OUT", want: "is outside of"},
		{name: "page", run: "optc explore %s -o $OUT", want: "is outside of"},
		{name: "picture", run: `optc layout "!poplar.in<vec<f16>>" --svg=$OUT`, want: "is outside of"},
		{name: "reproducer", run: "optc %s --canonicalize --mlir-pass-pipeline-crash-reproducer=$OUT", want: "is outside of"},
		{name: "tree", run: "optc %s --canonicalize --mlir-print-ir-after-all --mlir-print-ir-tree-dir=$OUT", want: "is outside of"},
		{name: "redirection", run: "echo a > $OUT", want: "is outside of"},
		{name: "added", run: "echo a >> $OUT", want: "is outside of"},
		{name: "errors", run: "echo a 2> $OUT", want: "is outside of"},
		{name: "copy", run: "cp %s $OUT", want: "is outside of"},
		{name: "touch", run: "touch $OUT", want: "is outside of"},
		{name: "mkdir", run: "mkdir -p $OUT/a", want: "is outside of"},
		{name: "split", run: "split-file %s $OUT", want: "is outside of"},
		{name: "reduce", run: "optc reduce %s -- touch $OUT", want: "commands are not executed"},
		{name: "bisect", run: "optc bisect %s --canonicalize -- touch $OUT", want: "commands are not executed"},
		{name: "temporary", run: "optc %s -o %t && touch %t.x && optc %s -o /dev/null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			out := filepath.Join(dir, "out", "x")
			if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
				t.Fatal(err)
			}
			text := "// RUN: cat %s | count 4\n// RUN: " + strings.ReplaceAll(c.run, "$OUT", out) + "\n//--- a.mlir\nfunc.func private @f()\n"
			file := filepath.Join(dir, "tests", "a.mlir")
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			code := optmain.Run(context.Background(), optmain.DefaultConfig(), []string{"test", filepath.Dir(file)}, strings.NewReader(""), &log, &log)
			entries, err := os.ReadDir(filepath.Dir(out))
			if err != nil {
				t.Fatal(err)
			}
			if (code == 0) != (c.want == "") || !strings.Contains(log.String(), c.want) || len(entries) > 0 {
				t.Errorf("exit code %d, %d files outside, %s", code, len(entries), &log)
			}
			if c.name != "touch" && c.name != "reduce" {
				return
			}
			optmain.Run(context.Background(), optmain.DefaultConfig(), []string{"test", "--allow-outside", filepath.Dir(file)}, strings.NewReader(""), &log, &log)
			if _, err := os.Stat(out); err != nil {
				t.Errorf("with --allow-outside: %v", err)
			}
		})
	}
}
