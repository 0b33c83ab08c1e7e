package program

// lifetimes finds the temporaries that only one compute set uses: its copies fill them
// before its vertices run, and read them afterwards.
func (p *Program) lifetimes() {
	const many = -1
	users := make(map[int][]int, len(p.Tiles)) // by tile and allocation: the number of the only set that uses it, counted from 1, or many
	for _, t := range p.Tiles {
		users[t.Number] = make([]int, len(t.Demands))
	}
	use := func(r Ref, set int) {
		if p.Demand(r).Kind != "temporary" {
			return
		}
		of := users[r.Tile]
		if was := of[r.Alloc]; was != 0 && was != set {
			set = many
		}
		of[r.Alloc] = set
	}
	for k, s := range p.Sets {
		for _, v := range s.Vertices {
			demands := p.Tile(v.Tile).Demands
			for _, operand := range v.Fields {
				for _, x := range operand.Data {
					if x.Count > 0 && demands[x.Alloc].Kind == "temporary" {
						use(x.Ref, k+1)
					}
				}
			}
		}
		for _, moves := range [][]Move{s.Before, s.After} {
			for _, m := range moves {
				use(m.From, k+1)
				use(m.To, k+1)
			}
		}
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
			if set > 0 {
				t.Demands[i].Set = set
			}
		}
	}
}
