package target

import "testing"

// testTarget returns a default target with settings applied.
func testTarget(t testing.TB, arch string, settings ...Setting) Target {
	t.Helper()
	tg, err := Lookup(arch)
	if err != nil {
		t.Fatal(err)
	}
	if tg, err = tg.With(settings...); err != nil {
		t.Fatal(err)
	}
	return tg
}
