package graph

import (
	"cmp"
	"slices"

	"optc/dialect/poplar/tilemap"
)

// Piece is a run of flattened positions of a tensor that show consecutive elements of one
// variable. Two pieces of a tensor show either the same elements or disjoint elements.
type Piece struct {
	At    tilemap.Interval // flattened positions
	Shows Region           // the elements shown at these positions
	First int64            // begin of the lowest piece that shows the same elements; its At.Begin
}

// IsAlias reports whether a lower piece shows the same elements.
func (p Piece) IsAlias() bool { return p.First != p.At.Begin }

// SortedPieces cuts the flattened tensor at the ends of its regions and wherever a region
// overlaps the end of another, and returns the pieces sorted by variable, first element
// and position (Poplar C++ API, Tensor.hpp). The error code is view-size.
func (t Tensor) SortedPieces() ([]Piece, error) {
	// A list of regions, because each is looked at twice.
	flat, err := t.collect(0, t.NumElems(), t.shape)
	if err != nil {
		return nil, err
	}
	regions, starts := flat.base.regions, flat.base.starts
	cuts := cutPoints(regions)
	var pieces []Piece
	for i, r := range regions {
		at, _ := slices.BinarySearchFunc(cuts, cutPoint{r.Var.number, r.Begin}, cutPoint.compare)
		for pos := starts[i]; r.Begin < r.End; {
			at++ // cuts[at] is the first cut after r.Begin; r.End is a cut
			part := Region{r.Var, r.Begin, cuts[at].elem}
			pieces = append(pieces, Piece{tilemap.Interval{Begin: pos, End: pos + part.Size()}, part, pos})
			pos += part.Size()
			r.Begin = part.End
		}
		if len(pieces) > maxRegions {
			return nil, tooManyRegions("the view scatters its elements over", maxRegions, "pieces")
		}
	}
	slices.SortFunc(pieces, func(a, b Piece) int {
		return cmp.Or(compareRegions(a.Shows, b.Shows), cmp.Compare(a.At.Begin, b.At.Begin))
	})
	for i := range pieces {
		if i > 0 && pieces[i].Shows == pieces[i-1].Shows {
			pieces[i].First = pieces[i-1].First
		}
	}
	return pieces, nil
}

// cutPoint is an element of a variable at which regions begin or end.
type cutPoint struct {
	variable int
	elem     int64
}

func (c cutPoint) compare(d cutPoint) int {
	return cmp.Or(cmp.Compare(c.variable, d.variable), cmp.Compare(c.elem, d.elem))
}

// cutPoints returns the ends of all regions, sorted.
func cutPoints(regions []Region) []cutPoint {
	cuts := make([]cutPoint, 0, 2*len(regions))
	for _, r := range regions {
		cuts = append(cuts, cutPoint{r.Var.number, r.Begin}, cutPoint{r.Var.number, r.End})
	}
	slices.SortFunc(cuts, cutPoint.compare)
	return slices.Compact(cuts)
}

// SortedContiguousRegions groups the sorted pieces of t into sequences that show
// consecutive elements of a variable. With removeAliases each element is shown once, by
// its lowest position. Without it, of several pieces that show the same elements, only
// the last can continue a sequence (Poplar C++ API, Tensor.hpp). The error code is
// view-size.
func (t Tensor) SortedContiguousRegions(removeAliases bool) ([][]tilemap.Interval, error) {
	pieces, err := t.SortedPieces()
	if err != nil {
		return nil, err
	}
	var sequences [][]tilemap.Interval
	var last Region
	for _, p := range pieces {
		if removeAliases && p.IsAlias() {
			continue
		}
		if p.Shows.Var != last.Var || p.Shows.Begin != last.End {
			sequences = append(sequences, nil)
		}
		tail := &sequences[len(sequences)-1]
		*tail = append(*tail, p.At)
		last = p.Shows
	}
	return sequences, nil
}
