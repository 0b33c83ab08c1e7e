package okk_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// publicEnv names a folder of C files for TPUKernel, such as firmware_core/src of sophgo/torch-tpu.
const publicEnv = "TPU_SOURCES"

var (
	comments   = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	definition = regexp.MustCompile(`(?m)^(?:static |inline |INLINE )*[a-zA-Z_][\w \*]*?\b(\w+)\s*\([^;{}]*\)\s*\{`)
	word       = regexp.MustCompile(`\b[a-zA-Z_]\w*\b`)
	operations = regexp.MustCompile(`^tpu_(bdc|gdma|hau|sdma|cdma)_\w+$`)
)

// otherNames are functions of TPUKernel that compute or move what exported functions do: an element type as argument, two
// functions at once, or numbers that the compiler of a kernel knows.
var otherNames = map[string]string{
	"tpu_bdc_fp_exp":                  "tpu_bdc_fp32_exp",
	"tpu_bdc_fp_expm1":                "tpu_bdc_fp32_expm1",
	"tpu_bdc_fp_erf":                  "tpu_bdc_fp32_erf",
	"tpu_bdc_fp_erfc":                 "tpu_bdc_fp32_erfc",
	"tpu_bdc_fp_log":                  "tpu_bdc_fp32_log",
	"tpu_bdc_fp_div":                  "tpu_bdc_fp32_div",
	"tpu_bdc_fp_sqrt":                 "tpu_bdc_fp32_sqrt",
	"tpu_bdc_fp_sqrt_v2":              "tpu_bdc_fp32_sqrt",
	"tpu_bdc_fp_rsqrt":                "tpu_bdc_fp32_rsqrt",
	"tpu_bdc_fp_reciprocal_v2":        "tpu_bdc_fp32_reciprocal",
	"tpu_bdc_fp32_tunable_rsqrt":      "tpu_bdc_fp32_rsqrt",
	"tpu_bdc_fp32_tunable_reciprocal": "tpu_bdc_fp32_reciprocal",
	"tpu_bdc_fp_square":               "tpu_bdc_fp_mul",
	"tpu_bdc_addcmul":                 "tpu_bdc_fp32_mac",
	"tpu_bdc_load_fp_exp_coeff":       "tpu_bdc_load_fp32_exp_coeff",
	"tpu_bdc_load_fp_erf_coeff":       "tpu_bdc_load_fp32_erf_coeff",
	"tpu_bdc_load_fp_log_coeff":       "tpu_bdc_load_fp32_log_coeff",
	"tpu_bdc_wc_trans":                "tpu_bdc_cw_trans",      // the same exchange on another unit
	"tpu_gdma_cpy_nc_trans_S2S":       "tpu_gdma_cpy_S2S",      // okk.permute of the source
	"tpu_gdma_cpy_nc_trans_L2S":       "tpu_gdma_cpy_L2S",      // okk.permute of the destination
	"tpu_gdma_system_set":             "tpu_gdma_set_C_system", // okk.fill
	"tpu_gdma_shape_limit":            "",
	"tpu_gdma_get_filter_num":         "",
}

// copiesText is a kernel with each movement of the copy engine.
const copiesText = `okk.kernel @copies {
  %x = okk.sys_buffer "x" = dense<1.0> : tensor<2x3x4x5xf32> : !okk.sys<2x3x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<2x3x4x5xf32, continuous>
  %z = okk.sys_buffer "z" : !okk.sys<3x2x4x5xf32, continuous>
  %p = okk.permute %x [1, 0, 2, 3] : !okk.sys<2x3x4x5xf32, continuous> to !okk.sys<3x2x4x5xf32, strides[20, 60, 5, 1]>
  %m = okk.sys_buffer "m" = dense<1.0> : tensor<2x40xf32> : !okk.sysmatrix<2x40xf32, row_stride = 40>
  %a = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<2x3x4x5xf32, compact, start = 2>
  %c = okk.alloc : !okk.matrix<2x40xf32, w = 10>
  okk.fill %y, 1.5 : f32 : !okk.sys<2x3x4x5xf32, continuous>
  okk.sys_copy %x to %y : !okk.sys<2x3x4x5xf32, continuous> to !okk.sys<2x3x4x5xf32, continuous>
  okk.sys_copy %p to %z : !okk.sys<3x2x4x5xf32, strides[20, 60, 5, 1]> to !okk.sys<3x2x4x5xf32, continuous>
  %e = okk.permute %x [0, 3, 2, 1] : !okk.sys<2x3x4x5xf32, continuous> to !okk.sys<2x5x4x3xf32, strides[60, 1, 5, 20]>
  %f = okk.permute %y [0, 3, 2, 1] : !okk.sys<2x3x4x5xf32, continuous> to !okk.sys<2x5x4x3xf32, strides[60, 1, 5, 20]>
  %d = okk.alloc : !okk.local<2x5x4x3xf32, aligned>
  okk.load %e to %d : !okk.sys<2x5x4x3xf32, strides[60, 1, 5, 20]> to !okk.local<2x5x4x3xf32, aligned>
  okk.store %d to %f : !okk.local<2x5x4x3xf32, aligned> to !okk.sys<2x5x4x3xf32, strides[60, 1, 5, 20]>
  %g = okk.sys_buffer "g" : !okk.sys<2x5x4x3xf32, continuous>
  okk.sys_copy %e to %g : !okk.sys<2x5x4x3xf32, strides[60, 1, 5, 20]> to !okk.sys<2x5x4x3xf32, continuous>
  okk.fill %a, 1.5 : f32 : !okk.local<2x3x4x5xf32, aligned>
  okk.load %x to %a : !okk.sys<2x3x4x5xf32, continuous> to !okk.local<2x3x4x5xf32, aligned>
  okk.copy %a to %b : !okk.local<2x3x4x5xf32, aligned> to !okk.local<2x3x4x5xf32, compact, start = 2>
  okk.store %b to %y : !okk.local<2x3x4x5xf32, compact, start = 2> to !okk.sys<2x3x4x5xf32, continuous>
  okk.load %m to %c : !okk.sysmatrix<2x40xf32, row_stride = 40> to !okk.matrix<2x40xf32, w = 10>
  okk.store %c to %m : !okk.matrix<2x40xf32, w = 10> to !okk.sysmatrix<2x40xf32, row_stride = 40>
}
`

