package optmain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDumpDamaged: for any contents of an image, a dump shows them and marks bytes that cannot be
// decoded.
func TestDumpDamaged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	image := []byte(builtProgram(t, dir)["tile_0.bin"])
	file := filepath.Join(dir, "out", "tile_0.bin")
	marked := 0
	try := func(damaged []byte) {
		if err := os.WriteFile(file, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := in(dir, "dump", "out")
		does := strings.Contains(stderr, "do not decode")
		if code != 0 && !does || strings.Contains(stderr, "goroutine") || strings.Contains(stdout, "!") != does || !strings.Contains(stdout, "tile 0\n") {
			t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
		}
		if does {
			marked++
		}
	}
	// The state follows the data that it refers to.
	for at := max(0, len(image)-64); at < len(image); at += 2 {
		for _, b := range []byte{0, 0x7f, 0xff} {
			damaged := append([]byte(nil), image...)
			damaged[at], damaged[at+1] = b, b
			try(damaged)
		}
	}
	try(nil)
	try(image[:len(image)/2])
	if marked == 0 {
		t.Error("no damage was marked")
	}
}
