package standard

import "optc/ir"

// knownOps is a hash table of operations by their computation, with scopes. The zero
// value is an empty table; a table without open scopes is empty.
type knownOps struct {
	entries []knownOp // entries in the order of insertion
	heads   []int32   // for each bucket, one more than the number of its first entry; the number of buckets is a power of two
	scopes  []int     // number of entries at the start of each open scope
}

type knownOp struct {
	op   *ir.Operation
	hash uint64
	next int32 // as in heads; older entries of the bucket
}

// minBuckets is the size of the smallest table, enough for most functions.
const minBuckets = 256

func (k *knownOps) open() { k.scopes = append(k.scopes, len(k.entries)) }

// close removes the entries that were inserted since the scope was opened.
func (k *knownOps) close() {
	start := k.scopes[len(k.scopes)-1]
	k.scopes = k.scopes[:len(k.scopes)-1]
	for i := len(k.entries) - 1; i >= start; i-- {
		*k.head(k.entries[i].hash) = k.entries[i].next
	}
	clear(k.entries[start:])
	k.entries = k.entries[:start]
}

func (k *knownOps) head(hash uint64) *int32 { return &k.heads[hash&uint64(len(k.heads)-1)] }

func (k *knownOps) insert(op *ir.Operation, hash uint64) {
	if len(k.entries) >= len(k.heads) {
		k.heads = make([]int32, max(minBuckets, 2*len(k.heads)))
		for i := range k.entries {
			k.link(i)
		}
	}
	k.entries = append(k.entries, knownOp{op: op, hash: hash})
	k.link(len(k.entries) - 1)
}

// link inserts entry i at the front of its bucket.
func (k *knownOps) link(i int) {
	head := k.head(k.entries[i].hash)
	k.entries[i].next = *head
	*head = int32(i + 1)
}

// lookup returns the most recently inserted operation that computes the same as
// op, which has that hash, or nil.
func (k *knownOps) lookup(op *ir.Operation, hash uint64) *ir.Operation {
	if len(k.heads) == 0 {
		return nil
	}
	for i := *k.head(hash); i > 0; {
		e := &k.entries[i-1]
		if e.hash == hash && ir.Equivalent(e.op, op, ir.SameValue) {
			return e.op
		}
		i = e.next
	}
	return nil
}
