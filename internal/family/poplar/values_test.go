package poplar_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/lower"
)

// valueProgram copies w, n numbers with a value, to y; small has a value too.
func valueProgram(n int, w string) string {
	return fmt.Sprintf(`module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 4>} {
  poplar.graph @main {
    %%small = poplar.variable "small" = dense<[7, 8]> : !poplar.tensor<2xui32>
    %%w = poplar.variable "w" = %[2]s : !poplar.tensor<%[1]dxui32>
    %%y = poplar.variable "y" : !poplar.tensor<%[1]dxui32>
    poplar.set_tile_mapping %%small on 3
    poplar.map_linear %%w
    poplar.map_linear %%y
    poplar.program { poplar.copy %%w to %%y }
  }
}
`, n, w)
}

// TestValuesInImages: values of more than 1 MiB are only in the images. The program is loaded with
// these values, whatever the form of the source; an edited image is refused.
func TestValuesInImages(t *testing.T) {
	t.Parallel()
	const n = 300_000
	data := make([]byte, 4*n)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	hex := fmt.Sprintf("%X", data)
	for name, text := range map[string]string{
		"dense":    valueProgram(n, `dense<"0x`+hex+`">`),
		"resource": valueProgram(n, "dense_resource<images>") + `{-# dialect_resources: { builtin: { images: "0x04000000` + hex + `" } } #-}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module, program := compiled(t, text)
			before := ir.Print(module, ir.PrintOptions{})
			folder := fstest.MapFS{}
			for name, content := range contents(t, module, program) {
				folder[name] = &fstest.MapFile{Data: content}
			}
			if !bytes.Equal(before, ir.Print(module, ir.PrintOptions{})) {
				t.Error("writing the files changed the module")
			}
			lowered := string(folder[lower.ProgramFile].Data)
			if len(lowered) > 10_000 || !strings.Contains(lowered, "dense<[7, 8]>") {
				t.Errorf("%s has %d bytes:\n%.3000s", lower.ProgramFile, len(lowered), lowered)
			}

			load := func(unverified bool) (*lower.Program, error) {
				f, err := lower.Open(folder, unverified)
				if err != nil {
					return nil, err
				}
				return f.Program(t.Context(), families, parsed(t, all.Context(), lowered))
			}
			program, err := load(false)
			if err != nil {
				t.Fatal(err)
			}
			device, err := program.Device(lower.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := device.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got, _, err := device.Read("y"); err != nil || !bytes.Equal(got, data) {
				t.Errorf("the copy differs from the value (%v)", err)
			}

			module = parsed(t, all.Context(), lowered)
			if _, err := families[0].Build(t.Context(), module.Body().Front()); err == nil || !strings.Contains(err.Error(), "has no data [poplar.value-type]") {
				t.Errorf("without its images: %v", err)
			}
			image := folder["tile_2.bin"]
			image.Data[1000] ^= 1
			if _, err := load(false); diag.CodeOf(err) != "edited" || !strings.Contains(err.Error(), "tile_2.bin") {
				t.Errorf("with an edited image: %v", err)
			}
			if _, err := load(true); err != nil {
				t.Errorf("unverified, with an edited image: %v", err)
			}
			image.Data = image.Data[:1000]
			if _, err := load(true); diag.CodeOf(err) != "image-size" {
				t.Errorf("with a short image: %v", err)
			}
			delete(folder, "tile_2.bin")
			if _, err := load(true); diag.CodeOf(err) != "image-size" {
				t.Errorf("without an image: %v", err)
			}
		})
	}
}
