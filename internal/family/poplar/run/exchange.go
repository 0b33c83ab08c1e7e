package run

import (
	"iter"

	"optc/internal/family/poplar/program"
	"optc/sim"
)

// exchange copies bytes; all moves read before any of them writes. at returns the place
// of bytes in an allocation.
func exchange(moves iter.Seq[program.Move], at func(program.Ref) (*sim.Memory, int64)) error {
	total := uint64(0)
	for m := range moves {
		total += m.Total()
	}
	buffer, next := sim.NewMemory("exchange", 0, int64(total)), int64(0)
	for m := range moves {
		for from := range m.Pieces() {
			memory, addr := at(from)
			if err := sim.Move(buffer, next, memory, addr, int(m.Bytes)); err != nil {
				return err
			}
			next += int64(m.Bytes)
		}
	}
	next = 0
	for m := range moves {
		for _, to := range m.Pieces() {
			memory, addr := at(to)
			if err := sim.Move(memory, addr, buffer, next, int(m.Bytes)); err != nil {
				return err
			}
			next += int64(m.Bytes)
		}
	}
	return nil
}
