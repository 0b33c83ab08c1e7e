package bufferize

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/bufferization"
	"optc/dialect/memref"
	"optc/ir"
)

// bufferizer replaces operations on tensors by operations on buffers. In between, a value has both forms:
//
//	%b = memref.alloc() : memref<4xf32>
//	%t = bufferization.to_tensor %b : memref<4xf32> to tensor<4xf32>   // for users that are not replaced yet
type bufferizer struct {
	*ir.Rewriter
	*settings
	plain     *state // used for questions without an analysis
	gone      map[*ir.Operation]bool
	work      []*ir.Operation // operations to be replaced
	toBuffers []*ir.Operation
	allocs    *int // buffers that were allocated
}

func newBufferizer(s *settings, c *ir.Context, allocs *int) *bufferizer {
	return &bufferizer{Rewriter: ir.NewRewriter(c, nil), settings: s, plain: newState(s), allocs: allocs}
}

// bufferizeListener keeps the lists of a bufferizer up to date.
type bufferizeListener struct{ b *bufferizer }

func (l bufferizeListener) Inserted(op *ir.Operation) {
	b := l.b
	switch {
	case ir.Is[bufferization.ToBufferOp](op):
		b.toBuffers = append(b.toBuffers, op)
	case ir.Is[bufferization.ToTensorOp](op):
	case ir.Is[memref.AllocOp](op):
		*b.allocs++
	case b.allowed(op) && b.concerned(op):
		b.work = append(b.work, op)
	}
}

func (l bufferizeListener) Erasing(op *ir.Operation)             { l.b.gone[op] = true }
func (l bufferizeListener) Modified(*ir.Operation)               {}
func (l bufferizeListener) Replacing(*ir.Operation, []*ir.Value) {}

// bufferize replaces root and the operations inside of it.
func (b *bufferizer) bufferize(root *ir.Operation) problem {
	if b.CopyBeforeWrite {
		if d := insertCopies(newState(b.settings), b.Context(), root); d != nil {
			return d
		}
	}
	b.Rewriter = ir.NewRewriter(b.Context(), bufferizeListener{b})
	b.plain = newState(b.settings)
	b.gone, b.work, b.toBuffers = map[*ir.Operation]bool{}, nil, nil
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[bufferization.ToBufferOp](op) {
			b.toBuffers = append(b.toBuffers, op)
		}
		if b.allowed(op) && b.concerned(op) {
			b.work = append(b.work, op)
		}
		return ir.Advance
	})
	for i := 0; i < len(b.work); i++ {
		op := b.work[i]
		if b.gone[op] {
			continue
		}
		r := b.rule(op)
		if r == nil || !b.concerned(op) {
			continue
		}
		if d := checkBlocks(op, r); d != nil {
			return d
		}
		b.Before(op).Loc = op.Loc()
		if d := r.replace(b, op); d != nil {
			return d
		}
	}
	b.foldForms(root)
	if b.AllowUnknown {
		return nil
	}
	for _, op := range b.work {
		if b.gone[op] || !b.concerned(op) || op.Unused() && ir.IsMemoryEffectFree(op) || ir.Is[bufferization.ToTensorOp](op) || ir.Is[bufferization.ToBufferOp](op) {
			continue
		}
		return ir.Errorf(op.Loc(), "op was not bufferized").At("'%s' has no rule for buffers", op.Name())
	}
	return nil
}

// foldForms removes the forms of values that are not needed any more.
func (b *bufferizer) foldForms(root *ir.Operation) {
	for _, op := range b.toBuffers {
		if b.gone[op] {
			continue
		}
		from := ir.DefiningOp[bufferization.ToTensorOp](ir.Cast[bufferization.ToBufferOp](op).Tensor())
		if !from.Ok() {
			continue
		}
		b.Before(op).Loc = from.Buffer().Location()
		source, want := from.Buffer(), op.Result(0).Type()
		_, unranked := source.Type().(*ir.UnrankedMemRefType)
		_, ranked := want.(*ir.MemRefType)
		if source.Type() != want {
			if unranked && ranked {
				continue
			}
			if source = b.castOrCopy(source, want); source == nil {
				continue
			}
		}
		b.Replace(op, source)
	}
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[bufferization.ToTensorOp](op) && op.Result(0).Unused() {
			b.Erase(op)
		}
		return ir.Advance
	})
}

