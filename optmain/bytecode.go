package optmain

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"optc/bytecode"
	"optc/ir"
	"optc/parser"
)

// readModule reads a source, which is text or bytecode.
func (t *tool) readModule(c *ir.Context, src *ir.Source, sink ir.Sink, o bytecode.Options, text ...parser.Option) (*ir.Operation, error) {
	if bytecode.Is(src.Text) {
		return bytecode.Read(t.ctx, c, src, o)
	}
	return parser.Parse(t.ctx, c, src, sink, append(text, parser.AliasesIn(os.DirFS(filepath.Dir(t.path(src.Name)))))...)
}

// writeBytecode appends a module as bytecode.
func (o *options) writeBytecode(c *ir.Context, module *ir.Operation, external []ir.ResourceSection, out io.Writer) *ir.Diagnostic {
	data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: o.bytecodeVersion, External: external, ElideResources: o.elideResources})
	if err != nil {
		return ir.Errorf(module.Loc(), "%v", err)
	}
	out.Write(data)
	return nil
}

// bytecodeFlags are the flags about bytecode.
func (o *options) bytecodeFlags() []*flag {
	version := &flag{name: "emit-bytecode-version", value: "n",
		help: fmt.Sprintf("write that version of bytecode, %d to %d", bytecode.MinVersion, bytecode.MaxVersion),
		set: func(text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < bytecode.MinVersion || n > bytecode.MaxVersion {
				return fmt.Errorf("expects a number from %d to %d, but got '%s'", bytecode.MinVersion, bytecode.MaxVersion, text)
			}
			o.bytecodeVersion = n
			return nil
		}}
	return []*flag{
		switchFlag("emit-bytecode", &o.emitBytecode, "write bytecode (.mlirbc) instead of text"),
		version,
		switchFlag("elide-resource-data-from-bytecode", &o.elideResources, "write resources to bytecode without their contents"),
	}
}
