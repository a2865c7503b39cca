package dev.losslessd.driver.mlx5.mst;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A script that speaks as mstconfig does, with a NIC in a folder of its own: {@code usual}, {@code
 * current} and {@code next}, a line NAME=VALUE each. It notes how it was called.
 */
public final class FakeMstConfig {
  private static final String SCRIPT =
      """
      #!/bin/sh
      # mstconfig -d PCI -e q | mstconfig -d PCI -y set NAME=VALUE...
      here=$(dirname "$0")/nic
      echo "$# $*" >> "$here/calls"
      [ -e "$here/gone" ] && { echo "-E- Failed to open the device"; exit 3; }
      value() { sed -n "s/^$2=//p" "$here/$1"; }
      if [ "$1$3" = "-d-e" ] && [ "$4" = q ]; then
        printf '\\nDevice #1:\\n----------\\n\\nDevice type:    ConnectX7       \\n'
        printf 'Name:           MCX75310AAS-NEA_Ax\\n'
        printf 'Device:         %s    \\n\\n' "$2"
        printf '%-16s%36s%16s%18s\\n' Configurations: Default Current 'Next Boot'
        while IFS='=' read -r name next; do
          now=$(value current "$name")
          usual=$(value usual "$name")
          mark=' '
          [ "$now" = "$next" ] && [ "$usual" = "$next" ] || mark='*'
          printf '%s        %-36s%-16s%-16s%-16s\\n' "$mark" "$name" "$usual" "$now" "$next"
        done < "$here/next"
        echo "The '*' shows parameters with next value different from default/current value."
        exit 0
      fi
      if [ "$1$3$4" = "-d-yset" ]; then
        shift 4
        printf '\\nDevice #1:\\n----------\\n\\n Apply new Configuration? (y/n) [n] : y\\n'
        for pair in "$@"; do
          grep -q "^${pair%%=*}=" "$here/next" || {
            echo "-E- The Device doesn't support ${pair%%=*} parameter"; exit 3; }
          old=$(value next "${pair%%=*}")
          new=${pair#*=}
          case $old in *'(1)'|*'(0)') [ "$new" = True ] && new='True(1)' || new='False(0)';; esac
          sed -i "s/^${pair%%=*}=.*/${pair%%=*}=$new/" "$here/next"
        done
        echo 'Applying... Done!'
        echo '-I- Please reboot machine to load new configurations.'
        exit 0
      fi
      echo '-E- unknown arguments'
      exit 1
      """;

  private final Path nic;

  /**
   * @param root in whose {@code usr/bin} it is put
   */
  public FakeMstConfig(Path root) throws IOException {
    Path bin = Files.createDirectories(root.resolve("usr/bin"));
    nic = Files.createDirectories(bin.resolve("nic"));
    Path script = bin.resolve("mstconfig");
    Files.writeString(script, SCRIPT, StandardCharsets.UTF_8);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    String usual =
        """
        MEMIC_SIZE_LIMIT=_256KB(1)
        ESWITCH_HAIRPIN_DESCRIPTORS=Array[0..7]
        ROCE_CC_PRIO_MASK_P1=255
        ROCE_CC_PRIO_MASK_P2=255
        ROCE_CC_CNP_MODERATION_P1=DEVICE_DEFAULT(0)
        CNP_DSCP_P1=48
        CNP_802P_PRIO_P1=6
        USER_PROGRAMMABLE_CC=False(0)
        """;
    write("usual", usual);
    write(
        "current", usual.replace("USER_PROGRAMMABLE_CC=False(0)", "USER_PROGRAMMABLE_CC=True(1)"));
    reset("current", "next");
    write("calls", "");
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(nic.resolve(file), text, StandardCharsets.UTF_8);
  }

  private void reset(String from, String to) throws IOException {
    write(to, Files.readString(nic.resolve(from)));
  }

  /** Resets the firmware, as another program would. */
  public void resetFirmware() throws IOException {
    reset("next", "current");
  }

  /** Removes the device from the host. */
  public void vanish() throws IOException {
    write("gone", "");
  }

  /** Number and text of the arguments of each call. */
  public String calls() throws IOException {
    return Files.readString(nic.resolve("calls"));
  }
}
