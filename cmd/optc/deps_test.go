package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNoTemplates: the command uses no templates of the standard library. Templates call
// methods by names that are only known at run time, so that the linker keeps every
// exported method of every type: four megabytes of a program of 26.
func TestNoTemplates(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("go list does not run here: %v", err)
	}
	if !strings.Contains(string(out), "optc/internal/tool/explore\n") {
		t.Fatal("the command has no package explore")
	}
	for name := range strings.Lines(string(out)) {
		if name = strings.TrimSpace(name); name == "text/template" || name == "html/template" {
			t.Errorf("the command uses %s", name)
		}
	}
}
