#!/usr/bin/env bash
# image.sh FOLDER: makes the guest's disk, kernel and initramfs in FOLDER, which must not exist yet.
# All packages come through apt from the repositories that this machine has for its own release.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
lab=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
folder=$1
work=$folder.making
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# deb lines of Debian's own repositories of one release, as this machine's apt has them
sources() {
  # shellcheck disable=SC2016 # the names in $() are apt's
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) #$(ORIGIN) #$(CODENAME)' \
    'Created-By: Packages' | sort -u |
    sed -n "s,^\(.*\) #Debian #$1\(-updates\|-security\)\?\$,deb [signed-by=$keyring] \1,p"
}

release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
sources "$release" >"$work/sources.list"
if [ ! -s "$work/sources.list" ]; then
  echo "lab: apt of this machine has no repository of Debian '$release'; the lab's guest is Debian" >&2
  exit 2
fi
packages=$(sed 's/#.*//' "$lab/packages" | xargs | tr ' ' ,)

echo "lab: making the guest's root ($release; a few minutes, once)"
root=$work/root
mmdebstrap --quiet --variant=minbase --include="$packages" \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --skip=cleanup/apt,check/empty "$release" "$root" "$work/sources.list"
kernel=$(basename "$(echo "$root"/lib/modules/*)")

echo "lab: taking kernel $kernel out of its package"
package=linux-image-$kernel
chroot "$root" sh -c "cd /tmp && apt-get download -qq $package && dpkg-deb -x ${package}_*.deb kernel"
cp -r "$root/tmp/kernel/lib/modules/$kernel/." "$root/lib/modules/$kernel/"
cp "$root/tmp/kernel/boot/vmlinuz-$kernel" "$work/vmlinuz"
rm -rf "$root/tmp/kernel" "$root"/tmp/*.deb "$root"/var/cache/apt "$root"/var/lib/apt/lists
chroot "$root" depmod "$kernel"
python3 "$lab/vmlinux.py" "$work/vmlinuz" "$work/vmlinux"
echo "$kernel" >"$work/kernel"

"$lab/initramfs.sh" "$root" "$kernel" "$work/initramfs"
install -m 755 "$lab/guest/init" "$root/lab-init"
mkdir -p "$root/host" "$root/opt/losslessd"
echo "lab: writing the guest's disk"
mke2fs -q -t ext4 -d "$root" -F "$work/disk.ext4" 3000M
mv "$work" "$folder"
trap - EXIT
