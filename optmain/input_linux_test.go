package optmain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/ir"
	"optc/optmain/internal/files"
	"optc/passes"
)

// If another process writes to a mapped input during the run, the run ends with an error,
// also where pages no longer exist when they are read.
func TestInputChanges(t *testing.T) {
	t.Parallel()
	line := "func.func private @a_function_with_a_name_of_some_length_%() attributes {note = \"text\"}\n"
	var text strings.Builder
	for i := 0; text.Len() < 2*files.LeastMapped; i++ {
		text.WriteString(strings.Replace(line, "%", strings.Repeat("x", i%50)+string(rune('a'+i%26))+strings.Repeat("y", i/50), 1))
	}
	for _, c := range []struct {
		name   string
		change func(file string) error
	}{
		{"rewritten", func(file string) error { return os.WriteFile(file, bytes.Repeat([]byte("\n"), text.Len()), 0o666) }},
		{"truncated", func(file string) error { return os.Truncate(file, 0) }},
		{"appended", func(file string) error {
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("\n")
				f.Close()
			}
			return err
		}},
		{"left alone", func(string) error { return nil }},
	} {
		for _, where := range []string{"pass", "function pass"} {
			t.Run(c.name+" by a "+where, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				file := filepath.Join(dir, "in.mlir")
				if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
					t.Fatal(err)
				}
				anchor, pipeline := ir.OpKind(ir.ModuleOp{}), "builtin.module(change)"
				if where == "function pass" {
					anchor, pipeline = ir.Kind("func.func"), "builtin.module(func.func(change))"
				}
				config := DefaultConfig()
				config.ownsProcess = true
				config.Passes = &passes.Registry{Passes: []*passes.Pass{{
					Name: "change", Title: "change the input file", Anchor: []ir.OpKind{anchor},
					Run: func(pass *passes.Context) (bool, error) {
						if name := ir.SymbolName(pass.Op); where == "pass" || strings.HasSuffix(name, "_a") {
							return false, c.change(file)
						}
						return false, nil
					},
				}}}
				var stdout, stderr bytes.Buffer
				out := filepath.Join(dir, "out.mlir")
				code := Run(t.Context(), config, []string{"--pass-pipeline=" + pipeline, file, "-o", out}, nil, &stdout, &stderr)
				_, err := os.Stat(out)
				if c.name == "left alone" {
					if code != 0 || err != nil {
						t.Errorf("exit code %d, %v: %s", code, err, stderr.String())
					}
					return
				}
				want := "optc: error: input file '" + file + "' changed while it was read\n"
				if code == 0 || err == nil || stderr.String() != want {
					t.Errorf("exit code %d, output %v, message\n%.1000s\nwant\n%s", code, err, stderr.String(), want)
				}
			})
		}
	}
}
