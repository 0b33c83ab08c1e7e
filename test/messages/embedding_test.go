package messages

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/optmain"
	text "optc/parser"
	"optc/passes"
	"optc/registry"
)

// embedding is the page about programs in Go.
const embedding = "embedding.txt"

// programs are the mistakes of the page, each a function that returns the message.
var programs = []struct {
	title string
	run   func() any
}{
	{"An operation has the name of another dialect", otherDialect},
	{"A text form names an operand that the operation lacks", unknownOperand},
	{"A text form forgets a result type", forgottenType},
	{"Two passes have the same name", samePass},
	{"A pass does nothing", idlePass},
	{"A pass has the name of a flag", passLikeFlag},
	{"A dialect is not registered", unregisteredDialect},
	{"An operation is built with too few operands", tooFewOperands},
	{"A function lacks its return", missingReturn},
	{"A pipeline names a pass that the registry lacks", unknownPass},
	{"A pass does not fit the operation of its pipeline", wrongAnchor},
	{"An operation is cast to another kind", wrongCast},
	{"A value is replaced by a value of another type", wrongReplacement},
	{"An operation that is used is erased", erasedInUse},
	{"An integer attribute gets a float type", integerOfFloat},
	{"A pipeline gives a pass an option that it lacks", unknownOption},
	{"A pass returns an error", failingPass},
}

func otherDialect() any {
	toy := &ir.Dialect{Name: "toy", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{Kind: "toys.twice", Summary: "double"}}}
	}}
	return ir.CheckDialects(toy)
}

func unknownOperand() any {
	toy := &ir.Dialect{Name: "toy", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{
			Kind: "toy.twice", Summary: "double",
			Operands: []ir.ValueDef{{Name: "input", Type: ir.AnyType}}, Assembly: "$inputs attr-dict `:` type($input)",
		}}}
	}}
	return ir.CheckDialects(toy)
}

func forgottenType() any {
	toy := &ir.Dialect{Name: "toy", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{{
			Kind: "toy.twice", Summary: "double",
			Operands: []ir.ValueDef{{Name: "input", Type: ir.AnyType}},
			Results:  []ir.ValueDef{{Name: "output", Type: ir.AnyType}},
			Assembly: "$input attr-dict `:` type($input)",
		}}}
	}}
	return ir.CheckDialects(toy)
}

func samePass() any {
	c := optmain.DefaultConfig()
	c.Passes.Passes = append(c.Passes.Passes, &passes.Pass{
		Name: "cse", Title: "Find equal values", Doc: "As cse.", Run: func(*passes.Context) (bool, error) { return false, nil },
	})
	return c.Check()
}

func idlePass() any {
	r := passes.Registry{Passes: []*passes.Pass{{Name: "my-pass", Title: "Change something", Doc: "Changes something."}}}
	return r.Check()
}

func passLikeFlag() any {
	c := optmain.DefaultConfig()
	c.Passes.Passes = append(c.Passes.Passes, &passes.Pass{
		Name: "verify-exec", Title: "Compare", Doc: "Compares.", Run: func(*passes.Context) (bool, error) { return false, nil },
	})
	return c.Check()
}

func unregisteredDialect() any {
	ctx := ir.NewContext(fn.Dialect)
	_, err := text.Parse(context.Background(), ctx, &ir.Source{Name: "in.mlir", Text: "func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : i32\n  return\n}\n"}, nil)
	return err
}

func tooFewOperands() any {
	ctx := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(ctx)
	module := b.Op(ir.ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, ir.Location{})
	one := arith.NewConstant(b, ctx.Int(ctx.I32(), 1)).Result()
	b.Op(arith.AddIOp{}, []*ir.Value{one}, []ir.Type{ctx.I32()})
	return ir.Verify(module, nil)
}

func missingReturn() any {
	ctx := ir.NewContext(fn.Dialect, arith.Dialect)
	module, err := text.Parse(context.Background(), ctx, &ir.Source{Name: "in.mlir", Text: "func.func @f() {\n  return\n}\n"}, nil)
	if err != nil {
		return err
	}
	f := module.Body().Front()
	ir.NewRewriter(ctx, nil).Erase(f.Body().Terminator())
	return ir.Verify(module, nil)
}

