package ir

import (
	"optc/diag"
	"slices"
)

// This file checks an operation against its definition, in the order of the verifiers
// that upstream generates (OpDefinitionsGen.cpp), with the messages of Operation.cpp and
// of the generated code.

// verifyDeclaration makes all checks that do not need valid nested operations.
func verifyDeclaration(op *Operation) *Diagnostic {
	op.def.prepare()
	for _, check := range op.def.checks {
		if d := check(op); d != nil {
			return d
		}
	}
	return nil
}

// declarationChecks returns the checks of verifyDeclaration that apply to the definition,
// in their order.
func (d *OpDef) declarationChecks() (checks []func(*Operation) *Diagnostic) {
	add := func(needed bool, check func(*Operation) *Diagnostic) {
		if needed {
			checks = append(checks, check)
		}
	}
	hasParent := func(c Constraint) bool { _, ok := c.(HasParent); return ok }
	add(true, verifyCounts)
	add(d.Traits&(AttrSizedOperandSegments|AttrSizedResultSegments) != 0, verifySegments)
	add(d.Traits&SingleBlock != 0 || slices.ContainsFunc(d.Constraints, hasParent), verifyStructure)
	add(len(d.Attrs) > 0, verifyAttrs)
	add(len(d.Operands) > 0 || len(d.Results) > 0, verifyTypes)
	add(len(d.Constraints) > 0, verifyRelations)
	add(len(d.Regions) > 0, verifyRegionSizes)
	for i := range traitChecks {
		add(d.Traits&traitChecks[i].trait != 0, traitChecks[i].check)
	}
	add(d.Interfaces.Branch != nil || d.Traits&Symbol != 0, verifyInterfaces)
	add(d.Verify != nil, d.Verify)
	return checks
}

// singleGroups counts the declarations with exactly one value.
func singleGroups(defs []ValueDef) (n int) {
	for i := range defs {
		if defs[i].Kind == Single {
			n++
		}
	}
	return n
}

func verifyCounts(op *Operation) *Diagnostic {
	d := op.def
	d.prepare()
	if len(d.Regions) > 0 || op.tail != nil {
		if diag := verifyRegionCount(op); diag != nil {
			return diag
		}
	}
	if all, single := len(d.Results), d.singleResults; single == all && len(op.results()) != all {
		switch all {
		case 0:
			return op.Errorf("requires zero results")
		case 1:
			return op.Errorf("requires one result")
		}
		return op.Errorf("expected %d results", all)
	} else if len(op.results()) < single {
		return op.Errorf("expected %d or more results", single)
	}
	if len(d.Successors) > 0 || op.tail != nil {
		if diag := verifySuccessorCount(op); diag != nil {
			return diag
		}
	}
	if all, single := len(d.Operands), d.singleOperands; single == all && len(op.operands()) != all {
		switch all {
		case 0:
			return op.Errorf("requires zero operands")
		case 1:
			return op.Errorf("requires a single operand")
		}
		return op.Errorf("expected %d operands, but found %d", all, len(op.operands()))
	} else if len(op.operands()) < single {
		return op.Errorf("expected %d or more operands, but found %d", single, len(op.operands()))
	}
	return nil
}

func verifyRegionCount(op *Operation) *Diagnostic {
	want, got := len(op.def.Regions), op.NumRegions()
	if want > 0 && op.def.Regions[want-1].Variadic {
		if got < want-1 {
			return op.Errorf("expected %d or more regions", want-1)
		}
		return nil
	}
	if want == got {
		return nil
	}
	switch want {
	case 0:
		return op.Errorf("requires zero regions")
	case 1:
		return op.Errorf("requires one region")
	}
	return op.Errorf("expected %d regions", want)
}

func verifySuccessorCount(op *Operation) *Diagnostic {
	want, got := len(op.def.Successors), op.NumSuccessors()
	switch {
	case want > 0 && op.def.Successors[want-1].Variadic:
		if got < want-1 {
			return op.Errorf("requires at least %d successors but found %d", want-1, got)
		}
	case want == got:
	case want == 1:
		return op.Errorf("requires 1 successor but found %d", got)
	default:
		return op.Errorf("requires %d successors but found %d", want, got)
	}
	for i := range got {
		if s := op.Successor(i); s == nil || s.region != op.ParentRegion() {
			return op.PlainErrorf("reference to block defined in another region")
		}
	}
	return nil
}

func verifySegments(op *Operation) *Diagnostic {
	if op.Has(AttrSizedOperandSegments) {
		if d := verifySegmentAttr(op, operandSegmentSizes, "operand", op.def.Operands, len(op.operands())); d != nil {
			return d
		}
	}
	if op.Has(AttrSizedResultSegments) {
		return verifySegmentAttr(op, resultSegmentSizes, "result", op.def.Results, len(op.results()))
	}
	return nil
}

