package passes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"optc/internal/base/output"
	"optc/ir"
)

// dumpTree writes the dumps of PrintIR to files below a folder, as --mlir-print-ir-tree-dir does
// (IRPrinting.cpp upstream). The folders are the enclosing operations of a pass's operation, named
// operation_symbol. The files are named numbers_pass.mlir, with a number for each of these
// operations from the outermost to the innermost. The number counts the dumps of the operation from
// 0, or from 1 if operations in it were dumped before.
type dumpTree struct {
	dir   string
	mu    sync.Mutex
	dumps map[*ir.Operation]int // number of the last dump
}

func newDumpTree(dir string) *dumpTree { return &dumpTree{dir: dir, dumps: map[*ir.Operation]int{}} }

// write makes a file of some text. A pass whose dump cannot be written fails.
func (t *dumpTree) write(e *Event, text ...string) {
	name := t.next(e)
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = output.WriteFile(name, []byte(strings.Join(text, "")))
	}
	if err != nil {
		e.Sink.Report(ir.Errorf(e.Op.Loc(), "cannot write a dump: %v", err))
		e.Fail()
	}
}

// next returns the name of the next file for an event.
func (t *dumpTree) next(e *Event) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var folders, numbers []string
	if n, ok := t.dumps[e.Op]; ok {
		t.dumps[e.Op] = n + 1
	}
	for op := e.Op; op != nil; op = op.Parent() {
		symbol := ir.SymbolName(op)
		if symbol == "" {
			symbol = "no-symbol-name"
		}
		folders = append(folders, strings.NewReplacer("/", "_", "\\", "_", "\x00", "_").Replace(strings.ReplaceAll(op.Name(), ".", "_")+"_"+symbol))
		if _, ok := t.dumps[op]; !ok {
			t.dumps[op] = 0
		}
		numbers = append(numbers, strconv.Itoa(t.dumps[op]))
	}
	slices.Reverse(folders)
	slices.Reverse(numbers)
	path := filepath.Join(append([]string{t.dir}, folders...)...)
	return filepath.Join(path, fmt.Sprintf("%s_%s.mlir", strings.Join(numbers, "_"), e.Instance.Pass.Name))
}
