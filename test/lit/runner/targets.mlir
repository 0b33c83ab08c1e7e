// RUN: optc help targets | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=ALL
// RUN: optc help toy4k | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=TOY

// The targets of all families, and the figures of one.
// ALL:targets of build and run (optc help <name> says more):
// ALL-NEXT:  bm1682    64 NPUs with 262144 bytes each
// ALL-NEXT:  bm1684    64 NPUs with 524288 bytes each
// ALL-NEXT:  bm1684x   64 NPUs with 262144 bytes each
// ALL-NEXT:  bm1684x2  16 NPUs with 262144 bytes each
// ALL-NEXT:  bm1688    32 NPUs with 131072 bytes each
// ALL-NEXT:  bm1690    64 NPUs with 262144 bytes each
// ALL-NEXT:  bm1690e   64 NPUs with 262144 bytes each
// ALL-NEXT:  bm1822    8 NPUs with 32768 bytes each
// ALL-NEXT:  bm1880    32 NPUs with 65536 bytes each
// ALL-NEXT:  bm1880v2  32 NPUs with 32768 bytes each
// ALL-NEXT:  bow       1472 tiles of 638976 bytes from 0x4c000, 6 workers each
// ALL-NEXT:  cpu       runs vertices natively; has no images
// ALL-NEXT:  cv180x    2 NPUs with 32768 bytes each
// ALL-NEXT:  cv181x    8 NPUs with 32768 bytes each
// ALL-NEXT:  cv182x    8 NPUs with 32768 bytes each
// ALL-NEXT:  cv183x    32 NPUs with 32768 bytes each
// ALL-NEXT:  cv184x    8 NPUs with 65536 bytes each
// ALL-NEXT:  cv186x    32 NPUs with 131072 bytes each
// ALL-NEXT:  gfx1100   AMD RX 7900, subgroups of 32 lanes
// ALL-NEXT:  gfx1200   AMD RX 9060, subgroups of 32 lanes
// ALL-NEXT:  gfx1201   AMD RX 9070, subgroups of 32 lanes
// ALL-NEXT:  gfx90a    AMD MI200, subgroups of 64 lanes
// ALL-NEXT:  gfx942    AMD MI300, subgroups of 64 lanes
// ALL-NEXT:  gfx950    AMD MI350, subgroups of 64 lanes
// ALL-NEXT:  ipu1      1216 tiles of 262144 bytes from 0x40000, 6 workers each
// ALL-NEXT:  ipu2      1472 tiles of 638976 bytes from 0x4c000, 6 workers each
// ALL-NEXT:  ipu21     1472 tiles of 638976 bytes from 0x4c000, 6 workers each
// ALL-NEXT:  odd7      7 NPUs with 1792 bytes each
// ALL-NEXT:  sg2260    64 NPUs with 262144 bytes each
// ALL-NEXT:  sg2380    32 NPUs with 131072 bytes each
// ALL-NEXT:  sgtpuv8   8 NPUs with 65536 bytes each
// ALL-NEXT:  sm_100    NVIDIA B200, subgroups of 32 lanes
// ALL-NEXT:  sm_120    NVIDIA RTX 5090, subgroups of 32 lanes
// ALL-NEXT:  sm_80     NVIDIA A100, subgroups of 32 lanes
// ALL-NEXT:  sm_86     NVIDIA A10, A40, subgroups of 32 lanes
// ALL-NEXT:  sm_89     NVIDIA L4, L40S, subgroups of 32 lanes
// ALL-NEXT:  sm_90     NVIDIA H100, H200, subgroups of 32 lanes
// ALL-NEXT:  toy4      4 NPUs with 1024 bytes each
// ALL-NEXT:  toy4k     4 NPUs with 4096 bytes each
// ALL-NEXT:  toy4n1    4 NPUs with 4096 bytes each
// ALL-NEXT:  toy8      8 NPUs with 2048 bytes each

// TOY:target toy4k: 4 NPUs with 4096 bytes each
// TOY-NEXT:  Its kernels are written with OKKernel (okk_*).
// TOY-NEXT:  Fields, which #okk.machine<toy4k, field = value> overrides in the text:
// TOY-NEXT:    npus = 4                 number of NPUs
// TOY-NEXT:    npu_bytes = 4096         bytes of local memory in one NPU
// TOY-NEXT:    align = 128              alignment unit of the aligned layout in bytes
// TOY-NEXT:    banks = 8                banks of the memory of each NPU
// TOY-NEXT:    base = 0                 absolute address of local memory, for printing only
// TOY-NEXT:    batch_max = 65535        largest N of a compute operand
// TOY-NEXT:    dim_max = 65535          largest H and W of a compute operand
// TOY-NEXT:    chan_max = 4095          largest C of a compute operand
// TOY-NEXT:    matrix_cols_max = 65535  largest number of columns of one matrix copy
