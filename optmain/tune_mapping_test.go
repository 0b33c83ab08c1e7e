package optmain

import (
	"encoding/json"
	goflag "flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"optc/internal/tool/tune"
	"optc/lower"
)

var everyMapping = goflag.Bool("mappings", false, "choose the mappings of all programs of examples")

// open writes mappings of programs as open mappings.
func openMappings(text string) string {
	const open = " #poplar.mapping<?>"
	loop := regexp.MustCompile(`(?s)  poplar\.for %t = 0 to \d+ \{\n(.*?)\n  \}\n`)
	text = loop.ReplaceAllStringFunc(text, func(body string) string {
		if !strings.Contains(body, "poplar.set_tile_mapping") {
			return body
		}
		lines := ""
		for _, sliced := range regexp.MustCompile(`poplar\.(slice|index) (%\w+)`).FindAllStringSubmatch(body, -1) {
			lines += "  poplar.set_tile_mapping " + sliced[2] + open + "\n"
		}
		return lines
	})
	text = regexp.MustCompile(`poplar\.map_linear (%\w+) min \d+ grain \d+`).ReplaceAllString(text, "poplar.set_tile_mapping $1"+open)
	return regexp.MustCompile(`(poplar\.set_tile_mapping %\w+) on \d+`).ReplaceAllString(text, "$1"+open)
}

// TestTuneMappings: the mappings that are chosen for programs cost no more than the mappings that
// were chosen by hand, and give the same results.
func TestTuneMappings(t *testing.T) {
	t.Parallel()
	for _, program := range []struct {
		file, result string
		quick        bool
	}{
		{"blend_on_tiles.mlir", "dst", true},
		{"programs/conv_3x3.mlir", "out", true},
		{"programs/embedding.mlir", "out", false},
		{"programs/layer_norm.mlir", "x", false},
		{"programs/mlp.mlir", "out", false},
	} {
		if !program.quick && !*everyMapping {
			continue
		}
		t.Run(filepath.Base(program.file), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../examples")); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(dir, program.file))
			if err != nil {
				t.Fatal(err)
			}
			open := openMappings(string(text))
			if err := os.WriteFile(filepath.Join(dir, program.file), []byte(open), 0o666); err != nil || strings.Contains(open, " on 0\n") {
				t.Fatal(err, open)
			}
			chosen := filepath.Join(filepath.Dir(program.file), "chosen.mlir")
			code, stdout, stderr := in(dir, "tune", "--target=ipu2", "--format=json", "-o", chosen, program.file)
			var r tune.Report
			if err := json.Unmarshal([]byte(stdout), &r); code != 0 || err != nil {
				t.Fatal(code, err, stdout, stderr)
			}
			for _, c := range r.Choices {
				if c.Bound > c.Cycles {
					t.Errorf("%v costs %g cycles, but its bound is %g", c.Layouts, c.Cycles, c.Bound)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, program.file), text, 0o666); err != nil {
				t.Fatal(err)
			}
			hand, found := cyclesOf(t, dir, program.file), cyclesOf(t, dir, chosen)
			t.Logf("%d cycles by hand, %d found; %d executed, %d refused, %d left out by their bound, %d invalid", hand, found, r.Measured, r.Refused, r.Bounded, r.Invalid)
			if found > hand || float64(found) != r.Cycles {
				t.Errorf("%d cycles by hand, %d with the chosen mappings, %g in the report", hand, found, r.Cycles)
			}
			_, want, _ := in(dir, "run", "--target=ipu2", "--print="+program.result, program.file)
			if _, got, stderr := in(dir, "run", "--target=ipu2", "--print="+program.result, chosen); got != want || want == "" {
				t.Errorf("results are %q, want %q\n%s", got, want, stderr)
			}
		})
	}
}

// cyclesOf returns the cycles of a program with its exchange.
func cyclesOf(t *testing.T, dir, file string) int64 {
	t.Helper()
	_, stdout, stderr := in(dir, "run", "--target=ipu2", "--profile=json", file)
	var p lower.Profile
	if err := json.Unmarshal([]byte(stdout), &p); err != nil {
		t.Fatal(err, stdout, stderr)
	}
	n := p.Cycles
	if x := p.Exchange; x != nil {
		n += x.Cycles + x.Sync
	}
	return n
}
