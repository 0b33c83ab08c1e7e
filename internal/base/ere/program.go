package ere

// instOp is the operation of an instruction.
type instOp uint8

const (
	iSet    instOp = iota // consume a byte of set
	iSplit                // continue at x, and, if that fails, at y
	iJump                 // go on at x
	iAssert               // node operation kind must hold here
	iSave                 // record the position in slot x
	iEnter                // start of x+: remember the position for nesting level x
	iAgain                // end of x+ of level x whose body starts at y
	iBack                 // consume the text of group x; its body ends at y
	iMatch                // done
)

type inst struct {
	op   instOp
	kind op
	x, y int
	set  *set
}

// program is an expression as instructions, for the two tasks that Go's regexp cannot do:
// simulation from a given place inside a text, in either direction, and backtracking with back
// references.
type program struct {
	insts  []inst
	levels int // nesting depth of x+
}

func compileForward(n *node) *program  { return compileProgram(n, false) }
func compileBackward(n *node) *program { return compileProgram(n, true) }

func compileProgram(n *node, backward bool) *program {
	c := compiler{backward: backward}
	c.emit(n)
	c.add(inst{op: iMatch})
	return &program{insts: c.insts, levels: c.levels}
}

type compiler struct {
	insts    []inst
	backward bool // read the text from right to left
	level    int
	levels   int
}

func (c *compiler) add(i inst) int {
	c.insts = append(c.insts, i)
	return len(c.insts) - 1
}

func (c *compiler) emit(n *node) {
	switch n.op {
	case opSet:
		c.add(inst{op: iSet, set: n.set})
	case opConcat:
		for i := range n.subs {
			if c.backward {
				i = len(n.subs) - 1 - i
			}
			c.emit(n.subs[i])
		}
	case opAlt:
		var ends []int
		for i, s := range n.subs {
			if i == len(n.subs)-1 {
				c.emit(s)
				break
			}
			split := c.add(inst{op: iSplit})
			c.insts[split].x = len(c.insts)
			c.emit(s)
			ends = append(ends, c.add(inst{op: iJump}))
			c.insts[split].y = len(c.insts)
		}
		for _, e := range ends {
			c.insts[e].x = len(c.insts)
		}
	case opPlus:
		c.level++
		c.levels = max(c.levels, c.level)
		enter := c.add(inst{op: iEnter, x: c.level})
		c.emit(n.subs[0])
		c.add(inst{op: iAgain, x: c.level, y: enter + 1})
		c.level--
	case opQuest:
		split := c.add(inst{op: iSplit})
		c.insts[split].x = len(c.insts)
		c.emit(n.subs[0])
		c.insts[split].y = len(c.insts)
	case opGroup:
		c.add(inst{op: iSave, x: 2 * n.n})
		c.emit(n.subs[0])
		c.add(inst{op: iSave, x: 2*n.n + 1})
	case opBackref:
		back := c.add(inst{op: iBack, x: n.n})
		c.emit(n.subs[0])
		c.insts[back].y = len(c.insts)
	case opBOL, opEOL, opBOW, opEOW:
		c.add(inst{op: iAssert, kind: n.op})
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_'
}

// assertionHolds reports whether an assertion holds between text[pos-1] and text[pos].
func assertionHolds(kind op, text string, pos int) bool {
	wordBefore := pos > 0 && isWord(text[pos-1])
	wordAfter := pos < len(text) && isWord(text[pos])
	switch kind {
	case opBOL:
		return pos == 0 || text[pos-1] == '\n'
	case opEOL:
		return pos == len(text) || text[pos] == '\n'
	case opBOW:
		return !wordBefore && wordAfter
	default:
		return wordBefore && !wordAfter
	}
}

// simulation runs a program over a text with all alternatives at once. Back
// references count as copies of their group.
type simulation struct {
	prog      *program
	cur, next []int  // program counters that wait for a byte
	seen      []bool // whether an instruction was seen, by program counter, for the position being filled
	accepted  bool   // the program can end at the position being filled
	stack     []int
}

func newSimulation(p *program) *simulation {
	return &simulation{prog: p, seen: make([]bool, len(p.insts))}
}

// fill adds every instruction reachable from pc at pos without consuming a byte.
func (s *simulation) fill(list []int, pc int, text string, pos int) []int {
	s.stack = append(s.stack[:0], pc)
	for len(s.stack) > 0 {
		pc = s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.seen[pc] {
			continue
		}
		s.seen[pc] = true
		switch in := s.prog.insts[pc]; in.op {
		case iSet:
			list = append(list, pc)
		case iSplit:
			s.stack = append(s.stack, in.y, in.x)
		case iJump:
			s.stack = append(s.stack, in.x)
		case iAgain:
			s.stack = append(s.stack, pc+1, in.y)
		case iAssert:
			if assertionHolds(in.kind, text, pos) {
				s.stack = append(s.stack, pc+1)
			}
		case iMatch:
			s.accepted = true
		default:
			s.stack = append(s.stack, pc+1)
		}
	}
	return list
}

// step moves every waiting counter over byte c, to position pos.
func (s *simulation) step(c byte, text string, pos int) {
	clear(s.seen)
	s.accepted = false
	s.next = s.next[:0]
	for _, pc := range s.cur {
		if s.prog.insts[pc].set.has(c) {
			s.next = s.fill(s.next, pc+1, text, pos)
		}
	}
	s.cur, s.next = s.next, s.cur
}

// ends calls yield with every position in [start, stop] where a match from start
// can end, in ascending order.
func (s *simulation) ends(text string, start, stop int, yield func(end int)) {
	clear(s.seen)
	s.accepted = false
	s.cur = s.fill(s.cur[:0], 0, text, start)
	for pos := start; ; pos++ {
		if s.accepted {
			yield(pos)
		}
		if pos == stop || len(s.cur) == 0 {
			return
		}
		s.step(text[pos], text, pos+1)
	}
}

// starts runs a backward program and reports for every position in [start, stop]
// whether a match from there can end at a position in goals. Both are indexed
// from start.
func (s *simulation) starts(text string, start, stop int, goals []bool) []bool {
	out := make([]bool, len(goals))
	clear(s.seen)
	s.accepted = false
	s.cur = s.cur[:0]
	for pos := stop; ; pos-- {
		if goals[pos-start] {
			s.cur = s.fill(s.cur, 0, text, pos)
		}
		out[pos-start] = s.accepted
		if pos == start {
			return out
		}
		s.step(text[pos-1], text, pos-1)
	}
}
