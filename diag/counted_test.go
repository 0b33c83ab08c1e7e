package diag_test

import (
	"testing"

	"optc/diag"
)

func TestCounted(t *testing.T) {
	for got, want := range map[string]string{
		diag.Counted(0, "cycle"):                "0 cycles",
		diag.Counted(1, "copy"):                 "1 copy",
		diag.Counted(2, "copy"):                 "2 copies",
		diag.Counted(3, "array"):                "3 arrays",
		diag.Counted(1.5, "cycle"):              "1.5 cycles",
		diag.Counted(int64(1)<<53+1, "element"): "9007199254740993 elements",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