// buffer returns the buffer that holds a tensor.
func (b *bufferizer) buffer(v *ir.Value) (*ir.Value, problem) {
	if from := ir.DefiningOp[bufferization.ToTensorOp](v); from.Ok() {
		return from.Buffer(), nil
	}
	t, d := b.bufferType(v)
	if d != nil {
		return nil, d
	}
	at, loc := b.Save(), b.Loc
	defer func() { b.Restore(at); b.Loc = loc }()
	b.afterValue(v)
	b.Loc = v.Location()
	return b.toBuffer(t, v), nil
}

func (b *bufferizer) afterValue(v *ir.Value) {
	if op := v.DefiningOp(); op != nil {
		b.After(op)
	} else {
		b.AtStart(v.OwnerBlock())
	}
}

func (b *bufferizer) toBuffer(t ir.Type, v *ir.Value) *ir.Value {
	return bufferization.NewToBuffer(b, t, v, false).Buffer()
}

func (b *bufferizer) toTensor(t ir.Type, buffer *ir.Value) *ir.Value {
	return bufferization.NewToTensor(b, t, buffer, false, false).Result()
}

// bufferType returns the type of the buffer that holds a tensor.
func (b *bufferizer) bufferType(v *ir.Value) (ir.Type, problem) { return b.typeOf(v, nil) }

// typeOf is bufferType inside the search for the types of the values of the stack.
func (b *bufferizer) typeOf(v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	if isMemory(v.Type()) {
		return v.Type(), nil
	}
	stack = append(slices.Clip(stack), v)
	op := ownerOf(v)
	if r := b.rule(op); r != nil {
		if r.typeOf != nil {
			return r.typeOf(b, v, stack)
		}
		if v.DefiningOp() == nil {
			return b.unknownType(v.Type(), nil), nil
		}
		if from := b.plain.sources(v); len(from) > 0 && from[0].same {
			return b.typeOf(from[0].operand.Value(), stack)
		}
	}
	space, ok := b.space(v.Type())
	if !ok {
		return nil, noSpace(op)
	}
	return b.unknownType(v.Type(), space), nil
}

func noSpace(op *ir.Operation) problem {
	return ir.Errorf(op.Loc(), "could not infer memory space")
}

// replaceByBuffers replaces an operation; tensors become buffers.
func (b *bufferizer) replaceByBuffers(op *ir.Operation, values ...*ir.Value) {
	at, loc := b.Save(), b.Loc
	replaced := slices.Clone(values)
	for i, r := range op.Results() {
		if isTensor(r.Type()) {
			b.After(op).Loc = values[i].Location()
			replaced[i] = b.toTensor(r.Type(), values[i])
		}
	}
	b.Loc = loc
	b.Restore(at)
	b.Replace(op, replaced...)
}

// alloc allocates a buffer.
func (b *bufferizer) alloc(t ir.Type, sizes []*ir.Value) *ir.Value {
	var alignment ir.Attribute
	if b.Alignment != 0 {
		alignment = b.Context().I64Attr(int64(b.Alignment))
	}
	return memref.NewAlloc(b, t, sizes, nil, alignment).Memref()
}

// sizesOf returns the dynamic extents of a buffer.
func (b *bufferizer) sizesOf(shape []int64, v *ir.Value) (sizes []*ir.Value) {
	for d, n := range shape {
		if n == ir.Dynamic {
			sizes = append(sizes, memref.NewDim(b, v, arith.ConstantIndex(b, int64(d))).Result())
		}
	}
	return sizes
}

// cast returns a buffer as a buffer of a type that is known to be the type at run time, too.
func (b *bufferizer) cast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	loc := b.Loc
	defer func() { b.Loc = loc }()
	b.Loc = v.Location()
	return memref.NewCast(b, t, v).Dest()
}

// castOrCopy returns a buffer of the wanted type with the same elements: the buffer itself if its layout surely fits,
// or a copy. It returns nil if neither is possible.
func (b *bufferizer) castOrCopy(v *ir.Value, want ir.Type) *ir.Value {
	to, ranked := want.(*ir.MemRefType)
	from, fromRanked := v.Type().(*ir.MemRefType)
	if !ranked || !fromRanked {
		if !memref.CastCompatible(v.Type(), want) {
			return nil
		}
		return b.cast(v, want)
	}
	if from.Elem != to.Elem || len(from.Dims) != len(to.Dims) {
		return nil
	}
	if memref.CastCompatible(from, to) && surelyFits(from, to) {
		return b.cast(v, want)
	}
	loc := b.Loc
	defer func() { b.Loc = loc }()
	b.Loc = v.Location()
	fresh := b.alloc(to, b.sizesOf(to.Dims, v))
	memref.NewCopy(b, v, fresh)
	return fresh
}

