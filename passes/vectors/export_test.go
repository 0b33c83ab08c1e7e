package vectors

import "optc/ir"

// FormElements returns the elements that the form of an index vector gives for values of
// the scalars that it mentions; ok is false if it has no form.
func FormElements(root *ir.Operation, v *ir.Value, valueOf func(v *ir.Value, unsigned bool) int64) (elements []int64, ok bool) {
	f, ok := newIndexForms(rangesOf(root)).of(v)
	if !ok {
		return nil, false
	}
	for _, e := range f.table {
		for _, t := range f.terms {
			e += t.Factor * valueOf(t.Value.value, t.Value.unsigned)
		}
		elements = append(elements, e)
	}
	return elements, true
}
