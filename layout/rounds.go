package layout

import (
	"cmp"
	"slices"
)

// Rounds is a change of layout in which elements move between the lanes of a subgroup only.
//
// Some digits of elements are registers before and after, some are lanes before and after. A
// digit that becomes a lane and a digit that becomes a register change their roles in pairs. In
// round j, a lane reads the register for which the pairs of both differ by j: so each lane sends
// one register per round, and receives one, and as many rounds as registers are enough.
//
//	4 lanes, 4 registers: lane t has row t and gets column t
//	round j:  lane t gets row t^j from lane t^j, which sends its register t = (t^j)^j
type Rounds struct {
	Groups []RegisterPair // the first registers of the elements that take part in the same rounds
	// ToLane and ToRegister are the digits that change their roles.
	ToLane, ToRegister []RoleChange
	Lanes              []Digit // bits of the lane from which an element comes: (id div Unit mod Size) · Offset
	Shuffles, Selects  int64   // operations of a thread
	stays              bool    // in round 0, every lane reads its own register
}

// RoleChange is a bit that moves between lanes and registers: Unit in the thread id, and Offset
// in the registers of a thread.
type RoleChange struct {
	Unit, Offset int64
}

// RegisterPair is a register before and a register after a change.
type RegisterPair struct{ From, To int64 }

// PlanRounds plans a change of layout by shuffles among lanes, a power of two; why is the reason if
// there is no plan.
func PlanRounds(steps []Step, lanes int64) (x Rounds, why string) {
	if lanes&(lanes-1) != 0 {
		return x, "the number of lanes is no power of two"
	}
	x.Groups = []RegisterPair{{}}
	for _, s := range steps {
		if why := x.addStep(s, lanes); why != "" {
			return x, why
		}
	}
	x.pair()
	x.stays = x.readsOwnLane(lanes)
	for j := range x.Number() {
		if _, moves := x.Flipped(j); moves {
			x.Shuffles += int64(len(x.Groups))
		}
	}
	x.Selects = int64(len(x.Groups) * x.selectsOfGroup())
	return x, ""
}

// Number returns the number of rounds.
func (x *Rounds) Number() int { return 1 << max(len(x.ToLane), len(x.ToRegister)) }

// addStep adds a digit to the plan.
func (x *Rounds) addStep(s Step, lanes int64) (why string) {
	const uneven = "lanes are divided in numbers that are no powers of two"
	from, to := int64(s.From.Unit), int64(s.To.Unit)
	inside := from > 0 && from < lanes
	switch {
	case inside && (s.Size != 2 || from*s.Size > lanes):
		return uneven
	case s.From == Place{}:
		// A copy in the new layout comes from the same lane.
	case s.To == Place{}:
		if inside {
			x.Lanes = append(x.Lanes, Digit{s.Size, from, from})
		}
	case from >= lanes:
		if to != from {
			return "elements change their subgroup"
		}
	case from > 0 && to > 0:
		x.Lanes = append(x.Lanes, Digit{s.Size, to, from})
	case from > 0:
		x.ToRegister = append(x.ToRegister, RoleChange{from, s.To.Offset})
	case to > 0:
		if s.Size != 2 {
			return uneven
		}
		x.ToLane = append(x.ToLane, RoleChange{to, s.From.Offset})
	default:
		var groups []RegisterPair
		for v := range s.Size {
			for _, g := range x.Groups {
				groups = append(groups, RegisterPair{g.From + v*s.From.Offset, g.To + v*s.To.Offset})
			}
		}
		x.Groups = groups
	}
	return ""
}

// pair orders the digits that change their roles so that equal bits of the lane come together,
// and adds the lanes from which elements come in round 0.
func (x *Rounds) pair() {
	byUnit := func(a, b RoleChange) int { return cmp.Compare(a.Unit, b.Unit) }
	slices.SortFunc(x.ToLane, byUnit)
	slices.SortFunc(x.ToRegister, byUnit)
	shared := 0
	for i := range x.ToLane {
		k := slices.IndexFunc(x.ToRegister, func(r RoleChange) bool { return r.Unit == x.ToLane[i].Unit })
		if k >= shared {
			x.ToLane[shared], x.ToLane[i] = x.ToLane[i], x.ToLane[shared]
			x.ToRegister[shared], x.ToRegister[k] = x.ToRegister[k], x.ToRegister[shared]
			shared++
		}
	}
	for i := range min(len(x.ToLane), len(x.ToRegister)) {
		x.Lanes = append(x.Lanes, Digit{2, x.ToLane[i].Unit, x.ToRegister[i].Unit})
	}
}

// readsOwnLane reports whether every bit of the lane from which an element comes in round 0 is
// the same bit of the lane that reads it.
func (x *Rounds) readsOwnLane(lanes int64) bool {
	bits := int64(0)
	for _, g := range x.Lanes {
		if g.Unit != g.Offset {
			return false
		}
		bits |= g.Unit
	}
	return bits == lanes-1
}

// Flipped returns the bits of the lane in which round j differs from round 0; moves is false if
// every lane reads its own register in the round.
func (x *Rounds) Flipped(j int) (mask int64, moves bool) {
	for i, r := range x.ToRegister {
		mask |= int64(j>>i&1) * r.Unit
	}
	return mask, mask != 0 || !x.stays
}

// selectsOfGroup returns the number of selects that order the values of a group before they are
// sent and after they are received.
func (x *Rounds) selectsOfGroup() (n int) {
	sent, got := 1<<len(x.ToLane), 1<<len(x.ToRegister)
	n = sent * min(len(x.ToLane), len(x.ToRegister))
	for i := range x.ToLane {
		n += min(max(sent, got), got<<i)
	}
	return n
}
