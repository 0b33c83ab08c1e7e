package graph

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/cases"
	"optc/internal/testing/targettest"
)

// The shared cases of the tile mapping functions.
func TestTileMappingCases(t *testing.T) {
	t.Parallel()
	const name = "tile-mapping-cases.json"
	cases.Ran(t, name, runTileMappingCases(t, cases.Open(t, name)))
}

// Worked cases in the format of the shared cases; an expected error is given by its code.
func TestTileMappingWorkedTables(t *testing.T) {
	t.Parallel()
	const name = "testdata/tile-mapping.json"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	cases.Ran(t, name, runTileMappingCases(t, data))
}

// mappingCase is a case of a file; every function reads the inputs that it has.
type mappingCase struct {
	ID       string
	Function string
	Expected any
	Inputs   struct {
		Target                  jsonTarget
		Graph                   jsonGraph
		Tensor, FullTensor      jsonTensor
		SrcVirtualGraph         []int
		DstVirtualGraph         []int
		VirtualGraph            []int
		Regions                 json.RawMessage // splitRegions: intervals, splitRegionSequences: lists of them
		Intervals               []jsonInterval
		Mapping                 jsonMapping
		Shape                   []int64
		ElementType             jsonElem
		Type                    jsonElem
		TypeSize                int
		VectorWidth             int
		DataPathWidthBits       uint64
		GrainSize               int64
		MinElementsPerTile      int64
		MaxPartitions           int64
		MinElementsPerPartition int64
		MaxElementsPerPartition int64
		MaxElementsPerRegion    int64
		Offset, Tile, NumTiles  int
		Seed                    *uint64
		Ascending               *bool
		AscendingOrder          *bool
		Dim, Dimension          int
		DitherMapping           bool
		DstIPU                  int
		Method, MappingMethod   string
		ExtendPartialUsage      bool
		Tracker                 struct {
			NumTiles, StartTile   int
			AscendingMappingOrder bool
		}
		Uses []struct {
			Tile   int
			Tensor jsonTensor
		}
	}
}

type (
	jsonTarget struct{ NumIPUs, TilesPerIPU uint64 }
	jsonElem   struct{ scalar.Type }
	jsonGraph  struct {
		Target    jsonTarget
		Variables []struct {
			Name        string
			Type        jsonElem
			NumElements int64
			TileRuns    [][3]int64
		}
	}
	jsonTensor struct {
		Shape   []int64
		Regions []jsonRegion
	}
	jsonRegion struct {
		variable   string
		begin, end int64
	}
	jsonInterval tilemap.Interval
	jsonMapping  struct {
		Length int                       `json:"length"`
		Tiles  map[string][]jsonInterval `json:"tiles"`
	}
)

func (r *jsonRegion) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&r.variable, &r.begin, &r.end})
}

func (i *jsonInterval) UnmarshalJSON(b []byte) error {
	var ends [2]int64
	err := json.Unmarshal(b, &ends)
	*i = jsonInterval{ends[0], ends[1]}
	return err
}

func (i jsonInterval) MarshalJSON() ([]byte, error) { return json.Marshal([2]int64{i.Begin, i.End}) }

func (e *jsonElem) UnmarshalJSON(b []byte) (err error) {
	e.Type, err = scalar.Parse(strings.Trim(string(b), `"`))
	return err
}

func jsonOf(m tilemap.Mapping) jsonMapping {
	out := jsonMapping{len(m), map[string][]jsonInterval{}}
	for tile, intervals := range m {
		if len(intervals) > 0 {
			out.Tiles[strconv.Itoa(tile)] = toJSON(intervals)
		}
	}
	return out
}

// caseErrors maps the descriptions in the shared file to codes.
var caseErrors = map[string]string{
	"destination graph has too few tiles": "graph-tiles",
	"destination IPU out of range":        "ipu-range",
}

