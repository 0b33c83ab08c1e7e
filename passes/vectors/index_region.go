package vectors

import (
	"fmt"
	"slices"

	"optc/ir"
	"optc/num"
)

// RegionIndex is a scalar that a block computes from its arguments.
type RegionIndex struct {
	Known   int64  // the known part; scalars are added to it
	Unknown string // the added scalars: equal texts are equal sums; "" if there are none
	Grain   int64  // the sum of the added scalars is a multiple of Grain, which is 0 if there are no scalars
}

// Yielded returns the operands, which are indices and i1, of the last operation of body, given the numbers at as its arguments.
// Unknown scalars that body defines may differ between executions, so that Unknown names them with the arguments.
func (x *Indices) Yielded(body *ir.Block, at []int64) (list []RegionIndex) {
	defer x.forgetValues(body)
	for k, v := range at {
		x.forms.known[body.Arg(k)] = constantForm(64, nil, []int64{v})
	}
	for op := range body.Ops() {
		x.foldScalars(op)
	}
	for _, v := range body.Back().Operands() {
		f, _ := x.forms.of(v) // a scalar has a form
		index := RegionIndex{Known: f.table[0]}
		var terms []string
		for _, t := range f.terms {
			term := fmt.Sprintf("%d %p %t", t.Factor, t.Value.value, t.Value.unsigned)
			if t.Value.value.ParentBlock() == body {
				term += fmt.Sprint(at)
			}
			terms = append(terms, term)
			index.Grain = num.GCD(index.Grain, t.Factor)
		}
		slices.Sort(terms)
		if len(terms) > 0 {
			index.Unknown = fmt.Sprint(terms)
		}
		list = append(list, index)
	}
	return list
}

// forgetValues drops the forms of the values that a block defines.
func (x *Indices) forgetValues(body *ir.Block) {
	for _, v := range body.Args() {
		delete(x.forms.known, v)
	}
	for op := range body.Ops() {
		for _, v := range op.Results() {
			delete(x.forms.known, v)
		}
	}
}

// foldScalars notes the results of an operation on known scalars, by the fold of its definition, which changes nothing in place
// if all operands are constants and no extent of a basis is an operand.
func (x *Indices) foldScalars(op *ir.Operation) {
	d := op.Def()
	folds := d.Traits&ir.Elementwise != 0
	if based, ok := op.Typed().(interface{ DynamicBasis() []*ir.Value }); ok {
		folds = len(based.DynamicBasis()) == 0
	}
	if d.Fold == nil || !folds {
		return
	}
	var attrs []ir.Attribute
	for _, v := range op.Operands() {
		f, ok := x.forms.of(v)
		if _, isVector := v.Type().(*ir.VectorType); isVector || !ok || !f.isConstant() {
			return
		}
		attrs = append(attrs, f.denseOf(v.Type().Context(), v.Type()))
	}
	folded := d.Fold(op, attrs)
	if len(folded.Results) != op.NumResults() || folded.InPlace {
		return
	}
	for i, r := range folded.Results {
		if f, ok := x.forms.foldedTo(r); ok {
			x.forms.known[op.Result(i)] = f
		}
	}
}

// foldedTo returns the form of the result of a fold.
func (fs *indexForms) foldedTo(r ir.FoldedValue) (*indexForm, bool) {
	if r.Attr != nil {
		return formOfConstant(r.Attr)
	}
	return fs.of(r.Value)
}
