package axes_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"optc/layout/axes"
)

// TestAxesAreDocumented: the page on layouts has a row for each axis.
func TestAxesAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/layouts.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range axes.List() {
		if row := fmt.Sprintf("| %s | %s |\n", a, a.Counts()); !strings.Contains(string(page), row) {
			t.Errorf("docs/layouts.md lacks the row %s", row)
		}
	}
}
