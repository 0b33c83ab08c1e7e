package program

import (
	"slices"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/place"
	"optc/ir"
	"optc/lower"
)

// Clocked reports whether a time is a step of the program: no step contains others, and the host sees no
// variables. Then variables have lives too. Otherwise a time is a compute set.
func (p *Program) Clocked() bool {
	if !ir.Cast[poplar.GraphOp](p.Op).HiddenVariables() {
		return false
	}
	return !slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Repeat != nil || s.While != nil || s.If != nil || s.Call != nil })
}

// lifetimes finds the lives of allocations that do not live as long as the program.
func (p *Program) lifetimes() {
	if p.Clocked() {
		p.stepLives()
		return
	}
	p.setLives()
}

// stepLives gives every temporary and every block of a variable the steps from its first use to its last. A block with contents before the
// program runs, or without a use, lives as long as the program.
func (p *Program) stepLives() {
	runs := map[*Set]place.Life{} // from the first step that executes a set to the last
	lives := p.lifeTable()
	for i := range p.Steps {
		now := place.Life{From: i + 1, To: i + 2}
		do := &p.Steps[i].Do
		use := func(r Ref) { lives.extend(r, now) }
		switch {
		case do.Set != nil:
			life, again := runs[do.Set]
			if !again {
				life = now
			}
			runs[do.Set] = place.Life{From: life.From, To: now.To}
		case do.Host != nil:
			for _, r := range do.Host.Runs {
				use(r.Ref)
			}
		case do.Transfer != nil:
			for _, v := range []*Storage{do.Transfer.From.Variable, do.Transfer.To.Variable} {
				for _, r := range v.Runs {
					use(r.Ref)
				}
			}
		}
		for _, m := range do.Moves {
			use(m.From)
			use(m.To)
		}
	}
	for s, life := range runs {
		p.eachUse(s, func(r Ref) { lives.extend(r, life) })
	}
	for _, t := range p.Tiles {
		for i := range t.Demands {
			if d := &t.Demands[i]; (d.Kind == "temporary" || d.Kind == "data") && t.Bytes[i] == nil {
				d.Life = lives[t.Number][i]
			}
		}
	}
	for _, v := range p.Variables {
		if v.Value != nil {
			for _, r := range v.Runs {
				p.Demand(r.Ref).Life = place.Life{}
			}
		}
	}
}

// lifeTable holds a life for each allocation, by tile.
type lifeTable map[int][]place.Life

func (p *Program) lifeTable() lifeTable {
	lives := make(lifeTable, len(p.Tiles))
	for _, t := range p.Tiles {
		lives[t.Number] = make([]place.Life, len(t.Demands))
	}
	return lives
}

// extend adds times to the life of an allocation.
func (t lifeTable) extend(r Ref, by place.Life) {
	life := &t[r.Tile][r.Alloc]
	if life.Always() {
		*life = by
	}
	life.From, life.To = min(life.From, by.From), max(life.To, by.To)
}

// eachUse visits the allocations that the vertices of a compute set and the copies around it use.
func (p *Program) eachUse(s *Set, visit func(Ref)) {
	for _, v := range s.Vertices {
		for i := range v.Fields {
			for k := range v.Fields[i].Data {
				if x := &v.Fields[i].Data[k]; x.Count > 0 {
					visit(x.Ref)
				}
			}
		}
	}
	for _, moves := range [][]Move{s.Before, s.After} {
		for i := range moves {
			visit(moves[i].From)
			visit(moves[i].To)
		}
	}
}

// setLives finds the temporaries that only one compute set uses: its copies fill them
// before its vertices run, and read them afterwards.
func (p *Program) setLives() {
	many := place.Life{From: -1}
	users := p.lifeTable() // the only set that uses an allocation, or many
	use := func(r Ref, set place.Life) {
		of := users[r.Tile]
		if was := of[r.Alloc]; !was.Always() && was != set {
			set = many
		}
		of[r.Alloc] = set
	}
	for k, s := range p.Sets {
		p.eachUse(s, func(r Ref) { use(r, place.Life{From: k + 1, To: k + 2}) })
	}
	p.Each(func(step *Step) {
		for _, m := range step.Do.Moves {
			use(m.From, many)
			use(m.To, many)
		}
		if step.Do.Host != nil {
			for _, r := range step.Do.Host.Runs {
				use(r.Ref, many)
			}
		}
	})
	for _, v := range p.Variables {
		for _, r := range v.Runs {
			use(r.Ref, many)
		}
	}
	for _, t := range p.Tiles {
		for i, set := range users[t.Number] {
			if d := &t.Demands[i]; d.Kind == "temporary" && set != many {
				d.Life = set
			}
		}
	}
}

// WorstFit returns the figures of the tile with the largest quotient of both numbers, in a placed program whose times are steps. Stacks and states of vertices
// are not tensors.
func (p *Program) WorstFit() (worst lower.Fit) {
	change := make([]int64, len(p.Steps)+3) // of the bytes that are alive, by time
	for _, t := range p.Tiles {
		clear(change)
		f := lower.Fit{Number: t.Number}
		var list []Extent
		for i := range t.Demands {
			d := &t.Demands[i]
			if d.Kind != "temporary" && d.Kind != "data" || d.Size == 0 {
				continue
			}
			life := d.Life
			if life.Always() {
				life = place.Life{From: 0, To: len(change) - 1}
			}
			change[life.From] += int64(d.Size)
			change[life.To] -= int64(d.Size)
			list = append(list, Extent{Begin: d.Fixed, End: d.Fixed + d.Size})
		}
		alive := int64(0)
		for _, n := range change {
			alive += n
			f.Alive = max(f.Alive, uint64(alive))
		}
		f.Held = uint64(Covered(list))
		if f.Alive > 0 && (worst.Alive == 0 || f.IsWorse(worst)) {
			worst = f
		}
	}
	return worst
}
