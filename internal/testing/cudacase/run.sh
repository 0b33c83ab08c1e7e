#!/bin/sh
# Compiles the host program of every case beside this script, runs it, and compares its results
# with the expected ones; one line for each case. CUDA names the folder of CUDA.
cd "$(dirname "$0")" || exit 1
CUDA="${CUDA:-/usr/local/cuda}"
LIBRARY="${LIBRARY:-}" # further options for the linker, such as -L
export CUDA LIBRARY
ls -d */ | xargs -P "$(nproc)" -I{} sh -c 'cd {} && g++ -std=c++17 -O0 -I"$CUDA/include" -o run main.cpp $LIBRARY -L"$CUDA/lib64/stubs" -lcuda >compile.log 2>&1'
for d in */; do
  name="${d%/}"
  if ! [ -x "$d/run" ]; then
    echo "$name: not compiled: $(grep -m1 error "$d/compile.log")"
    continue
  fi
  if ! (cd "$d" && timeout 60 ./run $(cat arguments) >run.log 2>&1); then
    echo "$name: FAILED to run: $(head -c 300 "$d/run.log" | tr '\n' ' ')"
    continue
  fi
  echo "$name: $(cd "$d" && python3 ../compare.py 2>&1 | tail -n 1)"
done