func runTileMappingCases(t *testing.T, data []byte) int {
	var file struct{ Cases []mappingCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for i := range file.Cases {
		c := &file.Cases[i]
		t.Run(c.ID, func(t *testing.T) {
			run, ok := mappingFunctions[c.Function]
			if !ok {
				t.Fatalf("no function %s", c.Function)
			}
			got, err := run(t, c)
			if want, failing := c.Expected.(map[string]any); failing && want["error"] != nil {
				code := want["error"].(string)
				if known, ok := caseErrors[code]; ok {
					code = known
				}
				if diag.CodeOf(err) != code {
					t.Errorf("%s: error %v, want code %s", c.Function, err, code)
				}
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", c.Function, err)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			var plain any
			if err := json.Unmarshal(text, &plain); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.Expected, plain); d != "" {
				t.Errorf("%s (-want +got):\n%s", c.Function, d)
			}
		})
	}
	return len(file.Cases)
}

// fields is a JSON object of results.
type fields = map[string]any

var mappingFunctions = map[string]func(*testing.T, *mappingCase) (any, error){
	"splitRegions": func(t *testing.T, c *mappingCase) (any, error) {
		parts, err := tilemap.SplitRegions(intervals(regionsOf[[]jsonInterval](t, c)), c.split())
		return each(parts, toJSON), err
	},
	"splitRegionsBetweenWorkers": func(t *testing.T, c *mappingCase) (any, error) {
		parts, err := tilemap.SplitRegionsBetweenWorkers(targettest.New(t, "ipu2"), intervals(regionsOf[[]jsonInterval](t, c)), c.split())
		return each(parts, toJSON), err
	},
	"splitRegionSequences": func(t *testing.T, c *mappingCase) (any, error) {
		parts, err := tilemap.SplitRegionSequences(each(regionsOf[[][]jsonInterval](t, c), intervals), c.split())
		return each(parts, func(p [][]tilemap.Interval) [][]jsonInterval { return each(p, toJSON) }), err
	},
	"calculateUnshufflingIntervals": func(_ *testing.T, c *mappingCase) (any, error) {
		return toJSON(tilemap.UnshufflingIntervals(intervals(c.Inputs.Intervals))), nil
	},
	"calcLinearTileMapping(target,shape,minElementsPerTile,grainSize,offset,ascendingOrder)": func(t *testing.T, c *mappingCase) (any, error) {
		m, err := tilemap.LinearTileMapping(c.target(t, c.Inputs.Target), c.Inputs.Shape, c.linear())
		return jsonOf(m), err
	},
	"calcLinearTileMapping(graph,shape,minElementsPerTile,grainSize,offset,ascendingOrder)": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		m, err := tilemap.LinearTileMapping(c.virtual(t, g, c.Inputs.VirtualGraph).Target(), c.Inputs.Shape, c.linear())
		return jsonOf(m), err
	},
	"calcLinearTileMapping(target,shape,elementType,offset,ascendingOrder)": func(t *testing.T, c *mappingCase) (any, error) {
		tg := c.target(t, c.Inputs.Target)
		o := tilemap.NaturalLinear(tg, c.Inputs.ElementType.Type)
		o.Order = c.order()
		m, err := tilemap.LinearTileMapping(tg, c.Inputs.Shape, o)
		return jsonOf(m), err
	},
	"calcLinearTileMapping(graph,tensor,offset,ascendingOrder)": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		x := c.tensor(t, g, c.Inputs.Tensor)
		o := tilemap.NaturalLinear(g.Target(), x.Elem())
		o.Order = c.order()
		m, err := tilemap.LinearTileMapping(g.Target(), x.Shape(), o)
		return jsonOf(m), err
	},
	"calcLinearTileMappingAndNewOffset": func(t *testing.T, c *mappingCase) (any, error) {
		m, next, err := tilemap.LinearTileMappingAndNewOffset(c.target(t, c.Inputs.Target), c.Inputs.Shape, c.Inputs.ElementType.Type, c.Inputs.Offset)
		return fields{"mapping": jsonOf(m), "newOffset": next}, err
	},
	"mapTensorLinearly": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		x := c.tensor(t, g, c.Inputs.Tensor)
		o := c.linear()
		if c.Inputs.GrainSize == 0 {
			o = tilemap.NaturalLinear(g.Target(), x.Elem())
			o.Order = c.order()
		}
		err := g.MapTensorLinearly(x, o)
		return variableMappings(t, g), err
	},
	"chooseMappingOffset": func(_ *testing.T, c *mappingCase) (any, error) {
		seed := tilemap.DefaultMappingSeed
		if c.Inputs.Seed != nil {
			seed = *c.Inputs.Seed
		}
		return tilemap.ChooseMappingOffset(c.Inputs.NumTiles, c.Inputs.Shape, seed)
	},
	"getTileImbalance(mapping)": func(t *testing.T, c *mappingCase) (any, error) {
		m := make(tilemap.Mapping, c.Inputs.Mapping.Length)
		for tile, list := range c.Inputs.Mapping.Tiles {
			i, err := strconv.Atoi(tile)
			if err != nil {
				t.Fatal(err)
			}
			m[i] = intervals(list)
		}
		return tilemap.TileImbalance(m, c.Inputs.MinElementsPerTile, c.Inputs.GrainSize), nil
	},
	"getTileImbalance(graph,tensor)": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		return g.TileImbalance(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.MinElementsPerTile, c.Inputs.GrainSize)
	},
	"transformTileIndex": func(_ *testing.T, c *mappingCase) (any, error) {
		return tilemap.TransformTileIndex(c.Inputs.Tile, c.Inputs.NumTiles, c.order())
	},
	"invTransformTileIndex": func(_ *testing.T, c *mappingCase) (any, error) {
		return tilemap.InvTransformTileIndex(c.Inputs.Tile, c.Inputs.NumTiles, c.order())
	},
	"dimIsSplitOverTiles": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		return g.DimIsSplitOverTiles(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.Dimension)
	},
	"dimIsSplitOverIPUs": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		return g.DimIsSplitOverIPUs(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.Dimension)
	},
	"cloneToIpu": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		clone, err := g.CloneToIPU(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.DstIPU, c.clone(t))
		if err != nil {
			return nil, err
		}
		return fields{"mapping": mappingOf(t, g, clone), "containsAliases": clone.ContainsAliases()}, nil
	},
	"cloneToGraph": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		src, dst := c.virtual(t, g, c.Inputs.SrcVirtualGraph), c.virtual(t, g, c.Inputs.DstVirtualGraph)
		clone, err := src.CloneToGraph(dst, c.tensor(t, g, c.Inputs.Tensor), c.clone(t))
		if err != nil {
			return nil, err
		}
		return fields{"mappingInDst": mappingOf(t, dst, clone), "mappingInParent": mappingOf(t, g, clone)}, nil
	},
	"cloneAndExpandAliasing": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		clone, next, err := g.CloneAndExpandAliasing(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.Offset, CloneOptions{})
		if err != nil {
			return nil, err
		}
		return fields{"mapping": mappingOf(t, g, clone), "newOffset": next, "containsAliases": clone.ContainsAliases()}, nil
	},
	"createIpuCopy": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		got, err := g.CreateIPUCopy(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.DstIPU, c.clone(t))
		if err != nil {
			return nil, err
		}
		if _, err := NewCopy(got.Src, got.Dst); err != nil {
			t.Error(err)
		}
		return fields{"mapping": mappingOf(t, g, got.Clone), "containsAliases": got.Clone.ContainsAliases(), "copyElements": got.Src.NumElems()}, nil
	},
	"copyToIpu": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		copied, err := g.CopyToIPU(c.tensor(t, g, c.Inputs.Tensor), c.Inputs.DstIPU, c.clone(t))
		if err != nil {
			return nil, err
		}
		return fields{"mapping": mappingOf(t, g, copied.Clone), "containsAliases": copied.Clone.ContainsAliases(),
			"src": regionText(copied.Src), "dst": regionText(copied.Dst)}, nil
	},
	"createBroadcastOperand": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		full := c.tensor(t, g, c.Inputs.FullTensor)
		out, err := g.CreateBroadcastOperand(full, c.Inputs.Type.Type, c.Inputs.Dim, BroadcastOptions{Dither: c.Inputs.DitherMapping})
		if err != nil {
			return nil, err
		}
		return mappingOf(t, g, out), nil
	},
	"TensorUseTracker.mapTensorsByUse": func(t *testing.T, c *mappingCase) (any, error) {
		g := c.graph(t)
		tr := c.Inputs.Tracker
		u, err := NewTensorUseTracker(tr.NumTiles, tilemap.TileOrder{Offset: tr.StartTile, Descending: !tr.AscendingMappingOrder})
		if err != nil {
			return nil, err
		}
		for _, use := range c.Inputs.Uses {
			// A view has elements of a single type: a use of several types is recorded in
			// parts.
			for _, r := range use.Tensor.Regions {
				part := c.tensor(t, g, jsonTensor{[]int64{r.end - r.begin}, []jsonRegion{r}})
				if err := u.Add(g, use.Tile, part); err != nil {
					return nil, err
				}
			}
		}
		method, err := ParseMappingMethod(c.Inputs.MappingMethod)
		if err != nil {
			t.Fatal(err)
		}
		err = u.MapTensorsByUse(g, UseOptions{Grain: c.Inputs.GrainSize, MinElems: c.Inputs.MinElementsPerTile,
			Extend: c.Inputs.ExtendPartialUsage, Method: method})
		return variableMappings(t, g), err
	},
}