func unknownPass() any {
	_, err := registry.Passes().Parse("builtin.module(func.func(canonicalise))")
	return err
}

func wrongAnchor() any {
	ctx := ir.NewContext(fn.Dialect)
	module, err := text.Parse(context.Background(), ctx, &ir.Source{Name: "in.mlir", Text: "func.func private @f()\n"}, nil)
	if err != nil {
		return err
	}
	p, err := registry.Passes().Parse("builtin.module(poplar-set-target{arch=ipu2})")
	if err != nil {
		return err
	}
	return passes.NewManager(ctx).Run(context.Background(), p, module.Body().Front())
}

func wrongCast() any {
	ctx := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(ctx)
	one := arith.NewConstant(b, ctx.Int(ctx.I32(), 1))
	return ir.Cast[arith.AddIOp](one.Operation())
}

func wrongReplacement() any {
	ctx := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(ctx)
	module := b.Op(ir.ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, ir.Location{})
	one := arith.NewConstant(b, ctx.Int(ctx.I32(), 1)).Result()
	two := arith.NewConstant(b, ctx.Int(ctx.I64(), 2)).Result()
	arith.NewAddI(b, one, one)
	ir.NewRewriter(ctx, nil).Replace(ir.DefiningOp[arith.ConstantOp](one).Operation(), two)
	return ir.Verify(module, nil)
}

func erasedInUse() any {
	ctx := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(ctx)
	module := b.Op(ir.ModuleOp{}, nil, nil)
	b.NewBlock(module.Region(0), nil, ir.Location{})
	one := arith.NewConstant(b, ctx.Int(ctx.I32(), 1)).Result()
	arith.NewAddI(b, one, one)
	ir.NewRewriter(ctx, nil).Erase(module.Body().Front())
	return ir.Verify(module, nil)
}

func integerOfFloat() any {
	ctx := ir.NewContext(arith.Dialect)
	return ctx.Int(ctx.F32(), 1)
}

func unknownOption() any {
	_, err := registry.Passes().Parse("builtin.module(poplar-set-target{ipu2})")
	return err
}

func failingPass() any {
	ctx := ir.NewContext(fn.Dialect)
	module, err := text.Parse(context.Background(), ctx, &ir.Source{Name: "in.mlir", Text: "func.func private @f()\n"}, nil)
	if err != nil {
		return err
	}
	r := passes.Registry{Passes: []*passes.Pass{{
		Name: "rename", Title: "Rename functions", Doc: "Renames functions.",
		Run: func(*passes.Context) (bool, error) { return false, errors.New("no name is left") },
	}}}
	p, err := r.Parse("builtin.module(rename)")
	if err != nil {
		return err
	}
	return passes.NewManager(ctx).Run(context.Background(), p, module)
}

// TestEmbedding compares the messages of the library with the page.
func TestEmbedding(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("embedding_test.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "embedding_test.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]string{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			body := string(source[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset])
			bodies[f.Name.Name] = strings.TrimPrefix(body, "\n")
		}
	}
	names := namesIn(file)
	page := "Programs in Go that misuse the library, and what it returns or panics with. Each has one mistake.\n"
	for i, p := range programs {
		page += "\n# " + p.title + "\n" + bodies[names[i]] + "→ " + message(p.run) + "\n"
	}
	comparePage(t, embedding, page)
}

// namesIn returns the names of the functions in programs, in order.
func namesIn(file *ast.File) (names []string) {
	spec := file.Scope.Lookup("programs").Decl.(*ast.ValueSpec)
	for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
		names = append(names, e.(*ast.CompositeLit).Elts[1].(*ast.Ident).Name)
	}
	return names
}

// message is the text of the result of a program, or of its panic.
func message(run func() any) (shown string) {
	defer func() {
		if r := recover(); r != nil {
			shown = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprint(run())
}
