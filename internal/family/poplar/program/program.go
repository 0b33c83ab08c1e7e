package program

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"

	"optc/dialect/poplar"
	"optc/dialect/poplar/control"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/place"
	"optc/ir"
	"optc/lower"
)

// Program is a poplar.graph after poplar-lower-edges.
type Program struct {
	Op        *ir.Operation // the poplar.graph
	Target    target.Target
	Tiles     []*Tile // ascending by number
	Variables []*Storage
	Sets      []*Set // compute sets in the order of creation
	Functions []*Function
	Steps     []Step

	byTile map[int]*Tile
}

// Tile lists all allocations on a tile. A demand with an address is placed.
type Tile struct {
	place.Tile
	Bytes [][]byte        // by demand: the bytes that poplar.bytes writes before the program runs, or nil
	Ops   []*ir.Operation // by demand: the poplar.alloc, if the program was read
	Locs  []ir.Location   // by demand; zero for the location of the graph
	Op    *ir.Operation   // the poplar.tile, if the program was read
}

// Ref is a place in an allocation: its tile, the index of its demand there, and a
// number of bytes.
type Ref struct {
	Tile, Alloc int
	Offset      uint64
}

// Storage holds the places of the elements of a variable.
type Storage struct {
	Name     string
	Constant bool
	Elem     scalar.Type
	Shape    []int64
	Value    ir.Attribute // dense or dense_resource, nil if there is no value
	Runs     []AllocRun   // ascending
	Loc      ir.Location  // zero for the location of the graph
}

// AllocRun is the elements [Begin, End) of a variable at consecutive places.
type AllocRun struct {
	Begin, End int64
	Ref
}

// Class is a vertex class with the layout of its state.
type Class struct {
	Op    *ir.Operation // the poplar.vertex
	Name  string
	State vertex.StateLayout
}

// BoundVertex is an instance of a class whose fields refer to allocations of its tile.
type BoundVertex struct {
	Class  *Class
	ID     int // unique, ascending in the order of the program
	Tile   int
	State  int // index of the demand for its state
	Fields []BoundField
	Op     *ir.Operation // the poplar.state, if the program was read
	Loc    ir.Location   // zero for the location of the graph
}

// BoundField is the content of a field.
type BoundField struct {
	Plain    []uint64
	Data     []AllocExtent // one extent for scalar and vector fields, one per sub-vector for tables and lists
	Indirect int           // index of the demand for the table or delta array, or -1
}

// AllocExtent is Count elements at a place. If Count is 0, it refers to nothing.
type AllocExtent struct {
	Ref
	Count uint64
}

// Set is a compute set with the copies around it.
type Set struct {
	Name          string
	Vertices      []*BoundVertex
	Before, After []Move
}

// ByTile returns the vertices of each tile in the order of the program, tiles
// ascending.
func (s *Set) ByTile() [][]*BoundVertex {
	number := map[int]int{}
	var tiles [][]*BoundVertex
	for _, v := range s.Vertices {
		k, ok := number[v.Tile]
		if !ok {
			k = len(tiles)
			number[v.Tile] = k
			tiles = append(tiles, nil)
		}
		tiles[k] = append(tiles[k], v)
	}
	slices.SortFunc(tiles, func(a, b []*BoundVertex) int { return cmp.Compare(a[0].Tile, b[0].Tile) })
	return tiles
}

// Step is a step of the program.
type Step = control.Step[Instruction, Predicate]

// Function is a list of steps that the program runs from several places.
type Function = control.Function[Instruction, Predicate]

// Instruction is a step without nested steps. One field is set: a compute set, copies from or to
// the host, or a transfer between variables; otherwise it is Moves, copies that all read before any
// of them writes.
type Instruction struct {
	Set      *Set
	Host     *HostTransfer
	Transfer *Transfer
	Moves    []Move
}

// Predicate is an element of a variable that decides which steps run.
type Predicate struct {
	Variable *Storage
	Element  int64
}

// Ref returns the place of the predicate, and its number of bytes.
func (p *Predicate) Ref(t *target.Target) (r Ref, bytes int64) {
	bytes = p.Variable.ElementBytes(t)
	for _, run := range p.Variable.Runs {
		if p.Element >= run.Begin && p.Element < run.End {
			r = run.Ref
			r.Offset += uint64((p.Element - run.Begin) * bytes)
		}
	}
	return r, bytes
}

// HostTransfer moves the elements of an array of the host to allocations, or back.
type HostTransfer struct {
	Name   string
	Elem   scalar.Type
	Shape  []int64
	ToHost bool
	Runs   []AllocRun // runs of all elements, ascending
}

// Each visits all steps of the program and of its functions, outer ones first.
func (p *Program) Each(visit func(s *Step)) {
	for _, f := range p.Functions {
		control.Each(f.Steps, visit)
	}
	control.Each(p.Steps, visit)
}

// Visible returns the variables that the host may read and write.
func (p *Program) Visible() []*Storage {
	if ir.Cast[poplar.GraphOp](p.Op).HiddenVariables() {
		return nil
	}
	return p.Variables
}

