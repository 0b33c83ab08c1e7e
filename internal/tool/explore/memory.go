package explore

import (
	"encoding/hex"
	"encoding/json"
	"slices"

	"optc/diag"
	"optc/internal/base/output"
	"optc/lower"
)

// Bounds for the bytes of an allocation that a page contains: for an allocation whose parts are
// described, and for others.
const (
	mostOfParts = 1024
	mostOfBytes = 64
)

// Memory is a kind of memory of the device, with the contents of its units. Addresses and
// sizes are in bytes.
type Memory struct {
	Unit    string   `json:"unit"`  // what one is called: "tile"
	Units   string   `json:"units"` // what several are called
	Base    uint64   `json:"base"`
	Size    uint64   `json:"size"`
	Uses    []string `json:"uses"`            // what allocations are for
	Regions []Region `json:"regions"`         // named parts of every unit, such as banks
	Apart   bool     `json:"apart,omitempty"` // allocations have separate colours, instead of the colours of their uses
	Steps   []string `json:"steps,omitempty"` // of the program; none if every allocation lives all the time
	Used    []Unit   `json:"used"`            // the units that hold something, by number
}

// Region is a named range of addresses, half-open.
type Region struct {
	Name string `json:"name"`
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Unit is a unit of a memory: a tile.
type Unit struct {
	Number int     `json:"number"`
	Used   uint64  `json:"used"` // bytes
	Allocs []Alloc `json:"allocs,omitempty"`
	// Like is the number of the first unit with the same allocations, which this unit does not repeat.
	Like *int `json:"like,omitempty"`
}

// Alloc is an allocation.
type Alloc struct {
	Name  string `json:"name"`
	Label string `json:"label,omitempty"` // shorter than the name
	Use   int    `json:"use"`             // index in Memory.Uses
	Addr  uint64 `json:"addr"`
	Size  uint64 `json:"size"`
	Align uint64 `json:"align"`
	// From and To are the steps of the program that use it, half-open.
	From int `json:"from"`
	To   int `json:"to,omitempty"`
	// More holds facts that follow from the place: "element 3, region 0".
	More string `json:"more,omitempty"`
	// Bytes are the first bytes in hexadecimal; "" if nothing is written before the run.
	Bytes string `json:"bytes,omitempty"`
	Parts []Part `json:"parts,omitempty"` // of a vertex state: its fields
	// Elements are the first elements of the variables that it holds.
	Elements []string `json:"elements,omitempty"`
}

// Part is a range of an allocation with its meaning.
type Part struct {
	At      uint64 `json:"at"` // from the start of the allocation
	Size    uint64 `json:"size"`
	Name    string `json:"name"`
	Text    string `json:"text,omitempty"`
	Problem string `json:"problem,omitempty"` // why it does not decode
}

// MemoriesOf returns the contents of the memories of a program, without empty memories.
func MemoriesOf(p *lower.Program) (list []Memory) {
	for _, m := range p.Memories {
		out := Memory{Unit: m.Unit.One, Units: m.Unit.Many, Base: m.Base, Size: m.Size, Apart: m.Apart, Steps: p.Steps, Regions: []Region{}}
		for _, u := range m.Uses {
			out.Uses = append(out.Uses, u.Name)
		}
		for _, r := range m.Regions {
			out.Regions = append(out.Regions, Region(r))
		}
		for _, u := range p.UnitsOf(m) {
			out.Used = append(out.Used, describeUnit(p, u, out.Uses))
		}
		foldUnits(out.Used)
		if len(out.Used) > 0 {
			list = append(list, out)
		}
	}
	return list
}

// foldUnits omits the allocations of a unit if an earlier unit has the same allocations.
func foldUnits(units []Unit) {
	first := map[string]int{}
	for i := range units {
		text := string(diag.Must(json.Marshal(units[i].Allocs)))
		if number, ok := first[text]; ok {
			units[i].Allocs, units[i].Like = nil, &number
			continue
		}
		first[text] = units[i].Number
	}
}

func describeUnit(p *lower.Program, u *lower.Unit, uses []string) Unit {
	out := Unit{Number: u.Number, Used: u.Memory.Size - u.Unused()}
	image := &lower.Image{Unit: u, Bytes: output.Content(u.Image(false))}
	for i := range u.Allocs {
		a := &u.Allocs[i]
		alloc := Alloc{
			Name: a.Name, Label: a.Label, Use: slices.Index(uses, a.Kind), Addr: a.Addr, Size: a.Size, Align: a.Align, From: a.Life.From, To: a.Life.To,
			More: a.Columns(u.Memory),
		}
		for _, e := range p.Elements(image, a) {
			alloc.Elements = append(alloc.Elements, e.String())
		}
		if a.Written && p.Decode != nil {
			alloc.Parts = partsOfAlloc(p.Decode(image, a), a)
		}
		if a.Written {
			most := uint64(mostOfBytes)
			if alloc.Parts != nil {
				most = mostOfParts
			}
			bytes := make([]byte, min(a.Size, most))
			if image.Load(a.Addr, bytes) == nil { // never fails for a built program
				alloc.Bytes = hex.EncodeToString(bytes)
			}
		}
		out.Allocs = append(out.Allocs, alloc)
	}
	return out
}

// partsOfAlloc returns the parts of an allocation that are smaller than it.
func partsOfAlloc(list []lower.Part, a *lower.Alloc) (out []Part) {
	for _, p := range list {
		if p.Addr == a.Addr && p.Size == a.Size && len(list) > 1 {
			continue
		}
		out = append(out, Part{At: p.Addr - a.Addr, Size: p.Size, Name: p.Name, Text: p.Text, Problem: p.Problem})
	}
	return out
}
