package layout

// Permuted returns, for each dimension of a transposed vector, the dimension it comes from.
func Permuted(perm []int64) []int {
	src := make([]int, len(perm))
	for d, p := range perm {
		src[d] = int(p)
	}
	return src
}

// Kept returns the dimensions that stay when those with drop are removed.
func Kept(drop []bool) []int {
	src := []int{}
	for d := range drop {
		if !drop[d] {
			src = append(src, d)
		}
	}
	return src
}
