// Package targettest makes targets for tests.
package targettest

import (
	"testing"

	"optc/dialect/poplar/target"
)

// New returns a default target with settings applied.
func New(t testing.TB, arch string, settings ...target.Setting) target.Target {
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
