package quick

// Outcomes is a set of outcomes of a comparison.
type Outcomes uint8

const (
	Less Outcomes = 1 << iota // bits in the order of sim.NumberFormat.Relation
	Equal
	Greater
	Unordered
)
