package change_test

import (
	"math/rand/v2"
	"testing"

	"optc/layout/change"
)

// TestSectors compares the numbers of sectors with enumerations of bytes.
func TestSectors(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		bytes, sector := int64(1)<<rng.IntN(5), int64(32)<<rng.IntN(2)
		addresses := make([]int64, 1+rng.IntN(64))
		places, touched := map[int64]bool{}, map[int64]bool{}
		for i := range addresses {
			at := rng.Int64N(4096) / bytes * bytes
			if rng.IntN(4) == 0 {
				at += rng.Int64N(bytes) // not aligned
			}
			addresses[i], places[at] = at, true
			for b := at; b < at+bytes; b++ {
				touched[b/sector] = true
			}
		}
		got, least := change.Sectors(addresses, bytes, sector)
		if want := (int64(len(places))*bytes + sector - 1) / sector; got != int64(len(touched)) || least != want {
			t.Fatalf("%d bytes at %v: %d sectors of %d, at least %d; want %d and %d", bytes, addresses, got, sector, least, len(touched), want)
		}
	}
}
