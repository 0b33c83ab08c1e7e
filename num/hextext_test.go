package num

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// Every pair of characters, at every position of a word and after the last word.
func TestDecodeHex(t *testing.T) {
	t.Parallel()
	for at := range 7 {
		text := []byte("01234567deadBE")
		for hi := range 256 {
			for lo := range 256 {
				text[2*at], text[2*at+1] = byte(hi), byte(lo)
				raw := make([]byte, len(text)/2)
				ok := DecodeHex(raw, string(text))
				want, err := hex.DecodeString(string(text))
				if ok != (err == nil) || ok && !bytes.Equal(raw, want) {
					t.Fatalf("%q: got %x %v, want %x, %v", text, raw, ok, want, err)
				}
			}
		}
	}
}

func TestAppendHex(t *testing.T) {
	t.Parallel()
	raw := make([]byte, 256)
	for i := range raw {
		raw[i] = byte(i)
	}
	for from := range raw {
		for to := from; to <= min(from+9, len(raw)); to++ {
			want := "x" + strings.ToUpper(hex.EncodeToString(raw[from:to]))
			if got := AppendHex([]byte("x"), raw[from:to]); string(got) != want {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
	}
}
