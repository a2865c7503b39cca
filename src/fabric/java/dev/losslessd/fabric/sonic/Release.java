package dev.losslessd.fabric.sonic;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of SONiC, by the number of its branch: what its models and its updater take.
 *
 * @param number 202505 and the like; that of the main branch is above all
 */
record Release(int number) {
  static final Release HEAD = new Release(999_999);

  /** Release of a switch unless a file names another one. */
  static final Release USUAL = new Release(202_505);

  private static final Pattern NUMBER = Pattern.compile("20\\d{4}");

  /** Parses a name such as {@code 202411}; one without a number is {@link #HEAD}. */
  static Release of(String name) {
    Matcher m = NUMBER.matcher(name);
    return m.find() ? new Release(Integer.parseInt(m.group())) : HEAD;
  }

  /** Pattern of {@code pfc_enable} and {@code pfcwd_sw_enable} (sonic-port-qos-map.yang). */
  String priorities() {
    return number < 202_505 ? "[0-7](,[0-7])*" : "([0-7](,[0-7])*)?";
  }

  /** The validator that refuses WRED_PROFILE went in 2026-01. */
  boolean takesMarking() {
    return number >= 202_511;
  }

  /** Whether pfcwd writes pfc_stat_history, which the model of the release has then. */
  boolean keepsHistory() {
    return number >= 202_511;
  }

  /** {@code /etc/sonic/sonic_version.yml}, as build_debian.sh makes it. */
  List<String> file(boolean mellanox) {
    String name = this.equals(HEAD) ? "none" : "" + number;
    return List.of(
        "---",
        "build_version: '" + (this.equals(HEAD) ? "master" : name) + ".12345-0abcdef01'",
        "debian_version: '12.11'",
        "asic_type: " + (mellanox ? "mellanox" : "broadcom"),
        "branch: '" + (this.equals(HEAD) ? "master" : name) + "'",
        "release: '" + name + "'");
  }
}
