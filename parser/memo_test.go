package parser

import (
	"strconv"
	"testing"
)

// TestMemo: spellings that occur once are not cached, however many there are; spellings that occur
// again are cached, even among many that do not.
func TestMemo(t *testing.T) {
	t.Parallel()
	var m memo[string, int]
	meet := func(text string) {
		if _, known := m.known[text]; !known && m.seenBefore(text) {
			m.set(text, len(text))
		}
	}
	for n := range 3 * maxMet {
		meet(strconv.Itoa(n))
		if n%16 == 0 {
			meet("often")
		}
	}
	if m.known["often"] != len("often") || len(m.known) > 8 {
		t.Errorf("%d spellings are known, %v", len(m.known), m.known)
	}
	if len(m.met) != maxMet {
		t.Errorf("%d places for spellings that were met once", len(m.met))
	}
	for n := range 3 * maxKnown { // a number occurs a second time at once
		meet("twice " + strconv.Itoa(n))
		meet("twice " + strconv.Itoa(n))
		meet("often")
	}
	if m.known["often"] != len("often") || len(m.known) > maxKnown {
		t.Errorf("%d spellings are known of those that come twice", len(m.known))
	}
}
