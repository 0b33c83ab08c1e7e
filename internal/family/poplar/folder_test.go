package poplar_test

import (
	"context"
	"testing"
	"testing/fstest"

	"optc/diag"
	"optc/dialect/all"
	"optc/internal/base/output"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

var families = []*lower.Family{poplar.Family()}

// parsed parses the text of a module.
func parsed(t testing.TB, ctx *ir.Context, text string) *ir.Operation {
	t.Helper()
	var problems ir.Diagnostics
	module, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "double.mlir", Text: text}, &problems)
	if err != nil {
		t.Fatal(problems.String())
	}
	return module
}

// compiled lowers the program of a text and builds it.
func compiled(t testing.TB, text string) (module *ir.Operation, p *lower.Program) {
	t.Helper()
	ctx := all.Context()
	module = parsed(t, ctx, text)
	pipeline, err := registry.Passes().Parse(families[0].Pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(t.Context(), pipeline, module); err != nil {
		t.Fatal(err)
	}
	family, graph, err := lower.Only(families, module)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = family.Build(t.Context(), graph); err != nil {
		t.Fatal(err)
	}
	return module, p
}

// contents returns the bytes of the files of a compiled program.
func contents(t testing.TB, module *ir.Operation, p *lower.Program) map[string][]byte {
	t.Helper()
	files, err := p.Files(module, lower.FileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	content := map[string][]byte{}
	for name, file := range files {
		content[name] = output.Content(file)
	}
	return content
}

// built compiles the program of the example and returns its files.
func built(t testing.TB) map[string][]byte {
	t.Helper()
	module, p := compiled(t, source)
	return contents(t, module, p)
}

// FuzzFolder: after any change of the manifest and of an image, a program is refused with
// an error code, or it is unchanged and runs.
func FuzzFolder(f *testing.F) {
	files := built(f)
	whole := files[lower.ManifestFile]
	for i := 0; i < len(whole); i += 20 {
		f.Add(i, byte('9'), 0, byte(0))
	}
	for i := range files["tile_7.bin"] {
		f.Add(0, byte('{'), i, byte(1))
	}
	module := parsed(f, all.Context(), string(files[lower.ProgramFile]))
	f.Fuzz(func(t *testing.T, at int, c byte, i int, flip byte) {
		manifest, image := []byte(string(whole)), []byte(string(files["tile_7.bin"]))
		manifest[uint(at)%uint(len(manifest))] = c
		image[uint(i)%uint(len(image))] ^= flip
		folder, err := lower.Open(fstest.MapFS{
			lower.ManifestFile: {Data: manifest}, lower.ProgramFile: {Data: files[lower.ProgramFile]}, "tile_7.bin": {Data: image},
			lower.MemoryMapFile: {Data: files[lower.MemoryMapFile]},
		}, false)
		var program *lower.Program
		if err == nil {
			program, err = folder.Program(context.Background(), families, module)
		}
		if err != nil {
			if diag.CodeOf(err) == "" {
				t.Fatalf("no code: %v", err)
			}
			return
		}
		if flip != 0 {
			t.Fatal("a changed image is accepted")
		}
		device, err := program.Device(lower.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := device.Write("x", make([]byte, 20)); err != nil {
			t.Fatal(err)
		}
		if err := device.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
	})
}
