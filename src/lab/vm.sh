#!/usr/bin/env bash
# vm.sh IMAGE PAYLOAD SHARE: boots the guest, which runs SHARE/run and turns itself off.
# Emulated (TCG): no KVM is needed, and none is used, so that it is the same everywhere.
set -euo pipefail
image=$1 payload=$2 share=$3
# The clock is the HPET: on a busy machine the kernel measures an emulated TSC wrongly, by a factor of eight once.
exec timeout "${LAB_SECONDS:-1500}" qemu-system-x86_64 \
  -accel tcg,thread=multi -cpu max -smp 2 -m "${LAB_MEMORY:-1536}" \
  -nographic -nodefaults -no-reboot -serial stdio \
  -kernel "$image/vmlinux" -initrd "$image/initramfs" \
  -append "console=ttyS0 panic=-1 quiet no_timer_check tsc=unstable clocksource=hpet mitigations=off" \
  -drive "file=$image/disk.ext4,format=raw,if=virtio,snapshot=on" \
  -drive "file=$payload,format=raw,if=virtio,readonly=on" \
  -virtfs "local,path=$share,mount_tag=host,security_model=none,id=host" </dev/null
