package tune

import "sync"

// costs keeps parts of bounds that many candidates share.
type costs struct {
	accesses memo[accessing, int64]
	changes  memo[conversion, int64]
}

// memo keeps values by key for several threads.
type memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]V
}

// get returns the value of a key. Two threads may compute the same value at the same time; both get
// the value that is kept first.
func (m *memo[K, V]) get(key K, compute func() V) V {
	m.mu.Lock()
	v, known := m.known[key]
	m.mu.Unlock()
	if known {
		return v
	}
	v = compute()
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, known := m.known[key]; known {
		return first
	}
	if m.known == nil {
		m.known = map[K]V{}
	}
	m.known[key] = v
	return v
}
