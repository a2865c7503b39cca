#!/usr/bin/env bash
# initramfs.sh ROOT KERNEL FILE: the smallest initramfs that finds the guest's disk and its share.
set -euo pipefail
lab=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(readlink -f "$1") kernel=$2 file=$(readlink -f "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{bin,dev,proc,sys,root,modules}
cp "$root/bin/busybox" "$work/bin/busybox"
# what Debian's kernel has as modules of: a virtio disk with ext4, and a 9p share
chroot "$root" modprobe -S "$kernel" --show-depends -a virtio_pci virtio_blk ext4 crc32c_generic 9pnet_virtio 9p \
  | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' >"$work/list"
while read -r module; do
  cp "$root/$module" "$work/modules/"
  basename "$module" >>"$work/modules/order"
done <"$work/list"
rm "$work/list"
install -m 755 "$lab/guest/initramfs-init" "$work/init"
(cd "$work" && find . | "$root/bin/busybox" cpio -o -H newc 2>/dev/null | gzip -1) >"$file"