// Hosts returns the host's arrays in the order of their first copies; a copy from the array
// represents it, if there is one.
func (p *Program) Hosts() (list []*HostTransfer) {
	p.Each(func(s *Step) {
		c := s.Do.Host
		if c == nil {
			return
		}
		i := slices.IndexFunc(list, func(h *HostTransfer) bool { return h.Name == c.Name })
		switch {
		case i < 0:
			list = append(list, c)
		case list[i].ToHost:
			list[i] = c
		}
	})
	return list
}

// Tile returns tile number, and creates it if it holds nothing yet.
func (p *Program) Tile(number int) *Tile {
	if t := p.byTile[number]; t != nil {
		return t
	}
	t := &Tile{Tile: place.Tile{Number: number}}
	if p.byTile == nil {
		p.byTile = map[int]*Tile{}
	}
	p.byTile[number] = t
	p.Tiles = append(p.Tiles, t)
	return t
}

// Demand returns the allocation of a reference.
func (p *Program) Demand(r Ref) *place.Demand { return &p.byTile[r.Tile].Demands[r.Alloc] }

// Add appends an allocation and returns its index.
func (t *Tile) Add(d place.Demand) int {
	t.Demands = append(t.Demands, d)
	t.Bytes = append(t.Bytes, nil)
	t.Ops = append(t.Ops, nil)
	t.Locs = append(t.Locs, ir.Location{})
	return len(t.Demands) - 1
}

// reserve prepares a tile for n more allocations.
func (t *Tile) reserve(n int) {
	t.Demands, t.Bytes, t.Ops, t.Locs = slices.Grow(t.Demands, n), slices.Grow(t.Bytes, n), slices.Grow(t.Ops, n), slices.Grow(t.Locs, n)
}

// Address returns the address of a reference in a placed program.
func (p *Program) Address(r Ref) uint64 { return p.Demand(r).Fixed + r.Offset }

// Addresses returns the address of every allocation of a tile. The error code is
// unresolved for an allocation without address.
func (t *Tile) Addresses() ([]uint64, error) {
	addrs := make([]uint64, len(t.Demands))
	for i := range t.Demands {
		if !t.Demands[i].HasFixed {
			return nil, refused(t.Ops[i], "unresolved", "addresses must be resolved; run poplar-place first")
		}
		addrs[i] = t.Demands[i].Fixed
	}
	return addrs, nil
}

// Owner describes the contents of an address of a tile of a placed program: an element of a
// variable, or an allocation; "" if there is none.
func (p *Program) Owner(tile int, addr uint64) string {
	for i, d := range p.Tile(tile).Demands {
		if addr < d.Fixed || addr >= d.Fixed+d.Size {
			continue
		}
		for _, v := range p.Variables {
			size := uint64(v.ElementBytes(&p.Target))
			for _, r := range v.Runs {
				if from := p.Address(r.Ref); r.Tile == tile && r.Alloc == i && addr >= from && addr < from+uint64(r.End-r.Begin)*size {
					return fmt.Sprintf("'%s'[%d]", v.Name, r.Begin+int64((addr-from)/size))
				}
			}
		}
		return fmt.Sprintf("%s '%s'", d.Kind, d.Name)
	}
	return ""
}

// Chunks returns, by tile, the contents of a placed program before it runs: the bytes of
// allocations and the values of variables, which are shared.
func (p *Program) Chunks() map[int][]lower.Chunk {
	chunks := make(map[int][]lower.Chunk, len(p.Tiles))
	put := func(r Ref, data []byte) {
		if len(data) > 0 {
			chunks[r.Tile] = append(chunks[r.Tile], lower.Chunk{Addr: p.Address(r), Bytes: data})
		}
	}
	for _, t := range p.Tiles {
		chunks[t.Number] = make([]lower.Chunk, 0, len(t.Bytes))
		for i, data := range t.Bytes {
			put(Ref{Tile: t.Number, Alloc: i}, data)
		}
	}
	for _, v := range p.Variables {
		for r, data := range v.Initial(&p.Target) {
			put(r.Ref, data)
		}
	}
	return chunks
}

// Initial returns the contents of a variable's runs before the program runs; nothing
// without a value.
func (v *Storage) Initial(t *target.Target) iter.Seq2[AllocRun, []byte] {
	return func(yield func(AllocRun, []byte) bool) {
		if v.Value == nil {
			return
		}
		data, _ := poplar.ElementBytes(v.Value) // Read tested it
		size := v.ElementBytes(t)
		for _, r := range v.Runs {
			var own []byte
			if int64(len(data)) == size {
				own = bytes.Repeat(data, int(r.End-r.Begin))
			} else {
				own = data[r.Begin*size : r.End*size : r.End*size]
			}
			if !yield(r, own) {
				return
			}
		}
	}
}

// ElementBytes is the size of an element of the variable in tile memory.
func (v *Storage) ElementBytes(t *target.Target) int64 { return int64(t.TypeSize(v.Elem)) }

// NumElements is the number of elements of the variable.
func (v *Storage) NumElements() int64 {
	n, _ := ir.NumElements(v.Shape)
	return n
}