// exportedNames returns the functions of TPUKernel that export writes: for each kernel of the groups of TestTPUModel, of those that
// differ in nothing but types and numbers only the first, and for the copies.
func exportedNames(t *testing.T) map[string]bool {
	names, seen := map[string]bool{}, map[string]bool{}
	add := func(text, name string) {
		for _, file := range compileKernel(t, text, "bm1684x", name).files {
			for _, f := range tpuNames.FindAllString(string(file), -1) {
				names[f] = true
			}
		}
	}
	add(copiesText, "copies")
	for _, group := range slices.Sorted(maps.Keys(tpuGroups)) {
		var parts []tpuPart
		for _, p := range tpuGroups[group]() {
			kind := strings.Join(slices.DeleteFunc(strings.Fields(p.title), func(w string) bool {
				return slices.Contains(tpuFloats, w) || slices.Contains(tpuInts, w)
			}), " ")
			if group == "integer" || group == "cast" {
				kind = strings.Fields(p.title)[0] + p.title[strings.LastIndexByte(p.title, ' '):]
			}
			if kind = group + " " + kind; !seen[kind] {
				seen[kind] = true
				parts = append(parts, p)
			}
		}
		for some := range slices.Chunk(parts, joinedParts) {
			add(joinParts(group, some), group)
		}
	}
	return names
}

// usedFunctions returns the functions of TPUKernel that each C file uses, itself or through functions of the folder.
func usedFunctions(t *testing.T, folder string) map[string]map[string]bool {
	files, err := filepath.Glob(filepath.Join(folder, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: expected C files in the folder (%v)", folder, err)
	}
	texts, bodies := map[string]string{}, map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := comments.ReplaceAllString(string(data), "")
		texts[filepath.Base(file)] = text
		for _, at := range definition.FindAllStringSubmatchIndex(text, -1) {
			bodies[text[at[2]:at[3]]] = text[at[1]:bodyEnd(text, at[1])]
		}
	}
	all := map[string]map[string]bool{}
	for name, text := range texts {
		used, followed := map[string]bool{}, map[string]bool{}
		var follow func(text string)
		follow = func(text string) {
			for _, w := range word.FindAllString(text, -1) {
				if body, ok := bodies[w]; ok {
					if !followed[w] {
						followed[w] = true
						follow(body)
					}
				} else if operations.MatchString(w) {
					used[w] = true
				}
			}
		}
		if follow(text); len(used) > 0 {
			all[name] = used
		}
	}
	return all
}

// bodyEnd returns the end of the body that begins at a position, after its brace.
func bodyEnd(text string, at int) int {
	depth := 1
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// TestPublicC lists, for a folder of C files for TPUKernel, the functions that export writes in no kernel.
func TestPublicC(t *testing.T) {
	folder := os.Getenv(publicEnv)
	if folder == "" {
		t.Skipf("%s does not name a folder of C files for TPUKernel", publicEnv)
	}
	exported := exportedNames(t)
	for name, as := range otherNames {
		if as != "" && !exported[as] {
			t.Errorf("%s is said as %s, which export does not write", name, as)
		}
	}
	used, said := usedFunctions(t, folder), 0
	for _, file := range slices.Sorted(maps.Keys(used)) {
		missing := slices.DeleteFunc(slices.Sorted(maps.Keys(used[file])), func(f string) bool {
			_, other := otherNames[f]
			return exported[f] || other
		})
		if len(missing) == 0 {
			said++
			continue
		}
		t.Logf("%s: %s", file, strings.Join(missing, ", "))
	}
	t.Logf("%d of %d files use only functions that export writes", said, len(used))
}
