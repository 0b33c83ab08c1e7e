// Package sat decides whether variables have values such that every clause of a set has a true
// literal. The search decides variables one by one and propagates the consequences. A contradiction
// gives a new clause that follows from the others and excludes the decisions that led to it
// (conflict-driven clause learning, Marques-Silva and Sakallah, 1996). Steps bound a search, no
// clock does.
package sat

import "slices"

// Literal is variable v if it is 2v, and the negation of v if it is 2v + 1.
type Literal int32

// Not returns the negation of a literal.
func (l Literal) Not() Literal  { return l ^ 1 }
func (l Literal) variable() int { return int(l >> 1) }

// Answer is the answer to a question.
type Answer int

// The answers.
const (
	Unknown Answer = iota // the answer was not found within the steps of the search
	Possible
	Impossible
)

// Solver holds clauses, which are added between searches.
type Solver struct {
	clauses  [][]Literal
	watching [][]int32 // clauses, by each of their first two literals

	truth   []int8    // truth by literal: 1 true, -1 false, 0 undecided
	level   []int     // number of decisions before a variable got its value
	reason  []int     // the clause that determined a variable, or decided
	trail   []Literal // true literals, in the order in which they became true
	levels  []int     // length of trail before each decision
	next    int       // place in trail of the first literal whose consequences are unknown
	last    []bool    // the value that a variable had last
	seen    []bool    // variables that learn has visited
	order   variableOrder
	wrong   bool // there are no values
	counted int  // steps
	model   []bool
}

// decided is the reason of a variable that no clause decides; none is the reason of no
// contradiction.
const (
	decided = int(^uint(0) >> 1)
	none    = decided
)

// Variables returns the number of variables.
func (s *Solver) Variables() int { return len(s.level) }

// NewVariable adds a variable and returns its positive literal.
func (s *Solver) NewVariable() Literal {
	v := len(s.level)
	s.truth, s.watching = append(s.truth, 0, 0), append(s.watching, nil, nil)
	s.level, s.reason = append(s.level, 0), append(s.reason, decided)
	s.last, s.seen = append(s.last, false), append(s.seen, false)
	s.order.add()
	return Literal(2 * v)
}

// Add adds a clause: at least one of the literals is true.
func (s *Solver) Add(list ...Literal) {
	kept := list[:0]
	for _, l := range list {
		switch {
		case s.truth[l] > 0 || slices.Contains(kept, l.Not()):
			return
		case s.truth[l] == 0 && !slices.Contains(kept, l):
			kept = append(kept, l)
		}
	}
	switch len(kept) {
	case 0:
		s.wrong = true
	case 1:
		s.assign(kept[0], decided)
	default:
		s.watch(slices.Clone(kept))
	}
}

// watch adds a clause of two or more literals and returns its number.
func (s *Solver) watch(list []Literal) int {
	i := len(s.clauses)
	s.clauses = append(s.clauses, list)
	for _, l := range list[:2] {
		s.watching[l] = append(s.watching[l], int32(i))
	}
	return i
}

// assign makes a literal true.
func (s *Solver) assign(l Literal, reason int) {
	v := l.variable()
	s.truth[l], s.truth[l.Not()] = 1, -1
	s.level[v], s.reason[v] = len(s.levels), reason
	s.trail = append(s.trail, l)
}

// Solve searches, with a limit on the number of steps, for values that also make the assumptions true.
func (s *Solver) Solve(steps int, assumptions ...Literal) Answer {
	defer s.undo(0)
	s.counted = 0
	conflicts, restart := 0, 50
	for !s.wrong {
		switch reason := s.propagate(); {
		case reason != none && len(s.levels) == 0:
			s.wrong = true
		case reason != none:
			conflicts++
			s.learn(reason)
		case s.counted > steps:
			return Unknown
		case conflicts >= restart:
			restart += 50 + conflicts/4
			s.undo(0)
		case len(s.levels) < len(assumptions):
			l := assumptions[len(s.levels)]
			if s.truth[l] < 0 {
				return Impossible
			}
			s.levels = append(s.levels, len(s.trail))
			if s.truth[l] == 0 {
				s.assign(l, decided)
			}
		case !s.decide():
			s.model = s.model[:0]
			for v := range s.level {
				s.model = append(s.model, s.truth[2*v] > 0)
			}
			return Possible
		}
	}
	return Impossible
}

