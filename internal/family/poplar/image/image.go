package image

import (
	"encoding/json"
	"fmt"
	"strconv"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/layout/axes"
	"optc/lower"
)

// Memory describes the memory of the tiles of a target.
func Memory(t *target.Target) *lower.Memory {
	m := &lower.Memory{
		Unit: lower.NounOf(axes.Tile), Base: t.MemBase, Size: t.BytesPerTile,
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

// Header is the part of the manifest about the device and the code.
type Header struct {
	Target  Target         `json:"target"`
	Symbols []SymbolRecord `json:"symbols"`
}

// Details is the part of the manifest about the program and its steps. Entries are in the
// order of the program.
type Details struct {
	Vertices    []VertexRecord   `json:"vertices"`
	ComputeSets []SetRecord      `json:"computeSets"`
	Functions   []FunctionRecord `json:"functions,omitempty"`
	Program     []StepRecord     `json:"program"`
}

// Target is a target with all its fields, by their names in the attribute.
type Target struct{ target.Target }

// MarshalJSON writes the architecture and the fields in the order of the attribute.
func (t Target) MarshalJSON() ([]byte, error) {
	b := append([]byte(`{"arch":`), strconv.Quote(t.Arch)...)
	for _, f := range target.TargetFields() {
		s := diag.Must(t.Setting(f.Name))
		b = append(b, fmt.Sprintf(",%q:", f.Name)...)
		value := any(s.Names)
		switch f.Kind {
		case target.ElemSetting:
			counts := map[string]int{}
			for _, e := range s.Elems {
				counts[e.Elem.IRName()] = e.N
			}
			value = counts
		case target.NumberSetting:
			value = s.Int
			if s.Int == target.NoAddress {
				value = nil
			}
		}
		b = append(b, diag.Must(json.Marshal(value))...)
	}
	return append(b, '}'), nil
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

// MoveRecord copies bytes between tiles or within a tile.
type MoveRecord struct {
	FromTile int    `json:"fromTile"`
	From     uint64 `json:"from"`
	ToTile   int    `json:"toTile"`
	To       uint64 `json:"to"`
	Bytes    uint64 `json:"bytes"`
	// The number of pieces if there are several, and the distance from one piece to the
	// next in bytes.
	Count    uint64 `json:"count,omitempty"`
	FromStep int64  `json:"fromStep,omitempty"`
	ToStep   int64  `json:"toStep,omitempty"`
}

// StepRecord is a step of the program: a compute set, copies, or a step with nested steps.
type StepRecord struct {
	Execute string       `json:"execute,omitempty"`
	Copy    []MoveRecord `json:"copy,omitempty"`
	// Elements copies between variables, whose runs give the places of the elements.
	Elements *ElementsRecord `json:"elements,omitempty"`
	Host     *HostRecord     `json:"host,omitempty"`
	Repeat   *RepeatRecord   `json:"repeat,omitempty"`
	While    *DecisionRecord `json:"repeatWhile,omitempty"`
	If       *DecisionRecord `json:"if,omitempty"`
	Call     string          `json:"call,omitempty"`
}

// ElementsRecord copies elements of a variable to elements of another variable; all
// elements are read before any is written.
type ElementsRecord struct {
	From ViewRecord `json:"from"`
	To   ViewRecord `json:"to"`
}

// ViewRecord is a sequence of elements of a variable: loops from slow to fast, whose
// indices times their steps are added to the first element.
type ViewRecord struct {
	Variable string  `json:"variable"`
	First    int64   `json:"first"`
	Counts   []int64 `json:"counts"`
	Steps    []int64 `json:"steps"`
}

// RepeatRecord repeats steps.
type RepeatRecord struct {
	Count int64        `json:"count"`
	Body  []StepRecord `json:"body"`
}

// DecisionRecord depends on whether an element is 0. A repeat_while runs First; as long
// as the element is not 0, it then runs Second and First again. An if runs First if the
// element is not 0, and otherwise Second.
type DecisionRecord struct {
	Variable string       `json:"variable"`
	Element  int64        `json:"element"`
	First    []StepRecord `json:"first"`
	Second   []StepRecord `json:"second"`
}

// HostRecord copies an array of the host to tiles, or back.
type HostRecord struct {
	Name   string      `json:"name"`
	ToHost bool        `json:"toHost"`
	Runs   []RunRecord `json:"runs"`
}

// RunRecord is the place of consecutive elements of an array.
type RunRecord struct {
	Begin   int64  `json:"begin"`
	End     int64  `json:"end"`
	Tile    int    `json:"tile"`
	Address uint64 `json:"address"`
}

// FunctionRecord is a function that the program calls.
type FunctionRecord struct {
	Name  string       `json:"name"`
	Steps []StepRecord `json:"steps"`
}
