package tune

import "sync"

// costs keeps parts of bounds that many candidates share.
type costs struct {
	accesses memo[accessing]
	changes  memo[change]
}

// memo keeps numbers by key for several threads.
type memo[K comparable] struct {
	mu    sync.Mutex
	known map[K]int64
}

// get returns the number of a key. Two threads may count the same number at the same time.
func (m *memo[K]) get(key K, count func() int64) int64 {
	m.mu.Lock()
	n, known := m.known[key]
	m.mu.Unlock()
	if known {
		return n
	}
	n = count()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[K]int64{}
	}
	m.known[key] = n
	return n
}
