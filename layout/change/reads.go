package change

import "optc/layout"

// LaneSource is the value that a lane reads in a shuffle: a register of another lane.
type LaneSource struct {
	Lane     int   // -1: the lane gets nothing
	Register int64 // before the change
}

// Sources lists the sources that the lanes of the first subgroup read in each shuffle of a plan.
func (x *Rounds) Sources() (shuffles [][]LaneSource) {
	if x.Reads != nil {
		for _, list := range x.Reads.Sources {
			shuffles = append(shuffles, listedSources(list[:min(x.lanes, int64(len(list)))]))
		}
		return shuffles
	}
	for _, g := range x.Groups {
		for j := range x.Number() {
			if x.Moves(j) {
				shuffles = append(shuffles, x.turnedSources(g, j))
			}
		}
	}
	return shuffles
}

// listedSources returns the sources for places of a [LaneTable].
func listedSources(list []layout.Place) []LaneSource {
	sources := make([]LaneSource, len(list))
	for lane, p := range list {
		sources[lane] = LaneSource{Lane: p.Unit, Register: p.Offset}
	}
	return sources
}

// turnedSources returns the sources that lanes read in a round of a group whose digits turn.
func (x *Rounds) turnedSources(g RegisterPair, round int) []LaneSource {
	sources := make([]LaneSource, x.lanes)
	for lane := range sources {
		sources[lane].Lane = -1
		if from := x.laneRead(round, int64(lane)); from >= 0 && from < x.lanes {
			sources[lane] = LaneSource{Lane: int(from), Register: g.From + x.Choice.register(from, x.Choice.Sent[round])}
		}
	}
	return sources
}

// register returns the register that a thread has for a value which depends on its registers only, counted from the first register of the
// group.
func (s *Selection) register(thread int64, value int) int64 {
	for first := len(s.Registers) + len(s.Sent); value >= first; {
		x := s.Selects[value-first]
		if value = x.Clear; x.Bit.of(thread) {
			value = x.Set
		}
	}
	return s.Registers[value]
}
