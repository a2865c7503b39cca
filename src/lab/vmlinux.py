#!/usr/bin/env python3
"""vmlinux.py VMLINUZ VMLINUX: the kernel out of its bzImage.

Under QEMU's emulation the image's own decompressor takes longer than all the rest of the boot.
"""

import lzma
import subprocess
import sys
import zlib


def xz(data):
    return lzma.LZMADecompressor().decompress(data)


def zstd(data):
    ran = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=False)
    return ran.stdout


def gz(data):
    return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data)


MAGIC = ((b"\xfd7zXZ\x00", xz), (b"\x28\xb5\x2f\xfd", zstd), (b"\x1f\x8b\x08", gz))


def main(source, target):
    with open(source, "rb") as file:
        image = file.read()
    for magic, unpack in MAGIC:
        at = image.find(magic)
        while at > 0:
            try:
                kernel = unpack(image[at:])
            except (lzma.LZMAError, zlib.error):
                kernel = b""
            if kernel[:4] == b"\x7fELF":
                with open(target, "wb") as file:
                    file.write(kernel)
                return 0
            at = image.find(magic, at + 1)
    print(f"{source}: no compressed ELF kernel found (tried xz, zstd, gzip)", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
