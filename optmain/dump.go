package optmain

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"optc/internal/base/flags"
	"optc/lower"
)

// dumpCommand is `optc dump`.
func dumpCommand() *Command {
	return &Command{
		Name:  "dump",
		Title: "say what the bytes of a built program mean",
		Usage: "[--unit n] [--format=json] <folder>",
		Run:   runs(runDump),
		flags: func(t *tool) []*flags.Flag { return new(dumpOptions).flags(t) },
		Help: "The images are read as they are: every allocation with its fields, the variable and element that an edge points at, and the first elements of " +
			"variables. What does not decode is marked with '!' and makes the exit code 1.",
	}
}

// dumpOptions are the options of `optc dump`.
type dumpOptions struct {
	units  []string
	format string
}

func (o *dumpOptions) flags(*tool) []*flags.Flag {
	return []*flags.Flag{flags.List("unit", "n", &o.units, "show these units only, such as tiles, by number"), formatFlag(&o.format)}
}

// runDump is `optc dump`.
func runDump(t *tool, args []string) int {
	var o dumpOptions
	files, code := t.arguments("dump", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("dump", files)
	}
	p, images, err := t.loadImages(files[0])
	if t.failed(err) {
		return 1
	}
	for _, number := range o.units {
		if !slices.ContainsFunc(images, func(m *lower.Image) bool { return strconv.Itoa(m.Unit.Number) == number }) {
			return t.fail(fmt.Errorf("'%s' uses no unit '%s' of memory; it uses %s", files[0], number, lower.Spans(p.Units)))
		}
	}
	if o.units != nil {
		images = slices.DeleteFunc(images, func(m *lower.Image) bool { return !slices.Contains(o.units, strconv.Itoa(m.Unit.Number)) })
	}
	dump := lower.NewDump(p, images)
	write := dump.Write
	if o.format == "json" {
		write = func(w io.Writer) error { return writeJSON(w, dump) }
	}
	if err := write(t.stdout); err != nil {
		return t.fail(err)
	}
	if dump.Problems > 0 {
		return t.fail(fmt.Errorf("%d parts do not decode; they are marked with '!'", dump.Problems))
	}
	return 0
}

// loadImages reads the images of a built program.
func (t *tool) loadImages(name string) (*lower.Program, []*lower.Image, error) {
	folder, module, err := t.openFolder(name, true) // damaged folders are shown too
	if err != nil {
		return nil, nil, err
	}
	var program *lower.Program
	var images []*lower.Image
	err = t.do(loading(name), func(ctx context.Context, _ *work) error {
		program, images, err = folder.Images(ctx, t.Programs, module)
		return err
	})
	return program, images, err
}
