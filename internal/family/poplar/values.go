package poplar

import (
	"context"

	"optc/dialect/poplar"
	"optc/internal/family/poplar/image"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
)

// initial returns the values of the variables of a placed graph, which may be only in its
// images.
func initial(ctx context.Context, graph *ir.Operation) ([]lower.Value, error) {
	p, err := program.ReadPlaces(ctx, graph)
	if err != nil {
		return nil, err
	}
	if err := checkPlaced(p); err != nil {
		return nil, err
	}
	return initialOf(p, image.Memory(&p.Target)), nil
}

// initialOf returns the values of the variables of a placed program.
func initialOf(p *program.Program, tiles *lower.Memory) (list []lower.Value) {
	variables := p.Variables
	for op := range p.Op.Body().Ops() {
		storage := ir.As[poplar.StorageOp](op)
		if !storage.Ok() {
			continue
		}
		v := variables[0] // variables are in the order of the operations
		variables = variables[1:]
		if a, ok := v.Value.(ir.ElementsAttr); ok {
			list = append(list, lower.Value{Attr: a, Set: func(a ir.ElementsAttr) { storage.SetValue(a) }, Runs: runsOf(p, v.Runs, tiles)})
		}
	}
	return list
}

// runsOf returns the places of runs of elements.
func runsOf(p *program.Program, runs []program.AllocRun, tiles *lower.Memory) (list []lower.AddressRun) {
	for _, r := range runs {
		list = append(list, lower.AddressRun{Begin: r.Begin, End: r.End, Memory: tiles, Unit: r.Tile, Addr: p.Address(r.Ref)})
	}
	return list
}
