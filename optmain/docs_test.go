package optmain

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReferenceIsCurrent: docs/dialects contains exactly the output of `optc docs`.
func TestReferenceIsCurrent(t *testing.T) {
	t.Parallel()
	const folder = "../docs/dialects"
	pages := (&tool{Config: DefaultConfig()}).pages()
	for name, text := range pages {
		golden(t, filepath.Join(folder, name), string(text))
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := pages[e.Name()]; !ok {
			t.Errorf("%s/%s is about nothing that exists", folder, e.Name())
		}
	}
}
