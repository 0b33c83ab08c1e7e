package image

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/lower"
)

// Memory describes the memory of the tiles of a target.
func Memory(t *target.Target) *lower.Memory {
	m := &lower.Memory{
		Unit: lower.Noun{One: "tile", Many: "tiles"}, Base: t.MemBase, Size: t.BytesPerTile,
		Uses: []lower.Use{
			{Name: "state", Letter: 'S'}, {Name: "table", Letter: 'T'}, {Name: "deltas", Letter: 'L'}, {Name: "constant", Letter: 'C'},
			{Name: "data", Letter: 'D'}, {Name: "temporary", Letter: 'M'}, {Name: "stack", Letter: 'K'},
		},
		Columns: []lower.Column{
			{Name: "region", Of: func(a *lower.Alloc) any { return t.RegionOf(a.Addr) }},
			{Name: "elements", Of: func(a *lower.Alloc) any { return elements(t, a) }},
		},
	}
	offsets := append(t.ElementOffsets(), t.BytesPerTile)
	for i, from := range offsets[:len(offsets)-1] {
		m.Regions = append(m.Regions, lower.Region{Name: fmt.Sprint("element ", i), From: t.MemBase + from, To: t.MemBase + offsets[i+1]})
	}
	if t.HasInterleaved() {
		m.Doc = fmt.Sprintf("interleaved from %#x", t.Region1Base)
	}
	return m
}

// elements lists the memory elements that an allocation touches.
func elements(t *target.Target, a *lower.Alloc) []int {
	list := []int{}
	if a.Size > 0 {
		for e := t.ElementOf(a.Addr); e <= t.ElementOf(a.Addr+a.Size-1); e++ {
			list = append(list, e)
		}
	}
	return list
}

// Details is what the manifest tells of a program for tiles: the code, and what runs
// when. Entries are in the order of the program.
type Details struct {
	Target      TargetRecord   `json:"target"`
	Symbols     []SymbolRecord `json:"symbols"`
	Vertices    []VertexRecord `json:"vertices"`
	ComputeSets []SetRecord    `json:"computeSets"`
	Program     []StepRecord   `json:"program"`
}

// TargetRecord holds the fields of a target.
type TargetRecord struct {
	Arch           string   `json:"arch"`
	NumIPUs        int      `json:"numIPUs"`
	TilesPerIPU    int      `json:"tilesPerIPU"`
	BytesPerTile   uint64   `json:"bytesPerTile"`
	MemBase        uint64   `json:"memBase"`
	Region1Base    uint64   `json:"region1Base"`
	ElementBytes   uint64   `json:"elementBytes"`
	Interleave     int      `json:"interleave"`
	InterleaveUnit uint64   `json:"interleaveUnit"`
	Workers        int      `json:"workers"`
	DataPathBits   int      `json:"dataPathBits"`
	AtomicStore    uint64   `json:"atomicStore"`
	AddressBits    int      `json:"addressBits"`
	Layouts        []string `json:"layouts"`
}

// NewTargetRecord describes a target.
func NewTargetRecord(t *target.Target) TargetRecord {
	return TargetRecord{
		Arch: t.Arch, NumIPUs: t.NumIPUs, TilesPerIPU: t.TilesPerIPU, BytesPerTile: t.BytesPerTile,
		MemBase: t.MemBase, Region1Base: t.Region1Base, ElementBytes: t.ElementBytes,
		Interleave: t.Interleave, InterleaveUnit: t.InterleaveUnit, Workers: t.Workers,
		DataPathBits: t.DataPathBits, AtomicStore: t.AtomicStore, AddressBits: t.AddressBits,
		Layouts: t.Layouts.Names(),
	}
}

// SymbolRecord is a vertex class with the entry point of its code.
type SymbolRecord struct {
	Name     string `json:"name"`   // canonical C++ name
	Symbol   string `json:"symbol"` // mangled entry point
	Kind     string `json:"kind"`   // worker, multi, supervisor
	External bool   `json:"external"`
	Stack    uint64 `json:"stack"` // bytes of one worker's stack
}

// VertexRecord is a vertex instance.
type VertexRecord struct {
	ID         int    `json:"id"`
	Symbol     string `json:"symbol"`
	ComputeSet string `json:"computeSet"`
	Tile       int    `json:"tile"`
	State      uint64 `json:"state"` // address of the state
}

// SetRecord is a compute set: copies before, vertices, copies after.
type SetRecord struct {
	Name     string         `json:"name"`
	Vertices []TileVertices `json:"vertices"`
	Before   []MoveRecord   `json:"before"`
	After    []MoveRecord   `json:"after"`
}

// TileVertices lists the vertices that a tile runs in a set, in program order.
type TileVertices struct {
	Tile int   `json:"tile"`
	IDs  []int `json:"ids"`
}

// MoveRecord copies bytes between tiles or within one.
type MoveRecord struct {
	FromTile int    `json:"fromTile"`
	From     uint64 `json:"from"`
	ToTile   int    `json:"toTile"`
	To       uint64 `json:"to"`
	Bytes    uint64 `json:"bytes"`
}

// StepRecord is one step of the program: a compute set, or copies.
type StepRecord struct {
	Execute string       `json:"execute,omitempty"`
	Copy    []MoveRecord `json:"copy,omitempty"`
}
