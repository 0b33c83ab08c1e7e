package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/sim"
)

// TestCodelets runs codelets of different kinds on the data of their files, compares the
// tiles with the plain interpretation, and checks the result that each file states in its
// first lines.
func TestCodelets(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("codelets/*.mlir")
	if err != nil || len(files) != 10 {
		t.Fatalf("expected ten codelets, found %v (%v)", files, err)
	}
	for _, file := range files {
		for _, arch := range []string{"ipu1", "ipu2"} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir")+"/"+arch, func(t *testing.T) {
				t.Parallel()
				tiled := compile(t, file, arch, families[0].Pipeline)
				compare(t, tiled, compile(t, file, arch, families[0].Reference), 0)
				dev := device(t, tiled)
				if err := dev.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				found := false
				for _, v := range dev.Variables() {
					data, written, err := dev.Read(v.Name)
					if err != nil {
						t.Fatal(err)
					}
					found = found || strings.Contains(string(text), "//   "+v.Name+" = "+sim.FormatArray(v.Shape, v.Elem, data, written)+"\n")
				}
				if !found {
					t.Errorf("no variable has the value that %s names", file)
				}
			})
		}
	}
}
