// Package lowering has the interface by which an operation answers how it is lowered for a target,
// which is a family of hardware or a chip:
//
//	              ┌ Rewrite: other operations, which have answers of their own
//	toy.clamp  →  ┼ Native:  the target's own tools lower it as it is
//	              └ Text:    its text in a language of the target, such as C++
//
// An operation of any dialect answers by a line in its definition:
//
//	Implements: []ir.Implementation{lowering.By(lowering.As("gpu", lowerClamp))},
package lowering

import (
	"slices"

	"optc/ir"
)

// Target lists the names of the target that code is made for, from the most specific to the most
// general: a chip, the maker of the chip, the family. The answer for a special name wins.
//
//	lowering.Target{"sm_80", "nvidia", "gpu"}
type Target []string

// Way is one answer of an operation for the targets with a name. One of the other fields is set.
type Way struct {
	For string // a chip, a maker, or a family

	// Rewrite replaces op by other operations, which it inserts before op with rw, and reports whether
	// it did.
	Rewrite func(rw *ir.Rewriter, op *ir.Operation) bool

	// Native reports whether the target's own tools lower op as it is.
	Native func(op *ir.Operation) bool

	// Text writes op in Language.
	Language string
	Text     Text
}

// Text writes an operation on numbers in a language. The operands are expressions or registers, and
// so are the results; there is one for each result of the operation. An operation on vectors is
// written for their elements: the operands are the elements at one position.
type Text func(w Writer, op *ir.Operation, operands []string) (results []string)

// Writer is a program in some language that Text writes to.
type Writer interface {
	// Type returns the name of a numeric type: int32_t in C++, s32 in PTX.
	Type(t ir.Type) string
	// Name returns a new name of a variable or of a register, which nothing else in the program has.
	Name(hint string) string
	// Line writes a statement or an instruction.
	Line(format string, args ...any)
}

// Ways is implemented by operations with answers.
var Ways = ir.NewInterface[[]Way]("lowering")

// By returns an implementation of Ways, for the field Implements of a definition and for models.
func By(ways ...Way) ir.Implementation { return Ways.By(ways) }

// As returns the way for a target that replaces an operation by other operations.
func As(target string, rewrite func(rw *ir.Rewriter, op *ir.Operation) bool) Way {
	return Way{For: target, Rewrite: rewrite}
}

// Native returns the way for a target whose own tools lower an operation.
func Native(target string) Way {
	return NativeIf(target, func(*ir.Operation) bool { return true })
}

// NativeIf returns the way for a target whose own tools lower some operations of a kind.
func NativeIf(target string, lowered func(op *ir.Operation) bool) Way {
	return Way{For: target, Native: lowered}
}

// Never returns the way for a target whose own tools do not lower an operation, although they
// lower others of its dialect.
func Never(target string) Way {
	return NativeIf(target, func(*ir.Operation) bool { return false })
}

// In returns the way for a target that writes an operation in a language.
func In(target, language string, text Text) Way {
	return Way{For: target, Language: language, Text: text}
}

// find returns the way of an operation for which has holds, for the most specific name of a target, or nil.
func (t Target) find(op *ir.Operation, has func(w *Way) bool) *Way {
	ways, _ := Ways.Of(op)
	for _, name := range t {
		for i := range ways {
			if w := &ways[i]; w.For == name && has(w) {
				return w
			}
		}
	}
	return nil
}

// IsNative reports whether the target's own tools lower an operation as it is; known is false if
// the definition of the operation does not answer.
func (t Target) IsNative(op *ir.Operation) (native, known bool) {
	w := t.find(op, func(w *Way) bool { return w.Native != nil })
	if w == nil {
		return false, false
	}
	return w.Native(op), true
}

// Text returns the function that writes an operation in a language, or nil.
func (t Target) Text(op *ir.Operation, language string) Text {
	w := t.find(op, func(w *Way) bool { return w.Text != nil && w.Language == language })
	if w == nil {
		return nil
	}
	return w.Text
}

// Languages returns the languages in which an operation has a text, sorted.
func (t Target) Languages(op *ir.Operation) (list []string) {
	ways, _ := Ways.Of(op)
	for _, w := range ways {
		if w.Text != nil && slices.Contains(t, w.For) && !slices.Contains(list, w.Language) {
			list = append(list, w.Language)
		}
	}
	slices.Sort(list)
	return list
}

// mostRounds bounds the rounds of replacement: an operation is replaced by others, which are
// replaced in the next round.
const mostRounds = 64

// Lower replaces the operations in root that have a rewrite for the target, and then the replacing
// operations likewise, and reports whether it replaced any.
func (t Target) Lower(rw *ir.Rewriter, root *ir.Operation) (changed bool, err *ir.Diagnostic) {
	var at ir.Location
	var name string
	for range mostRounds {
		var list []*ir.Operation
		var rewrites []func(rw *ir.Rewriter, op *ir.Operation) bool
		ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
			if w := t.find(op, func(w *Way) bool { return w.Rewrite != nil }); w != nil && op != root {
				list, rewrites = append(list, op), append(rewrites, w.Rewrite)
			}
			return ir.Advance
		})
		again := false
		for i, op := range slices.Backward(list) { // inner operations first: the rewrite of an outer one may drop them
			at, name = op.Loc(), op.Name()
			rw.Before(op).Loc = op.Loc()
			again = rewrites[i](rw, op) || again
		}
		if !again {
			return changed, nil
		}
		changed = true
	}
	return changed, ir.Errorf(at, "'%s' op has a lowering for %s that makes operations with a lowering again, %d times", name, t[len(t)-1], mostRounds)
}
