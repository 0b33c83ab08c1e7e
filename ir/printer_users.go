package ir

import "slices"

// opUsers writes the comment of --mlir-print-value-users after an operation.
func (p *Printer) opUsers(op *Operation) {
	switch {
	case len(op.results()) == 0 && len(op.operands()) > 0:
		p.Str(" // id: ").opID(op)
	case len(op.results()) == 0:
	case op.Unused():
		p.Str(" // unused")
	default:
		p.Str(" // ").Str(userWord(op)).Str(": ")
		for i := range op.results() {
			p.comma(i)
			if len(op.results()) > 1 {
				p.Str("(")
			}
			p.valueUsers(&op.results()[i])
			if len(op.results()) > 1 {
				p.Str(")")
			}
		}
	}
}

// userWord is "user" for a single result with a single user that has at most one result,
// and "users" otherwise.
func userWord(op *Operation) string {
	users, results := 0, 0
	for i := range op.results() {
		for _, user := range distinctUsers(&op.results()[i]) {
			users++
			results += len(user.results())
		}
	}
	if results <= 1 && users <= 1 && len(op.results()) == 1 {
		return "user"
	}
	return "users"
}

// distinctUsers lists the operations that use v, without repetition, last use first.
func distinctUsers(v *Value) []*Operation {
	var users []*Operation
	for u := v.uses; u != nil; u = u.next {
		if !slices.Contains(users, u.owner) {
			users = append(users, u.owner)
		}
	}
	return users
}

// argUsers writes the comment line of a block argument.
func (p *Printer) argUsers(v *Value) {
	p.spaces().Str("// ").Operand(v)
	if v.Unused() {
		p.Str(" is unused")
	} else {
		p.Str(" is used by ").valueUsers(v)
	}
	p.Str("\n")
}

func (p *Printer) valueUsers(v *Value) {
	if v.Unused() {
		p.Str("unused")
	}
	for i, user := range distinctUsers(v) {
		p.comma(i)
		if len(user.results()) == 0 {
			p.opID(user)
		} else {
			p.Operands(user.ResultList())
		}
	}
}

func (p *Printer) opID(op *Operation) {
	id, ok := p.names.opIDs[op]
	if !ok {
		p.Str("<<UNKNOWN OPERATION>>")
		return
	}
	p.Str("%").Int(int64(id))
}

// sortedPredecessors lists the blocks that branch to b in the order of their numbers,
// once per branch operand.
func (b *Block) sortedPredecessors() []*Block {
	var preds []*Block
	for pred := range b.Predecessors() {
		preds = append(preds, pred)
	}
	slices.SortStableFunc(preds, func(x, y *Block) int { return int(x.num) - int(y.num) })
	return preds
}
