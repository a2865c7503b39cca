#!/usr/bin/env bash
# vm.sh IMAGE PAYLOAD SHARE: boots the guest, which runs SHARE/run and turns itself off.
# Emulated (TCG): no KVM is needed, and none is used, so that it is the same everywhere.
set -euo pipefail
image=$1 payload=$2 share=$3
if [ "${LAB_COUNT:-}" ]; then
  # One processor whose clock goes on by a nanosecond with each instruction, and with the host's while it is idle:
  # what CPU time it tells is instructions, the same on every machine. Without erms and fsrm: a string instruction
  # counts for each of its steps, which are single bytes with them.
  processor=(-accel "tcg,thread=single" -icount "shift=0,sleep=on" -smp 1 -cpu "max,-erms,-fsrm")
  clock="tsc=reliable"
else
  # The clock is the HPET: on a busy machine the kernel measures an emulated TSC wrongly, by a factor of eight once.
  processor=(-accel "tcg,thread=multi" -smp 2 -cpu max)
  clock="tsc=unstable clocksource=hpet"
fi
exec timeout "${LAB_SECONDS:-1500}" qemu-system-x86_64 \
  "${processor[@]}" -m "${LAB_MEMORY:-1536}" \
  -nographic -nodefaults -no-reboot -serial stdio \
  -kernel "$image/vmlinux" -initrd "$image/initramfs" \
  -append "console=ttyS0 panic=-1 quiet no_timer_check $clock mitigations=off" \
  -drive "file=$image/disk.ext4,format=raw,if=virtio,snapshot=on" \
  -drive "file=$payload,format=raw,if=virtio,readonly=on" \
  -virtfs "local,path=$share,mount_tag=host,security_model=none,id=host" </dev/null
