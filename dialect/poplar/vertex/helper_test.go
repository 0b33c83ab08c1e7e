package vertex

import (
	"testing"

	"optc/dialect/poplar/target"
)

// testTarget returns a default target with settings applied.
func testTarget(t testing.TB, arch string, settings ...target.Setting) target.Target {
	t.Helper()
	tg, err := target.Lookup(arch)
	if err != nil {
		t.Fatal(err)
	}
	if tg, err = tg.With(settings...); err != nil {
		t.Fatal(err)
	}
	return tg
}
