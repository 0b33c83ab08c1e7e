"""Builds the wheel of the package, which carries the command: python3 python/backend.py <folder>.

It is also the build backend of pyproject.toml, so that pip builds the wheel by itself. The command
is built by go, in the module that contains this folder, or it is the file $OPTC.
"""

import base64
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME, VERSION, PYTHON = "optc", "0.1.0", ">=3.9"
METADATA = """Metadata-Version: 2.1
Name: %s
Version: %s
Summary: Passes, layouts, programs and their execution for engineers who bring up accelerators
Requires-Python: %s
""" % (NAME, VERSION, PYTHON)


def _binary(folder):
    if os.environ.get("OPTC"):
        return os.environ["OPTC"]
    out = os.path.join(folder, "optc")
    subprocess.run(["go", "build", "-trimpath", "-o", out, "./cmd/optc"], cwd=os.path.dirname(HERE), check=True,
                   env=dict(os.environ, CGO_ENABLED="0"))
    return out


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel to a folder and returns its name (PEP 517)."""
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info = "%s-%s.dist-info/" % (NAME, VERSION)
    wheel = "%s-%s-%s.whl" % (NAME, VERSION, tag)
    files = {info + "METADATA": METADATA.encode(),
             info + "WHEEL": ("Wheel-Version: 1.0\nGenerator: optc\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()}
    for name in sorted(os.listdir(os.path.join(HERE, "optc"))):
        if name.endswith(".py"):
            with open(os.path.join(HERE, "optc", name), "rb") as f:
                files["optc/" + name] = f.read()
    with tempfile.TemporaryDirectory() as folder:
        with open(_binary(folder), "rb") as f:
            files["optc/bin/optc"] = f.read()
    record = []
    os.makedirs(wheel_directory, exist_ok=True)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append("%s,sha256=%s,%d\n" % (name, digest, len(data)))
            _add(z, name, data)
        record.append(info + "RECORD,,\n")
        _add(z, info + "RECORD", "".join(record).encode())
    return wheel


def _add(archive, name, data):
    entry = zipfile.ZipInfo(name)  # of 1980, so that equal files make an equal wheel
    entry.external_attr = (0o100755 if name.endswith("bin/optc") else 0o100644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 python/backend.py <folder>")
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
