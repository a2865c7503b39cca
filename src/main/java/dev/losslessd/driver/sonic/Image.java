package dev.losslessd.driver.sonic;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Release and ASIC of the switch, from {@code /etc/sonic/sonic_version.yml} (sonic-buildimage,
 * build_debian.sh).
 *
 * @param release number of the branch, 202505 and the like; empty where it is not known
 * @param name of the release for people; empty where nothing is known
 * @param asic its maker, {@code broadcom}, {@code mellanox} and so on; may be empty
 */
record Image(OptionalInt release, String name, String asic) {
  static final String COMMAND = "cat /etc/sonic/sonic_version.yml";
  static final Image UNKNOWN = new Image(OptionalInt.empty(), "", "");

  private static final Pattern LINE = Pattern.compile("([a-z_]+): *'?([^']*?)'?\\s*");
  private static final Pattern BRANCH = Pattern.compile("(?<!\\d)20\\d{4}(?!\\d)");

  /** Their watchdog watches the queues of pfc_enable (sonic-swss, pfcwdorch.cpp). */
  private static final Set<Integer> OLD_WATCHDOG = Set.of(201_911, 202_106, 202_111);

  private static final int FIRST_LEFT_SHUT = 202_205;
  private static final int LAST_LEFT_SHUT = 202_505;

  /** Parses the lines of the version file; a field that is not there is unknown. */
  static Image of(List<String> lines) {
    Map<String, String> told = new TreeMap<>();
    for (String line : lines) {
      Matcher m = LINE.matcher(line);
      if (m.matches()) {
        told.putIfAbsent(m.group(1), m.group(2));
      }
    }
    String asic = told.getOrDefault("asic_type", "");
    for (String field : List.of("release", "branch", "build_version")) {
      Matcher m = BRANCH.matcher(told.getOrDefault(field, ""));
      if (m.find()) {
        return new Image(OptionalInt.of(Integer.parseInt(m.group())), m.group(), asic);
      }
    }
    return new Image(OptionalInt.empty(), told.getOrDefault("build_version", ""), asic);
  }

  /**
   * Whether the watchdog watches the queues of {@code pfcwd_sw_enable}, as new ones do and those of
   * the main branch; empty where the image does not state its release, as builds of vendors do not.
   */
  Optional<Boolean> watchesByOwnField() {
    return release.isPresent()
        ? Optional.of(!OLD_WATCHDOG.contains(release.getAsInt()))
        : Optional.of(true).filter(_ -> name.startsWith("master"));
  }

  /**
   * Whether a patch of a port that is up ends with the port shut: buffermgrd takes rows of
   * BUFFER_PG away as the port goes down, and the patch then misses them (sonic-buildimage issue
   * 23403; sonic-swss, cfgmgr/buffermgr.cpp). An image that does not tell its release may be one.
   */
  boolean leavesShut(ConfigDb db) {
    boolean released =
        release.isEmpty()
            || (release.getAsInt() >= FIRST_LEFT_SHUT && release.getAsInt() <= LAST_LEFT_SHUT);
    return released && !PfcRows.isDynamic(db) && isMellanox(db);
  }

  private boolean isMellanox(ConfigDb db) {
    String platform = db.get(Tables.METADATA, "localhost", "platform").orElse("");
    String sku = db.get(Tables.METADATA, "localhost", "hwsku").orElse("");
    return asic.equals("mellanox")
        || Pattern.matches(".*(?:mlnx|mellanox|nvidia).*", platform)
        || Pattern.matches("(?:ACS-M?SN|Mellanox-).*", sku);
  }
}
