package layout

import "slices"

// clauses is the question whether variables have values for which each clause has a true literal and no bound is exceeded. The search
// decides variables one by one and propagates what follows. A contradiction gives a new clause that follows from the others and excludes the decisions that
// led to it, and the search goes back to the first decision after which the new clause decides a variable. So the search ends with values or with the
// proof that there are none (conflict-driven clause learning, Marques-Silva and Sakallah, 1996). Steps bound it, no clock does.
type clauses struct {
	clauses  [][]literal
	bounds   []bound
	watching [][]int32 // clauses, by each of their first two literals
	bounding [][]int32 // bounds, by variable

	truth   []int8    // by literal: 1 true, -1 false, 0 undecided
	level   []int     // decisions before a variable got its value
	place   []int     // of a variable in trail
	reason  []int     // why a variable has its value: a clause, ^b for bound b, or decided
	trail   []literal // true literals, in the order in which they became true
	levels  []int     // length of trail before each decision
	next    int       // place in trail of the first literal whose consequences are unknown
	last    []bool    // the value that a variable had last
	seen    []bool    // variables that learn has met
	order   variableOrder
	wrong   bool // there are no values
	counted int  // steps
}

// literal is variable v if it is 2v, and the negation of v if it is 2v + 1.
type literal int32

func isTrue(v int) literal  { return literal(2 * v) }
func isFalse(v int) literal { return literal(2*v + 1) }

func (l literal) negated() literal { return l ^ 1 }
func (l literal) variable() int    { return int(l >> 1) }
func (l literal) positive() bool   { return l&1 == 0 }

// bound is a set of variables, of which at most so many are true.
type bound struct {
	variables []int
	most      int
	now       int // true variables
}

// decided is the reason of a variable that no clause and no bound decides; none is the reason of no contradiction.
const (
	decided = int(^uint(0) >> 1)
	none    = decided
)

// answer is the answer to a question.
type answer int

const (
	unknown answer = iota // within the steps of the search
	possible
	impossible
)

// newVariable adds a variable.
func (c *clauses) newVariable() int {
	v := len(c.level)
	c.truth, c.watching = append(c.truth, 0, 0), append(c.watching, nil, nil)
	c.level, c.place, c.reason = append(c.level, 0), append(c.place, 0), append(c.reason, decided)
	c.last, c.seen, c.bounding = append(c.last, false), append(c.seen, false), append(c.bounding, nil)
	c.order.add()
	return v
}

// holds reports whether a variable is true.
func (c *clauses) holds(v int) bool { return c.truth[isTrue(v)] > 0 }

// atMost adds a bound before the search.
func (c *clauses) atMost(most int, variables []int) {
	switch {
	case len(variables) <= most:
		return
	case most == 0:
		for _, v := range variables {
			c.atLeastOne(isFalse(v))
		}
		return
	}
	b := bound{variables: variables, most: most}
	for _, v := range variables {
		c.bounding[v] = append(c.bounding[v], int32(len(c.bounds)))
		if c.holds(v) {
			b.now++
		}
	}
	c.bounds = append(c.bounds, b)
}

// atLeastOne adds a clause before the search.
func (c *clauses) atLeastOne(list ...literal) {
	switch {
	case len(list) > 1:
		c.watch(list)
	case len(list) == 0 || c.truth[list[0]] < 0:
		c.wrong = true
	case c.truth[list[0]] == 0:
		c.assign(list[0], decided)
	}
}

// watch adds a clause of two or more literals and returns its number.
func (c *clauses) watch(list []literal) int {
	i := len(c.clauses)
	c.clauses = append(c.clauses, list)
	for _, l := range list[:2] {
		c.watching[l] = append(c.watching[l], int32(i))
	}
	return i
}

// assign makes a literal true.
func (c *clauses) assign(l literal, reason int) {
	v := l.variable()
	c.truth[l], c.truth[l.negated()] = 1, -1
	c.level[v], c.place[v], c.reason[v] = len(c.levels), len(c.trail), reason
	c.trail = append(c.trail, l)
	if l.positive() {
		for _, b := range c.bounding[v] {
			c.bounds[b].now++
		}
	}
}

// solve searches for values in a number of steps.
func (c *clauses) solve(steps int) answer {
	conflicts, restart := 0, 50
	for !c.wrong {
		switch reason := c.propagate(); {
		case reason != none && len(c.levels) == 0:
			c.wrong = true
		case reason != none:
			conflicts++
			c.learn(reason)
		case c.counted > steps:
			return unknown
		case conflicts >= restart:
			restart += 50 + conflicts/4
			c.undo(0)
		case !c.decide():
			return possible
		}
	}
	return impossible
}

