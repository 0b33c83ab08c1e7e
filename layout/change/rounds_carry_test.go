package change

import (
	"testing"

	"optc/layout"
)

// Lanes of a layout of 48 threads have two parts for three readers. The third reader has no part in round 0, in which a turn of the
// next digit must not change the lane's other digits.
func TestRoundsOfMoreReadersThanParts(t *testing.T) {
	t.Parallel()
	before := []layout.Dim{
		{Size: 12, Digits: []layout.Digit{{Size: 6, Unit: 8}, {Size: 2, Unit: 4}}},
		{Size: 6, Digits: []layout.Digit{{Size: 3, Offset: 1}, {Size: 2, Unit: 2}}},
		{Size: 2, Digits: []layout.Digit{{Size: 2, Unit: 1}}},
	}
	after := []layout.Dim{
		{Size: 12, Digits: []layout.Digit{{Size: 6, Unit: 6}, {Size: 2, Offset: 1}}},
		{Size: 6, Digits: []layout.Digit{{Size: 3, Unit: 2}, {Size: 2, Unit: 1}}},
		{Size: 2, Digits: []layout.Digit{{Size: 2, Offset: 2}}},
	}
	from, to := repeatedTogether(t, before, after, 64)
	steps, ok := Steps(from, to)
	if !ok {
		t.Fatal("no steps")
	}
	plans, why := allPlans(steps, 64, 64)
	if why != "" {
		t.Fatal(why)
	}
	unequal := false
	for _, x := range plans {
		for _, p := range x.Partners {
			unequal = unequal || p.Sources > 0 && p.Sources < p.Readers
		}
		checkRounds(t, &x, from, to, 64, 64)
	}
	if !unequal {
		t.Error("no plan has more readers than parts")
	}
}
