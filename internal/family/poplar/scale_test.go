package poplar_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"optc/lower"
)

// workload is a program of scalable size: tiles with twelve vertices each, chips, the
// rows of a matrix on all tiles that is transposed, or elements of a variable that has a
// value.
type workload struct {
	name   string
	sizes  [4]int
	text   func(n int) string
	result string // variable with the result of a run
}

var workloads = []workload{
	{name: "vertices", sizes: [4]int{184, 368, 736, 1472}, text: func(tiles int) string { return onTiles("", tiles) },
		result: "y"},
	{name: "chips", sizes: [4]int{1, 2, 3, 4}, text: func(chips int) string {
		return onTiles(fmt.Sprintf(", num_ipus = %d, tiles_per_ipu = 184", chips), 184*chips)
	}, result: "y"},
	{name: "transposed", sizes: [4]int{128, 256, 512, 1024}, text: func(n int) string {
		return strings.NewReplacer("$T", fmt.Sprintf("!poplar.tensor<%dx%dxf32>", n, n)).Replace(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @main {
    %x = poplar.variable "x" = dense<1.0> : $T
    %y = poplar.variable "y" : $T
    poplar.map_linear %x
    poplar.map_linear %y
    %t = poplar.dim_shuffle %x [1, 0]
    poplar.program {
      poplar.copy %t to %y
    }
  }
}`)
	}, result: "y"},
	{name: "data", sizes: [4]int{1 << 18, 1 << 19, 1 << 20, 1 << 21}, text: func(elements int) string {
		var hex strings.Builder
		for i := range elements {
			fmt.Fprintf(&hex, "%08x", uint32(i)*0x9e3779b1)
		}
		return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @main {
    %%x = poplar.variable "x" = dense_resource<values> : !poplar.tensor<%dxui32>
    poplar.map_linear %%x
    poplar.program {
    }
  }
}
{-# dialect_resources: { builtin: { values: "0x04000000%s" } } #-}`, elements, hex.String())
	}, result: "x"},
}

// double is a vertex that doubles its elements.
const double = `  poplar.vertex @"demo::Double" worker {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.field @y : !poplar.out<vec<f32>>
    poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %x[%i] : memref<?xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %y[%i] : memref<?xf32>
      }
      poplar.compute_return
    }
  }`

