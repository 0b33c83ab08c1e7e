package run

import (
	"optc/lower/poplar/program"
	"optc/sim"
)

// exchange copies bytes; all copies of a list read before any of them writes. at says
// where bytes of an allocation lie.
func exchange(moves []program.Move, at func(program.Ref) (*sim.Memory, int64)) error {
	total := uint64(0)
	for i := range moves {
		total += moves[i].Total()
	}
	buffer, next := sim.NewMemory("exchange", 0, int64(total)), int64(0)
	for i := range moves {
		for from := range moves[i].Pieces() {
			memory, addr := at(from)
			if err := sim.Move(buffer, next, memory, addr, int(moves[i].Bytes)); err != nil {
				return err
			}
			next += int64(moves[i].Bytes)
		}
	}
	next = 0
	for i := range moves {
		for _, to := range moves[i].Pieces() {
			memory, addr := at(to)
			if err := sim.Move(memory, addr, buffer, next, int(moves[i].Bytes)); err != nil {
				return err
			}
			next += int64(moves[i].Bytes)
		}
	}
	return nil
}
