package functions

// Ulps holds the largest error of each expansion, by the name of the operation.
var Ulps = map[string]float64{}

func init() {
	for _, e := range expansions {
		Ulps[e.kind.Kind().String()] = e.ulps
	}
}