// onTiles is a program with twelve vertices per tile, which double their elements.
func onTiles(override string, tiles int) string {
	return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2%s>} {
%[4]s
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<1.5> : !poplar.tensor<%[2]dxf32>
    %%y = poplar.variable "y" : !poplar.tensor<%[2]dxf32>
    poplar.map_linear %%x min 96 grain 96
    poplar.map_linear %%y min 96 grain 96
    poplar.compute_set @cs {
      poplar.each_tile (%%xs, %%ys, %%tile) of (%%x, %%y) {
%[3]s      }
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`, override, 96*tiles, perTile(), double)
}

// perTile connects the vertices of a tile.
func perTile() string {
	var b strings.Builder
	for k := range 12 {
		fmt.Fprintf(&b, "        %%a%[1]d = poplar.slice %%xs from %[2]d to %[3]d dim 0\n        %%b%[1]d = poplar.slice %%ys from %[2]d to %[3]d dim 0\n", k, 8*k, 8*k+8)
		fmt.Fprintf(&b, "        %%v%[1]d = poplar.add_vertex @\"demo::Double\" on %%tile\n        poplar.connect %%v%[1]d @x to %%a%[1]d\n        poplar.connect %%v%[1]d @y to %%b%[1]d\n", k)
	}
	return b.String()
}

// measured builds a program and returns the number of bytes in its files except images.
func measured(t testing.TB, text string) (p *lower.Program, files int) {
	t.Helper()
	module, p := compiled(t, text)
	for _, content := range contents(t, module, p) {
		files += len(content)
	}
	return p, files
}

// executed runs a program and returns the number of operations that the device counted.
func executed(t testing.TB, p *lower.Program, result string) (operations int64) {
	t.Helper()
	m, err := p.Device(lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, written, err := m.Read(result); err != nil || len(written) == 0 || !written[len(written)-1] {
		t.Fatalf("%s is not written: %v", result, err)
	}
	for _, c := range m.Counters() {
		if c.Name == "operations" {
			operations = c.Value
		}
	}
	return operations
}

// The cost of building and running grows linearly with a program: for each tile, or
// element, larger programs take at most half more allocations, allocated bytes and bytes
// of files. Not parallel, because allocations are counted for the whole process.
func TestGrowth(t *testing.T) {
	const limit = 1.5
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			var least [3]float64
			for i, n := range w.sizes {
				var before, after runtime.MemStats
				text := w.text(n)
				runtime.ReadMemStats(&before)
				p, files := measured(t, text)
				executed(t, p, w.result)
				runtime.ReadMemStats(&after)
				size := float64(n)
				if w.name == "transposed" {
					size *= size
				}
				work := [3]float64{float64(after.Mallocs-before.Mallocs) / size, float64(after.TotalAlloc-before.TotalAlloc) / size, float64(files) / size}
				if i == 0 {
					least = work
				}
				for k, name := range []string{"allocations", "bytes", "bytes of files"} {
					if work[k] > limit*least[k] {
						t.Errorf("%d: %.1f %s for each of them, but %.1f for each of %d", n, work[k], name, least[k], w.sizes[0])
					}
				}
			}
		})
	}
}

// BenchmarkBuild measures the steps from text to the files of a program, BenchmarkRun the
// device, each for four sizes.
func BenchmarkBuild(b *testing.B) {
	for _, w := range workloads {
		for _, n := range w.sizes {
			text := w.text(n)
			b.Run(fmt.Sprintf("%s/%d", w.name, n), func(b *testing.B) {
				files := 0
				b.ReportAllocs()
				for b.Loop() {
					_, files = measured(b, text)
				}
				b.ReportMetric(float64(files), "file-bytes")
			})
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, w := range workloads {
		for _, n := range w.sizes {
			p, _ := measured(b, w.text(n))
			b.Run(fmt.Sprintf("%s/%d", w.name, n), func(b *testing.B) {
				for b.Loop() {
					executed(b, p, w.result)
				}
			})
		}
	}
}

// onWholeTiles is a program with a vertex per tile, which doubles n elements.
func onWholeTiles(tiles, n int) string {
	return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
%[3]s
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<1.5> : !poplar.tensor<%[1]dxf32>
    %%y = poplar.variable "y" : !poplar.tensor<%[1]dxf32>
    poplar.map_linear %%x min %[2]d grain %[2]d
    poplar.map_linear %%y min %[2]d grain %[2]d
    poplar.compute_set @cs {
      poplar.each_tile (%%xs, %%ys, %%tile) of (%%x, %%y) {
        %%v = poplar.add_vertex @"demo::Double" on %%tile
        poplar.connect %%v @x to %%xs
        poplar.connect %%v @y to %%ys
      }
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`, tiles*n, n, double)
}

// The memory of a device grows with the tile memory that the program uses: after a run, the device,
// including all its data besides the bytes of tiles, such as the records of accesses of two
// threads, takes at most half as many bytes again as the allocations. The programs use 700 bytes or
// more of each tile, and up to 5/6 of a tile. Not parallel, because memory is counted for the whole
// process.
func TestDeviceMemory(t *testing.T) {
	const limit = 1.5
	texts := map[string]string{}
	for _, w := range workloads {
		for _, n := range w.sizes[1:3] {
			texts[fmt.Sprintf("%s of size %d", w.name, n)] = w.text(n)
		}
	}
	for _, c := range []struct{ tiles, n int }{{1, 65536}, {2, 65536}, {64, 4096}, {1472, 64}} {
		texts[fmt.Sprintf("%d elements on each of %d tiles", c.n, c.tiles)] = onWholeTiles(c.tiles, c.n)
	}
	deviceMemory(t, texts["vertices of size 368"]) // makes the data that all devices share
	for name, text := range texts {
		if used, taken, units := deviceMemory(t, text); used >= 700*units && float64(taken) > limit*float64(used) {
			t.Errorf("%s: the device takes %d bytes, but the program uses %d of the tiles", name, taken, used)
		}
	}
}

// deviceMemory returns the bytes that a program uses of the tiles, the bytes that its device takes
// after a run, and the number of tiles.
func deviceMemory(t *testing.T, text string) (used, taken, units uint64) {
	p, _ := measured(t, text)
	for _, u := range p.Units {
		used += u.Memory.Size - u.Unused()
	}
	before := liveBytes()
	m, err := p.Device(lower.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	taken = liveBytes() - before
	runtime.KeepAlive(m)
	return used, taken, uint64(len(p.Units))
}

// liveBytes returns the bytes of the heap that are in use.
func liveBytes() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what finalizers release
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