func verifySegmentAttr(op *Operation, name, what string, groups []ValueDef, n int) *Diagnostic {
	a, _ := op.Attr(name).(*DenseArrayAttr)
	if a == nil || a.Elem != a.s.ctx.i32 {
		return op.Errorf("requires dense i32 array attribute '%s'", name)
	}
	total := int64(0)
	for i := range a.Len {
		s := a.int64At(i)
		if s < 0 {
			return op.Errorf("'%s' attribute cannot have negative elements", name)
		}
		total += s
	}
	if total != int64(n) {
		return op.Errorf("%s count (%d) does not match with the total size (%d) specified in attribute '%s'", what, n, total, name)
	}
	if a.Len != len(groups) {
		return op.Errorf("'%s' attribute for specifying %s segments must have %d elements, but got %d", name, what, len(groups), a.Len)
	}
	for g := range groups {
		if n := a.int64At(g); groups[g].Kind == Single && n != 1 {
			return op.Errorf("%s group '%s' requires 1 element, but found %d", what, groups[g].Name, n)
		}
	}
	return nil
}

// verifyStructure checks the traits that upstream calls structural.
func verifyStructure(op *Operation) *Diagnostic {
	if op.Has(SingleBlock) {
		for i := range op.NumRegions() {
			switch r := op.Region(i); {
			case r.Empty():
			case !r.HasOneBlock():
				return op.Errorf("expects region #%d to have 0 or 1 blocks", i)
			case !op.Has(NoTerminator) && r.first.Empty():
				return op.Errorf("expects a non-empty block")
			}
		}
	}
	for _, c := range op.def.Constraints {
		if parent, ok := c.(HasParent); ok {
			if d := parent.Check(op); d != nil {
				return d
			}
		}
	}
	return nil
}

func verifyAttrs(op *Operation) *Diagnostic {
	for i := range op.def.Attrs {
		def, a := &op.def.Attrs[i], op.Prop(i)
		switch {
		case a != nil:
			if def.Type != nil && def.Type.Check != nil && !def.Type.Check(a) {
				return op.Errorf("attribute '%s' failed to satisfy constraint: %s", def.Name, def.Type.Summary)
			}
		case !def.Optional && def.Default == nil:
			return op.Errorf("requires attribute '%s'", def.Name)
		}
	}
	return nil
}

func verifyTypes(op *Operation) *Diagnostic {
	if op.def.fixed {
		return verifySingleTypes(op)
	}
	for g := range op.def.Operands {
		lo, hi := op.OperandRange(g)
		if d := verifyGroup(op, "operand", &op.def.Operands[g], lo, hi); d != nil {
			return d
		}
		for i := lo; i < hi; i++ {
			if d := verifyType(op, "operand", i, &op.def.Operands[g], op.operands()[i].value.typ); d != nil {
				return d
			}
		}
	}
	for g := range op.def.Results {
		lo, hi := op.resultRange(g)
		if d := verifyGroup(op, "result", &op.def.Results[g], lo, hi); d != nil {
			return d
		}
		for i := lo; i < hi; i++ {
			if d := verifyType(op, "result", i, &op.def.Results[g], op.results()[i].typ); d != nil {
				return d
			}
		}
	}
	return nil
}

// verifySingleTypes is verifyTypes for operations whose groups all have one value.
func verifySingleTypes(op *Operation) *Diagnostic {
	for i := range op.operands() {
		if d := verifyType(op, "operand", i, &op.def.Operands[i], op.operands()[i].value.typ); d != nil {
			return d
		}
	}
	for i := range op.results() {
		if d := verifyType(op, "result", i, &op.def.Results[i], op.results()[i].typ); d != nil {
			return d
		}
	}
	return nil
}

func verifyGroup(op *Operation, what string, def *ValueDef, lo, hi int) *Diagnostic {
	if def.Kind == Optional && hi-lo > 1 {
		return op.Errorf("%s group starting at #%d requires 0 or 1 element, but found %d", what, lo, hi-lo)
	}
	return nil
}

func verifyType(op *Operation, what string, i int, def *ValueDef, t Type) *Diagnostic {
	if def.Type == nil || def.Type.Check == nil || def.Type.Check(t) {
		return nil
	}
	variadic := ""
	if def.Kind == Variadic {
		variadic = "variadic of "
	}
	d := op.Errorf("%s #%d must be %s%s, but got '%s'", what, i, variadic, def.Type.Summary, t)
	if meant := op.sibling(); meant != "" {
		d.HintNote(d.Loc, "for these types there is '%s'", meant)
	}
	return d
}

// sibling returns the operation with the most similar name in the same dialect that takes the
// types of op's operands and results, as arith.addf does for an arith.addi of floats; or "".
func (op *Operation) sibling() string {
	if op.def.dialect == nil {
		return ""
	}
	var names []string
	for _, def := range op.def.dialect.Definitions().Ops {
		if def != op.def && def.takes(op) {
			names = append(names, def.name)
		}
	}
	return diag.Suggest(op.Name(), names)
}

