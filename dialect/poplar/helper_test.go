package poplar

import "testing"

// testTarget returns a default target with settings applied.
func testTarget(t testing.TB, arch string, settings ...Setting) Target {
	t.Helper()
	tg, err := LookupTarget(arch)
	if err != nil {
		t.Fatal(err)
	}
	if tg, err = tg.With(settings...); err != nil {
		t.Fatal(err)
	}
	return tg
}