// decide gives the most active undecided variable the value that it had last; it returns false if there is none.
func (c *clauses) decide() bool {
	for len(c.order.heap) > 0 {
		v := c.order.pop()
		if c.truth[isTrue(v)] != 0 {
			continue
		}
		l := isFalse(v)
		if c.last[v] {
			l = isTrue(v)
		}
		c.levels = append(c.levels, len(c.trail))
		c.assign(l, decided)
		return true
	}
	return false
}

// propagate finds the consequences of all literals, and returns the reason of a contradiction, or none.
func (c *clauses) propagate() (reason int) {
	for ; c.next < len(c.trail); c.next++ {
		l := c.trail[c.next]
		c.counted++
		if l.positive() {
			if reason = c.propagateBounds(l.variable()); reason != none {
				return reason
			}
		}
		if reason = c.propagateClauses(l.negated()); reason != none {
			return reason
		}
	}
	return none
}

// propagateBounds makes the other variables false where a variable that became true reaches a bound.
func (c *clauses) propagateBounds(v int) (reason int) {
	for _, i := range c.bounding[v] {
		b := &c.bounds[i]
		switch {
		case b.now > b.most:
			return ^int(i)
		case b.now == b.most:
			c.counted += len(b.variables) / 8
			for _, u := range b.variables {
				if c.truth[isTrue(u)] == 0 {
					c.assign(isFalse(u), ^int(i))
				}
			}
		}
	}
	return none
}

// propagateClauses visits the clauses that watch a literal that became false: they watch another literal, or their first literal is true.
func (c *clauses) propagateClauses(l literal) (reason int) {
	list := c.watching[l]
	kept := list[:0]
	for n, i := range list {
		c.counted++
		x := c.clauses[i]
		if x[0] == l {
			x[0], x[1] = x[1], x[0]
		}
		if c.truth[x[0]] > 0 {
			kept = append(kept, i)
			continue
		}
		if k := slices.IndexFunc(x[2:], func(other literal) bool { return c.truth[other] >= 0 }); k >= 0 {
			x[1], x[2+k] = x[2+k], x[1]
			c.watching[x[1]] = append(c.watching[x[1]], i)
			continue
		}
		kept = append(kept, i)
		if c.truth[x[0]] < 0 {
			c.watching[l] = append(kept, list[n+1:]...)
			return int(i)
		}
		c.assign(x[0], int(i))
	}
	c.watching[l] = kept
	return none
}

// causes appends the true literals from which a contradiction follows, or the value of variable v if that is not negative.
func (c *clauses) causes(list []literal, reason, v int) []literal {
	if reason >= 0 {
		for _, l := range c.clauses[reason] {
			if l.variable() != v {
				list = append(list, l.negated())
			}
		}
		return list
	}
	for _, u := range c.bounds[^reason].variables {
		if c.holds(u) && (v < 0 || c.place[u] < c.place[v]) {
			list = append(list, isTrue(u))
		}
	}
	return list
}

// learn adds a clause that excludes the cause of a contradiction and goes back to where it decides a variable. Of the literals of the last level
// the clause has one, without which the contradiction does not follow from that level.
func (c *clauses) learn(reason int) {
	clause, back := []literal{0}, 0
	var list []literal
	var met []int
	v, pending := -1, 0 // literals of the last level that are not yet replaced by their causes
	for place := len(c.trail) - 1; ; place-- {
		list = c.causes(list[:0], reason, v)
		for _, l := range list {
			u := l.variable()
			if c.seen[u] || c.level[u] == 0 {
				continue
			}
			c.seen[u], met = true, append(met, u)
			c.order.raise(u)
			if c.level[u] == len(c.levels) {
				pending++
			} else {
				clause, back = append(clause, l.negated()), max(back, c.level[u])
			}
		}
		for !c.seen[c.trail[place].variable()] {
			place--
		}
		v = c.trail[place].variable()
		if pending--; pending == 0 {
			clause[0] = c.trail[place].negated()
			break
		}
		reason = c.reason[v]
	}
	for _, u := range met {
		c.seen[u] = false
	}
	c.order.grow()
	c.undo(back)
	if len(clause) == 1 {
		c.assign(clause[0], decided)
		return
	}
	deepest := 1
	for i, l := range clause {
		if i > 0 && c.level[l.variable()] == back {
			deepest = i
		}
	}
	clause[1], clause[deepest] = clause[deepest], clause[1]
	c.assign(clause[0], c.watch(clause))
}

// undo removes the decisions after a level and what follows from them.
func (c *clauses) undo(level int) {
	if level >= len(c.levels) {
		return
	}
	start := c.levels[level]
	for _, l := range slices.Backward(c.trail[start:]) {
		v := l.variable()
		c.truth[l], c.truth[l.negated()] = 0, 0
		c.last[v] = l.positive()
		if l.positive() {
			for _, b := range c.bounding[v] {
				c.bounds[b].now--
			}
		}
		c.order.push(v)
	}
	c.trail, c.levels, c.next = c.trail[:start], c.levels[:level], start
}