// takes reports whether the groups of the definition have one value each, and the types of
// op's operands and results satisfy them.
func (d *OpDef) takes(op *Operation) bool {
	d.prepare() // an operation that the program does not use is not prepared yet
	if !d.fixed || len(d.Operands) != op.NumOperands() || len(d.Results) != op.NumResults() {
		return false
	}
	allows := func(def *ValueDef, v *Value) bool {
		return def.Type == nil || def.Type.Check == nil || def.Type.Check(v.typ)
	}
	for i, v := range op.OperandList() {
		if !allows(&d.Operands[i], v) {
			return false
		}
	}
	for i, v := range op.ResultList() {
		if !allows(&d.Results[i], v) {
			return false
		}
	}
	return true
}

func verifyRelations(op *Operation) *Diagnostic {
	for _, c := range op.def.Constraints {
		if _, structural := c.(HasParent); structural {
			continue
		}
		if d := c.Check(op); d != nil {
			return d
		}
	}
	return nil
}

func verifyRegionSizes(op *Operation) *Diagnostic {
	for i := range op.NumRegions() {
		def := &op.def.Regions[min(i, len(op.def.Regions)-1)]
		switch r := op.Region(i); {
		case def.SingleBlock && !r.HasOneBlock():
			return op.Errorf("region #%d ('%s') failed to verify constraint: region with 1 blocks", i, def.Name)
		case def.NonEmpty && r.Empty():
			return op.Errorf("region #%d ('%s') failed to verify constraint: region with at least 1 blocks", i, def.Name)
		}
	}
	return nil
}

// verifyInterfaces checks branches and symbols.
func verifyInterfaces(op *Operation) *Diagnostic {
	if br := op.def.Interfaces.Branch; br != nil {
		for i := range op.NumSuccessors() {
			if d := verifyBranch(op, br, i); d != nil {
				return d
			}
		}
	}
	if op.Has(Symbol) {
		return verifySymbol(op)
	}
	return nil
}

// verifyDestStyle requires destinations to be tensors or memrefs, and a result of the
// same type for each tensor (DestinationStyleOpInterface.cpp).
func verifyDestStyle(op *Operation) *Diagnostic {
	lo, hi := op.def.Interfaces.DestStyle.Inits(op)
	var tensors []int
	for i := lo; i < hi; i++ {
		switch op.operands()[i].value.typ.(type) {
		case *TensorType, *UnrankedTensorType:
			tensors = append(tensors, i)
		case *MemRefType, *UnrankedMemRefType:
		default:
			return op.Errorf("expected that operand #%d is a tensor or a memref", i)
		}
	}
	results := 0
	for i := range op.results() {
		if AnyTensor.Check(op.results()[i].typ) {
			results++
		}
	}
	if results != len(tensors) {
		return op.Errorf("expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", results, len(tensors))
	}
	for _, i := range tensors {
		if o, r := op.operands()[i].value.typ, op.results()[i-lo].typ; o != r {
			return op.Errorf("expected type of operand #%d ('%s') to match type of corresponding result ('%s')", i, o, r)
		}
	}
	return nil
}

func verifyBranch(op *Operation, br *Branch, i int) *Diagnostic {
	dest := op.Successor(i)
	lo, hi := br.Forwarded(op, i)
	if hi-lo != len(dest.args) {
		return op.PlainErrorf("branch has %d operands for successor #%d, but target block has %d", hi-lo, i, len(dest.args))
	}
	for k, arg := range dest.args {
		if op.operands()[lo+k].value.typ != arg.typ {
			return op.PlainErrorf("type mismatch for bb argument #%d of successor #%d", k, i)
		}
	}
	return nil
}

const (
	symName       = "sym_name"
	symVisibility = "sym_visibility"
)

func verifySymbol(op *Operation) *Diagnostic {
	name := op.Attr(symName)
	if i := op.def.AttrIndex(symName); name == nil && i >= 0 && i < len(op.def.Attrs) && op.def.Attrs[i].Optional {
		return nil
	}
	if _, ok := name.(*StringAttr); !ok {
		return op.Errorf("requires string attribute '%s'", symName)
	}
	public := true
	if a := op.Attr(symVisibility); a != nil {
		vis, ok := a.(*StringAttr)
		if !ok {
			return op.Errorf("requires visibility attribute '%s' to be a string attribute, but got %s", symVisibility, a)
		}
		if !slices.Contains([]string{"public", "private", "nested"}, vis.Value) {
			return op.Errorf("visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %s", vis)
		}
		public = vis.Value == "public"
	}
	if public && isDeclaration(op) {
		return op.Errorf("symbol declaration cannot have public visibility")
	}
	if p := op.Parent(); p != nil && !p.Has(SymbolTable) && p.def.Registered() {
		return op.Errorf("symbol's parent must have the SymbolTable trait")
	}
	return nil
}

// isDeclaration reports whether a callable operation has no body.
func isDeclaration(op *Operation) bool {
	c := op.def.Interfaces.Callable
	if c == nil || !c.Declared {
		return false
	}
	r := c.Region(op)
	return r == nil || r.Empty()
}
