package layout

// Sources lists what the lanes of the first subgroup read in each shuffle of a plan: a lane, and its register before the change. If the
// number is at least x.Choice.Received(0), it is the value that the lane received in the round after. The unit is -1 where a lane gets nothing.
func (x *Rounds) Sources() (shuffles [][]Place) {
	if x.Reads != nil {
		for _, sources := range x.Reads.Sources {
			shuffles = append(shuffles, sources[:min(x.lanes, int64(len(sources)))])
		}
		return shuffles
	}
	for _, g := range x.Groups {
		for j := range x.Number() {
			if !x.Moves(j) {
				continue
			}
			sources := make([]Place, x.lanes)
			for lane := range sources {
				sources[lane] = Place{Unit: -1}
				if from := x.laneRead(j, int64(lane)); from >= 0 && from < x.lanes {
					sources[lane] = Place{Unit: int(from), Offset: g.From + x.Choice.register(from, x.Choice.Sent[j])}
				}
			}
			shuffles = append(shuffles, sources)
		}
	}
	return shuffles
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
