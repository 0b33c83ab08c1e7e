package optmain

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every command has a page for man, which names its flags, and which groff reads without a
// warning.
func TestManPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if code, _, errs := in(dir, "docs", "--man", "-o", "man"); code != 0 {
		t.Fatal(errs)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Log("skipped: groff is not installed")
	}
	for _, c := range append(Commands(), &Command{}) {
		name := strings.TrimSuffix("optc-"+c.Name, "-")
		data, err := os.ReadFile(filepath.Join(dir, "man", name+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, want := range []string{".TH ", ".SH NAME", ".SH SYNOPSIS"} {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
		if groff == "" {
			continue
		}
		cmd := exec.Command(groff, "-man", "-Tutf8", "-ww", filepath.Join(dir, "man", name+".1"))
		var warnings strings.Builder
		cmd.Stderr = &warnings
		if out, err := cmd.Output(); err != nil || warnings.Len() > 0 || len(out) == 0 {
			t.Errorf("%s: %v, %s", name, err, &warnings)
		}
	}
}
