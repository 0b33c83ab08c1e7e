package num_test

import (
	"bytes"
	"strconv"
	"testing"

	"optc/num"
)

// PutShortInt gives the same bytes as ParseInt, or leaves the text to it.
func TestPutShortInt(t *testing.T) {
	t.Parallel()
	taken := 0
	for _, width := range []int{1, 7, 8, 31, 32, 33, 63, 64, 65} {
		edge := uint64(1) << min(width-1, 57)
		for _, v := range []uint64{0, 1, 2, 100, edge - 1, edge, edge + 1, 2*edge - 1, 2 * edge, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
			digits := strconv.FormatUint(v, 10)
			for _, s := range []num.Signedness{num.Signless, num.Signed, num.Unsigned} {
				for _, sign := range []string{"", "-"} {
					raw := make([]byte, (width+7)/8)
					if !num.PutShortInt(raw, digits, sign != "", width, s) {
						continue
					}
					taken++
					want, err := num.ParseInt(sign+digits, width, s)
					if err != nil || !bytes.Equal(raw, want.AppendBytes(nil)) {
						t.Errorf("%s%s in %d bits, signedness %d: got %x, want %x, %v", sign, digits, width, s, raw, want.AppendBytes(nil), err)
					}
				}
			}
		}
	}
	if taken < 150 {
		t.Errorf("only %d numbers were short", taken)
	}
	for _, digits := range []string{"", "0x1", "1 ", "1234567890123456789"} {
		if num.PutShortInt(make([]byte, 8), digits, false, 64, num.Signless) {
			t.Errorf("%q was taken for a short number", digits)
		}
	}
}
