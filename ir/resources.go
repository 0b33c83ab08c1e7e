package ir

import (
	"fmt"
	"sync"
)

// Resource is a blob of bytes that attributes refer to by key. It is written in the resource
// section at the end of a file, {-# dialect_resources … #-}.
type Resource struct {
	Key string
	// Align is the alignment of the data in bytes, a power of two, or 0.
	Align uint32
	// Data is the content; nil while the key was only referred to.
	Data []byte
}

// Resources holds the resources of a context by key. They belong to the builtin
// dialect, and dense_resource attributes refer to them. It is safe for concurrent use.
type Resources struct {
	mu  sync.Mutex
	all map[string]*Resource
}

// Declare adds an empty resource. If the key is in use, a number is appended to
// it, so that two files may use the same key.
func (r *Resources) Declare(key string) *Resource {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[string]*Resource{}
	}
	unique := key
	for i := 1; r.all[unique] != nil; i++ {
		unique = fmt.Sprintf("%s_%d", key, i)
	}
	res := &Resource{Key: unique}
	r.all[unique] = res
	return res
}

// Get returns the resource of a key, or nil.
func (r *Resources) Get(key string) *Resource {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all[key]
}
