# Runs this folder under LLVM's lit with LLVM's FileCheck, e.g.
#
#   go build -o out/optc ./cmd/optc
#   OPTC=$PWD/out/optc lit-22 test/lit
#
# "go test ./test/lit" and "optc test" run the same tests inside one process.

import os
import shutil
import tempfile

import lit.formats

config.name = "optc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.excludes = ["Inputs"]
config.available_features.add("system-commands")
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(tempfile.gettempdir(), "optc-lit")

# FileCheck, split-file, not and count have no version in their names inside the
# folder of their LLVM.
tools = []
filecheck = shutil.which("FileCheck") or shutil.which("FileCheck-22")
if filecheck:
    tools.append(os.path.dirname(os.path.realpath(filecheck)))
else:
    lit_config.fatal("FileCheck is not installed (Debian: llvm-22-tools)")

optc = os.environ.get("OPTC") or shutil.which("optc")
if optc:
    tools.insert(0, os.path.dirname(os.path.abspath(optc)))
else:
    lit_config.fatal("optc not found: build cmd/optc and name the program in OPTC")

config.environment["PATH"] = os.pathsep.join(tools + [config.environment["PATH"]])
