package num

// IsPermutation reports whether a list has each number from 0 to its length less one once.
func IsPermutation[T int | int64](list []T) bool {
	seen := make([]bool, len(list))
	for _, d := range list {
		if d < 0 || int64(d) >= int64(len(list)) || seen[d] {
			return false
		}
		seen[d] = true
	}
	return true
}
