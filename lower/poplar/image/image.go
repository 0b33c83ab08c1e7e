package image

import (
	"cmp"
	"encoding/json"
	"slices"

	"optc/dialect/poplar/target"
)

// Images is a compiled program: the bytes of every tile and the manifest that a
// simulated tile runs from.
type Images struct {
	Manifest Manifest
	Tiles    []Tile // ascending by tile, only those with written bytes
}

// Tile holds the written bytes of one tile.
type Tile struct {
	Tile   int
	Chunks []Chunk // ascending by address, not empty, not overlapping
}

// Chunk is a run of written bytes.
type Chunk struct {
	Addr  uint64
	Bytes []byte
}

// NewTile sorts chunks and drops empty ones. Chunks must not overlap; their
// bytes are shared, not copied.
func NewTile(tile int, chunks []Chunk) Tile {
	chunks = slices.DeleteFunc(slices.Clone(chunks), func(c Chunk) bool { return len(c.Bytes) == 0 })
	slices.SortFunc(chunks, func(a, b Chunk) int { return cmp.Compare(a.Addr, b.Addr) })
	return Tile{Tile: tile, Chunks: chunks}
}

// Written returns the number of written bytes.
func (im Tile) Written() (n uint64) {
	for _, c := range im.Chunks {
		n += uint64(len(c.Bytes))
	}
	return n
}

// Peek returns n bytes from an address on, and which of them are written.
func (im Tile) Peek(addr uint64, n int) (bytes []byte, written []bool) {
	bytes, written = make([]byte, n), make([]bool, n)
	for _, c := range im.Chunks {
		lo, hi := max(addr, c.Addr), min(addr+uint64(n), c.Addr+uint64(len(c.Bytes)))
		for a := lo; a < hi; a++ {
			bytes[a-addr], written[a-addr] = c.Bytes[a-c.Addr], true
		}
	}
	return bytes, written
}

// ManifestFormat names the version of the manifest.
const ManifestFormat = "poplar-images/1"

// Manifest describes the images: what lies where, and what runs when. Entries
// are in the order of tile and address.
type Manifest struct {
	Format      string           `json:"format"`
	Target      TargetRecord     `json:"target"`
	Symbols     []SymbolRecord   `json:"symbols"`
	Tiles       []TileRecord     `json:"tiles"`
	Vertices    []VertexRecord   `json:"vertices"`
	ComputeSets []SetRecord      `json:"computeSets"`
	Program     []StepRecord     `json:"program"`
	Variables   []VariableRecord `json:"variables"`
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

// TileRecord lists the allocations of a tile.
type TileRecord struct {
	Tile   int           `json:"tile"`
	Allocs []AllocRecord `json:"allocs"`
	Unused uint64        `json:"unused"` // bytes of tile memory that nothing uses
}

// AllocRecord is one allocation.
type AllocRecord struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"` // state, table, deltas, constant, data, temporary, stack
	Addr     uint64 `json:"addr"`
	Size     uint64 `json:"size"`
	Align    uint64 `json:"align"`
	Elements []int  `json:"elements"` // memory elements that it touches
	Region   int    `json:"region"`   // of its first byte
	Written  bool   `json:"written"`  // has content before the program runs
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

// VariableRecord says where the elements of a variable lie, so that a host can
// write and read it.
type VariableRecord struct {
	Name  string       `json:"name"`
	Type  string       `json:"type"` // IR spelling of the scalar
	Shape []int64      `json:"shape"`
	Runs  []ElementRun `json:"runs"` // ascending by element
}

// ElementRun is a run of elements [Begin, End) at consecutive addresses of a tile.
type ElementRun struct {
	Begin int64  `json:"begin"`
	End   int64  `json:"end"`
	Tile  int    `json:"tile"`
	Addr  uint64 `json:"addr"`
}

// JSON renders the manifest with one field per line.
func (m *Manifest) JSON() []byte {
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		panic("poplar: a manifest holds only plain values: " + err.Error())
	}
	return append(text, '\n')
}
