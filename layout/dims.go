package layout

// Permuted returns, for each dimension of a transposed vector, the dimension that it comes from.
func Permuted(perm []int64) []int {
	src := make([]int, len(perm))
	for d, p := range perm {
		src[d] = int(p)
	}
	return src
}

// Kept returns the dimensions that remain when the dimensions with drop are removed.
func Kept(drop []bool) []int {
	src := []int{}
	for d := range drop {
		if !drop[d] {
			src = append(src, d)
		}
	}
	return src
}
