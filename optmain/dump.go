package optmain

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// dumpOptions are the options of `optc dump`.
type dumpOptions struct{ units []string }

func (o *dumpOptions) flags(*tool) []*flag {
	return []*flag{listFlag("unit", "n", &o.units, "show these units only, such as tiles, by number")}
}

// runDump is `optc dump`.
func runDump(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o dumpOptions
	files, code := t.arguments("dump", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.usageError("dump")
	}
	p, images, err := t.loadImages(files[0])
	if t.failed(err) {
		return 1
	}
	for _, number := range o.units {
		if !slices.ContainsFunc(images, func(m *lower.Image) bool { return strconv.Itoa(m.Unit.Number) == number }) {
			return t.fail(fmt.Errorf("'%s' uses no unit '%s' of memory", files[0], number))
		}
	}
	if o.units != nil {
		images = slices.DeleteFunc(images, func(m *lower.Image) bool { return !slices.Contains(o.units, strconv.Itoa(m.Unit.Number)) })
	}
	problems, err := lower.WriteDump(t.stdout, p, images)
	if err != nil {
		return t.fail(err)
	}
	if problems > 0 {
		return t.fail(fmt.Errorf("%d parts do not decode; they are marked with '!'", problems))
	}
	return 0
}

// loadImages reads the images of a built program.
func (t *tool) loadImages(name string) (*lower.Program, []*lower.Image, error) {
	folder, module, err := t.openFolder(name, true) // what is damaged is shown
	if err != nil {
		return nil, nil, err
	}
	return folder.Images(t.ctx, t.Programs, module)
}

// openFolder reads the module of a built program.
func (t *tool) openFolder(name string, unverified bool) (*lower.Folder, *ir.Operation, error) {
	folder, err := lower.Open(os.DirFS(t.path(name)), unverified)
	if err != nil {
		return nil, nil, fmt.Errorf("'%s': %w", name, err)
	}
	src := &ir.Source{Name: filepath.Join(name, lower.ProgramFile), Text: folder.Module}
	module, err := parser.Parse(t.ctx, ir.NewContext(t.Dialects...), src, t.stderr)
	if err == nil {
		err = ir.VerifyContext(t.ctx, module, t.stderr, 0)
	}
	return folder, module, err
}