func regionsOf[T any](t *testing.T, c *mappingCase) (regions T) {
	t.Helper()
	if err := json.Unmarshal(c.Inputs.Regions, &regions); err != nil {
		t.Fatal(err)
	}
	return regions
}

// each applies f to the members of a list.
func each[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

func intervals(list []jsonInterval) []tilemap.Interval {
	return each(list, func(i jsonInterval) tilemap.Interval { return tilemap.Interval(i) })
}

func toJSON(list []tilemap.Interval) []jsonInterval {
	return each(list, func(i tilemap.Interval) jsonInterval { return jsonInterval(i) })
}

func (c *mappingCase) split() tilemap.SplitOptions {
	in := &c.Inputs
	return tilemap.SplitOptions{Grain: in.GrainSize, MaxParts: in.MaxPartitions, MinElems: in.MinElementsPerPartition, MaxElems: in.MaxElementsPerPartition, MaxPerRegion: in.MaxElementsPerRegion}
}

func (c *mappingCase) order() tilemap.TileOrder {
	descending := func(ascending *bool) bool { return ascending != nil && !*ascending }
	return tilemap.TileOrder{Offset: c.Inputs.Offset, Descending: descending(c.Inputs.Ascending) || descending(c.Inputs.AscendingOrder)}
}

func (c *mappingCase) linear() tilemap.LinearOptions {
	return tilemap.LinearOptions{MinElems: c.Inputs.MinElementsPerTile, Grain: c.Inputs.GrainSize, Order: c.order()}
}

func (c *mappingCase) clone(t *testing.T) CloneOptions {
	if c.Inputs.Method == "" {
		return CloneOptions{}
	}
	m, err := ParseCloneMethod(c.Inputs.Method)
	if err != nil {
		t.Fatal(err)
	}
	return CloneOptions{Method: m}
}

// target returns an ipu2 of the given size, with the figures of the case.
func (c *mappingCase) target(t *testing.T, size jsonTarget) target.Target {
	settings := []target.Setting{{Field: "num_ipus", Int: size.NumIPUs}, {Field: "tiles_per_ipu", Int: size.TilesPerIPU}}
	elem := max(c.Inputs.ElementType.Type, c.Inputs.Type.Type)
	for _, v := range c.Inputs.Graph.Variables {
		elem = max(elem, v.Type.Type)
	}
	if n := c.Inputs.TypeSize; n > 0 {
		settings = append(settings, target.Setting{Field: "type_size", Elems: []target.ElemCount{{Elem: elem, N: n}}})
	}
	if n := c.Inputs.VectorWidth; n > 0 {
		settings = append(settings, target.Setting{Field: "vector_width", Elems: []target.ElemCount{{Elem: elem, N: n}}})
	}
	if n := c.Inputs.DataPathWidthBits; n > 0 {
		settings = append(settings, target.Setting{Field: "data_path_bits", Int: n})
	}
	return targettest.New(t, "ipu2", settings...)
}

func (c *mappingCase) graph(t *testing.T) *Graph {
	g := New(c.target(t, c.Inputs.Graph.Target))
	for _, v := range c.Inputs.Graph.Variables {
		x := variable(t, g, v.Name, v.Type.Type, v.NumElements)
		for _, run := range v.TileRuns {
			part := must(t)(x.Slice(run[1], run[2], 0))
			if err := g.SetTile(part, int(run[0])); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g
}

func (c *mappingCase) virtual(t *testing.T, g *Graph, tiles []int) *Graph {
	if tiles == nil {
		return g
	}
	v, err := g.Virtual(tiles[0], tiles[1])
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// tensor builds a view of the regions with the operations on views.
func (c *mappingCase) tensor(t *testing.T, g *Graph, in jsonTensor) Tensor {
	t.Helper()
	var parts []Tensor
	for _, r := range in.Regions {
		for _, v := range g.Variables() {
			if v.Name() == r.variable {
				parts = append(parts, must(t)(v.Tensor().Slice(r.begin, r.end, 0)))
			}
		}
	}
	if len(parts) == 0 {
		parts = append(parts, must(t)(g.Variables()[0].Tensor().Slice(0, 0, 0)))
	}
	return must(t)(must(t)(Concat(0, parts...)).Reshape(in.Shape))
}

func mappingOf(t *testing.T, g *Graph, x Tensor) jsonMapping {
	t.Helper()
	m, err := g.TileMapping(x)
	if err != nil {
		t.Fatal(err)
	}
	return jsonOf(m)
}

// variableMappings returns the mapping of each variable, without the elements
// that have no tile.
func variableMappings(t *testing.T, g *Graph) fields {
	out := fields{}
	for _, v := range g.Variables() {
		m, err := g.PartialTileMapping(v.Tensor())
		if err != nil {
			t.Fatal(err)
		}
		out[v.Name()] = jsonOf(m)
	}
	return out
}

// regionText renders the regions of a tensor: "v0[0,4) v1[2,3)".
func regionText(x Tensor) string {
	var parts []string
	for r := range x.Regions() {
		parts = append(parts, r.Var.Name()+tilemap.Interval{Begin: r.Begin, End: r.End}.String())
	}
	return strings.Join(parts, " ")
}

// must returns a function that fails the test on an error.
func must(t testing.TB) func(Tensor, error) Tensor {
	return func(x Tensor, err error) Tensor {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// variable adds a variable of rank 1 or more to a graph.
func variable(t testing.TB, g *Graph, name string, e scalar.Type, shape ...int64) Tensor {
	t.Helper()
	return must(t)(g.AddVariable(name, e, shape))
}

// Every public function of the page is run by the worked tables.
func TestWorkedTablesAreComplete(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/tile-mapping.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []mappingCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, function := range slices.Sorted(maps.Keys(mappingFunctions)) {
		if !slices.ContainsFunc(file.Cases, func(c mappingCase) bool { return c.Function == function }) {
			t.Errorf("no case for %s", function)
		}
	}
}
