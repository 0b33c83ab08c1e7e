package ir

// scratch is a word in every operation for the algorithm that rewrites it, so that
// worklists and marks need no hash table. Only one algorithm at a time rewrites an
// operation; it leaves the word zero.
//
// The low 31 bits are 1 + the position in a worklist or the number of the operation, or 0 if it has
// neither; the top bit marks the operation as live.
type scratch uint32

const liveBit scratch = 1 << 31

func (s scratch) live() bool     { return s&liveBit != 0 }
func (s scratch) position() int  { return int(s&^liveBit) - 1 }
func (s *scratch) markLive()     { *s |= liveBit }
func (s *scratch) clearLive()    { *s &^= liveBit }
func (s *scratch) place(i int)   { *s = *s&liveBit | scratch(i+1) }
func (s *scratch) unplace()      { *s &= liveBit }
func (s scratch) isPlaced() bool { return s&^liveBit != 0 }