// Follow reports whether assumptions contradict one another, as far as unit propagation finds out, and sets
// for some literals whether they follow: 1 true, -1 false, 0 not known. It makes no decisions, so that its
// cost depends only on the assumptions.
func (s *Solver) Follow(literals []Literal, truth []int8, assumptions ...Literal) (contradiction bool) {
	defer s.undo(0)
	if contradiction = s.wrong || s.propagate() != none; contradiction {
		s.wrong = true
		return true
	}
	s.levels = append(s.levels, len(s.trail))
	for _, l := range assumptions {
		if s.truth[l] < 0 {
			return true
		}
		if s.truth[l] == 0 {
			s.assign(l, decided)
		}
	}
	if s.propagate() != none {
		return true
	}
	for i, l := range literals {
		truth[i] = s.truth[l]
	}
	return false
}

// Holds reports whether a literal is true for the values that the last search found.
func (s *Solver) Holds(l Literal) bool {
	v := l.variable()
	return v < len(s.model) && s.model[v] == (l&1 == 0)
}

// decide gives the most active undecided variable the value that it had last; it returns
// false if there is none.
func (s *Solver) decide() bool {
	for len(s.order.heap) > 0 {
		v := s.order.pop()
		if s.truth[2*v] != 0 {
			continue
		}
		l := Literal(2*v + 1)
		if s.last[v] {
			l = l.Not()
		}
		s.levels = append(s.levels, len(s.trail))
		s.assign(l, decided)
		return true
	}
	return false
}

// propagate finds the consequences of all literals, and returns the clause of a
// contradiction, or none.
func (s *Solver) propagate() (reason int) {
	for ; s.next < len(s.trail); s.next++ {
		s.counted++
		if reason = s.visit(s.trail[s.next].Not()); reason != none {
			return reason
		}
	}
	return none
}

// visit visits the clauses that watch a literal that became false: they watch another
// literal, or their first literal is true.
func (s *Solver) visit(l Literal) (reason int) {
	list := s.watching[l]
	kept := list[:0]
	for n, i := range list {
		s.counted++
		x := s.clauses[i]
		if x[0] == l {
			x[0], x[1] = x[1], x[0]
		}
		if s.truth[x[0]] > 0 {
			kept = append(kept, i)
			continue
		}
		if k := slices.IndexFunc(x[2:], func(other Literal) bool { return s.truth[other] >= 0 }); k >= 0 {
			x[1], x[2+k] = x[2+k], x[1]
			s.watching[x[1]] = append(s.watching[x[1]], i)
			continue
		}
		kept = append(kept, i)
		if s.truth[x[0]] < 0 {
			s.watching[l] = append(kept, list[n+1:]...)
			return int(i)
		}
		s.assign(x[0], int(i))
	}
	s.watching[l] = kept
	return none
}

// learn adds a clause that excludes the cause of a contradiction, and goes back to the level at
// which the clause determines a variable. The clause has exactly one literal of the last level.
func (s *Solver) learn(reason int) {
	clause, back := []Literal{0}, 0
	var met []int
	v, pending := -1, 0 // literals of the last level that are not yet replaced by their causes
	for place := len(s.trail) - 1; ; place-- {
		for _, l := range s.clauses[reason] {
			u := l.variable()
			if u == v || s.seen[u] || s.level[u] == 0 {
				continue
			}
			s.seen[u], met = true, append(met, u)
			s.order.raise(u)
			if s.level[u] == len(s.levels) {
				pending++
			} else {
				clause, back = append(clause, l), max(back, s.level[u])
			}
		}
		for !s.seen[s.trail[place].variable()] {
			place--
		}
		v = s.trail[place].variable()
		if pending--; pending == 0 {
			clause[0] = s.trail[place].Not()
			break
		}
		reason = s.reason[v]
	}
	for _, u := range met {
		s.seen[u] = false
	}
	s.order.grow()
	s.undo(back)
	if len(clause) == 1 {
		s.assign(clause[0], decided)
		return
	}
	deepest := 1
	for i, l := range clause {
		if i > 0 && s.level[l.variable()] == back {
			deepest = i
		}
	}
	clause[1], clause[deepest] = clause[deepest], clause[1]
	s.assign(clause[0], s.watch(clause))
}

// undo removes the decisions after a level and their consequences.
func (s *Solver) undo(level int) {
	if level >= len(s.levels) {
		return
	}
	start := s.levels[level]
	for _, l := range slices.Backward(s.trail[start:]) {
		v := l.variable()
		s.truth[l], s.truth[l.Not()] = 0, 0
		s.last[v] = l&1 == 0
		s.order.push(v)
	}
	s.trail, s.levels, s.next = s.trail[:start], s.levels[:level], start
}
