package num

import (
	"encoding/binary"
	"slices"
)

// The eight bytes of a word are processed at once; no sum in a byte exceeds 255, so that
// there is no carry into the next.
const (
	eachByte = 0x0101010101010101
	low4     = 0x0f * eachByte
)

// AppendHex appends two capital hexadecimal digits for every byte, the high digit first.
func AppendHex(dst, raw []byte) []byte {
	at := len(dst)
	dst = slices.Grow(dst, 2*len(raw))[:at+2*len(raw)]
	text := dst[at:]
	for len(raw) >= 4 && len(text) >= 8 {
		w := uint64(binary.LittleEndian.Uint32(raw))
		w = (w | w<<16) & 0x0000ffff0000ffff
		w = (w | w<<8) & 0x00ff00ff00ff00ff
		values := (w>>4 | w<<8) & low4
		binary.LittleEndian.PutUint64(text, digitsOf(values))
		raw, text = raw[4:], text[8:]
	}
	for i, b := range raw {
		binary.LittleEndian.PutUint16(text[2*i:], uint16(digitsOf(uint64(b>>4)|uint64(b&15)<<8)))
	}
	return dst
}

// digitsOf returns the capital digit of the value in each byte, which is from 0 to 15.
func digitsOf(values uint64) uint64 {
	letters := (values + (128-10)*eachByte) >> 7 & eachByte
	return values + '0'*eachByte + ('A'-'9'-1)*letters
}

// DecodeHex decodes two hexadecimal digits of either case for each byte of raw. It reports whether
// all characters are digits; if not, the contents of raw are undefined. The text must have twice as
// many bytes as raw.
func DecodeHex(raw []byte, text string) bool {
	var wrong uint64
	for len(raw) >= 4 && len(text) >= 8 {
		digits := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		letters := digits >> 6 & eachByte
		values := digits&low4 + 9*letters
		capitals := digits &^ (letters << 5)
		wrong |= capitals ^ digitsOf(values&low4) | values&^low4
		w := (values<<4 | values>>8) & 0x00ff00ff00ff00ff
		w = (w | w>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(raw, uint32(w|w>>16))
		raw, text = raw[4:], text[8:]
	}
	if len(raw) > 0 {
		var last [4]byte
		ok := DecodeHex(last[:], text+"00000000"[len(text):])
		copy(raw, last[:])
		return ok && wrong == 0
	}
	return wrong == 0
}
