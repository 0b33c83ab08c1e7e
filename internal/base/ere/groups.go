package ere

// part is a top-level piece of an expression: a group boundary, an assertion, a
// byte, or a piece whose length varies.
type part struct {
	node     *node
	boundary int // slot of a group boundary, or -1
	forward  *program
	backward *program
}

// split returns the top-level pieces of n; groups are opened.
func split(n *node) []part {
	var parts []part
	var walk func(*node)
	walk = func(n *node) {
		switch n.op {
		case opConcat:
			for _, s := range n.subs {
				walk(s)
			}
		case opGroup:
			parts = append(parts, part{boundary: 2 * n.n})
			walk(n.subs[0])
			parts = append(parts, part{boundary: 2*n.n + 1})
		case opAlt, opPlus, opQuest:
			parts = append(parts, part{node: n, boundary: -1, forward: compileForward(n), backward: compileBackward(n)})
		default:
			parts = append(parts, part{node: n, boundary: -1})
		}
	}
	walk(n)
	return parts
}

// groupBoundaries finds the boundaries of the top-level groups of a match: from left to
// right, each piece takes the longest text such that the remaining pieces match the
// remaining text. The time is linear in the length of the match for each piece.
func groupBoundaries(parts []part, text string, loc []int, groups int) []int {
	start, stop := loc[0], loc[1]
	// feasible[i][p] reports whether parts[i:] can match text[start+p:stop].
	feasible := make([][]bool, len(parts)+1)
	goals := make([]bool, stop-start+1)
	goals[stop-start] = true
	feasible[len(parts)] = goals
	for i := len(parts) - 1; i >= 0; i-- {
		goals = parts[i].starts(text, start, stop, goals)
		feasible[i] = goals
	}
	slots := make([]int, 2*(groups+1))
	for i := range slots {
		slots[i] = -1
	}
	slots[0], slots[1] = start, stop
	pos := start
	for i, p := range parts {
		switch {
		case p.boundary >= 0:
			slots[p.boundary] = pos
		case p.forward != nil:
			end := pos
			newSimulation(p.forward).ends(text, pos, stop, func(e int) {
				if feasible[i+1][e-start] {
					end = e
				}
			})
			pos = end
		case p.node.op == opSet:
			pos++
		}
	}
	return slots
}

// starts reports the positions from which the part can reach one of the goals.
func (p part) starts(text string, start, stop int, goals []bool) []bool {
	switch {
	case p.boundary >= 0:
		return goals
	case p.backward != nil:
		return newSimulation(p.backward).starts(text, start, stop, goals)
	}
	out := make([]bool, len(goals))
	for pos := start; pos <= stop; pos++ {
		if p.node.op == opSet {
			out[pos-start] = pos < stop && goals[pos-start+1] && p.node.set.has(text[pos])
		} else {
			out[pos-start] = goals[pos-start] && assertionHolds(p.node.op, text, pos)
		}
	}
	return out
}