// surelyFits reports whether a cast makes no offset and no stride static.
func surelyFits(from, to *ir.MemRefType) bool {
	fromStrides, fromOffset, ok := from.StridesAndOffset()
	toStrides, toOffset, ok2 := to.StridesAndOffset()
	if !ok || !ok2 || fromOffset == ir.Dynamic && toOffset != ir.Dynamic {
		return false
	}
	for i, n := range fromStrides {
		if n == ir.Dynamic && toStrides[i] != ir.Dynamic {
			return false
		}
	}
	return true
}

// bufferizeArguments replaces the arguments of a block, and the operands that branches pass for them, by buffers.
func (b *bufferizer) bufferizeArguments(block *ir.Block) problem {
	types := slices.Clone(block.ArgTypes())
	for i, arg := range block.Args() {
		if !isTensor(arg.Type()) {
			continue
		}
		t, d := b.bufferType(arg)
		if d != nil {
			return d
		}
		types[i] = t
	}
	for i, arg := range block.Args() {
		old := arg.Type()
		if old == types[i] {
			continue
		}
		users := usesOf(arg)
		arg.SetType(types[i])
		if len(users) > 0 {
			b.AtStart(block).Loc = arg.Location()
			v := b.toTensor(old, arg)
			for _, u := range users {
				u.Set(v)
			}
		}
	}
	for pred := range block.Predecessors() {
		if d := b.passBuffers(pred.Back(), block, types); d != nil {
			return d
		}
	}
	return nil
}

// passBuffers makes a branch pass buffers of the given types to a block.
func (b *bufferizer) passBuffers(op *ir.Operation, block *ir.Block, types []ir.Type) problem {
	br := op.Def().Interfaces.Branch
	if br == nil {
		return op.Errorf("cannot bufferize ops with block references that do not implement BranchOpInterface")
	}
	for i := range op.NumSuccessors() {
		if op.Successor(i) != block {
			continue
		}
		lo, hi := br.Forwarded(op, i)
		for k := lo; k < hi; k++ {
			v := op.Operand(k)
			if v.Type() == types[k-lo] || !isTensor(v.Type()) {
				continue
			}
			t, d := b.bufferType(v)
			if d != nil {
				return d
			}
			b.afterValue(v)
			b.Loc = v.Location()
			op.SetOperand(k, b.cast(b.toBuffer(t, v), types[k-lo]))
		}
	}
	return nil
}

// passedAs lists the operands that branches pass for an argument of a block that is not the entry.
func passedAs(v *ir.Value) (list []source) {
	block := v.OwnerBlock()
	if block.IsEntry() {
		return nil
	}
	for _, u := range passedOperands(v) {
		list = append(list, source{operand: u, same: true, maybe: true})
	}
	return list
}

func passedOperands(v *ir.Value) (us []*ir.OpOperand) {
	block := v.OwnerBlock()
	for pred := range block.Predecessors() {
		op := pred.Back()
		br := op.Def().Interfaces.Branch
		if br == nil {
			continue
		}
		for i := range op.NumSuccessors() {
			if op.Successor(i) == block {
				lo, _ := br.Forwarded(op, i)
				us = append(us, op.OpOperand(lo+v.Index()))
			}
		}
	}
	return us
}

// passedType returns the type of the buffers that branches pass for an argument of a block.
func (b *bufferizer) passedType(v *ir.Value, stack []*ir.Value) (found ir.Type, _ problem) {
	for _, u := range passedOperands(v) {
		if slices.Contains(stack, u.Value()) {
			continue
		}
		t, d := b.typeOf(u.Value(), stack)
		if d != nil {
			return nil, d
		}
		switch {
		case found == nil:
			found = t
		case found == t:
		case ir.MemorySpace(found) != ir.MemorySpace(t):
			return nil, ownerOf(v).Errorf("incoming operands of block argument have inconsistent memory spaces")
		default:
			found = strided(v.Type(), ir.MemorySpace(found))
		}
	}
	if found == nil {
		return nil, ownerOf(v).Errorf("could not infer buffer type of block argument")
	}
	return found, nil
}
