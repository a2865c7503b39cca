package dev.losslessd.app;

import dev.losslessd.config.Config;
import dev.losslessd.files.FileThreads;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the service unit lets this process do. A right that the config needs and that is missing is
 * a finding with the drop-in to link: the errors that follow from it look like a dead device.
 *
 * @param sets whether the process has CAP_NET_ADMIN (12 of capabilities(7))
 * @param tunes whether /sys is writable, by its mount
 * @param reaches whether addresses beyond this host are allowed, by the files of the unit
 */
record UnitRights(boolean sets, boolean tunes, boolean reaches) {
  private static final String UNIT = "losslessd.service";
  private static final int NET_ADMIN = 12;

  /** Folders of units, the first of systemd.unit(5) that has a file wins. */
  private static final List<String> FOLDERS =
      List.of("etc/systemd/system", "run/systemd/system", "usr/lib/systemd/system");

  /**
   * Reads the rights of this process, which do not change while it runs. What cannot be read counts
   * as allowed.
   *
   * @param root of the file system
   */
  static UnitRights read(Path root) {
    return new UnitRights(
        lines(root.resolve("proc/self/status")).noneMatch(UnitRights::lacksNetAdmin),
        lines(root.resolve("proc/self/mountinfo")).noneMatch(UnitRights::isReadOnlySys),
        lines(root.resolve("proc/self/cgroup")).noneMatch(line -> line.endsWith("/" + UNIT))
            || isAllowed(root));
  }

  /** {@code CapEff: 00000000a80425fb}, proc_pid_status(5). */
  private static boolean lacksNetAdmin(String line) {
    String field = "CapEff:";
    return line.startsWith(field)
        && (Long.parseUnsignedLong(line.substring(field.length()).strip(), 16) >> NET_ADMIN & 1)
            == 0;
  }

  /** Mount point and options are the fifth and sixth word, proc_pid_mountinfo(5). */
  private static boolean isReadOnlySys(String line) {
    String[] words = line.split(" ", 7);
    return words.length == 7
        && words[4].equals("/sys")
        && List.of(words[5].split(",", -1)).contains("ro");
  }

  private static boolean isAllowed(Path root) {
    boolean denied =
        FOLDERS.stream()
            .flatMap(folder -> lines(root.resolve(folder).resolve(UNIT)))
            .anyMatch("IPAddressDeny=any"::equals);
    return !denied
        || FOLDERS.stream()
            .map(folder -> root.resolve(folder).resolve(UNIT + ".d"))
            .flatMap(UnitRights::files)
            .flatMap(UnitRights::lines)
            .anyMatch(line -> line.startsWith("IPAddressAllow=") || line.equals("IPAddressDeny="));
  }

  private static Stream<Path> files(Path folder) {
    try {
      return FileThreads.SHARED.names(folder).stream()
          .filter(name -> name.endsWith(".conf"))
          .map(folder::resolve);
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return FileThreads.SHARED.text(file).lines();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** Returns the rights that the config needs and the unit does not give. */
  Optional<Finding> finding(Config config) {
    List<String> lacks = new ArrayList<>();
    List<String> links = new ArrayList<>();
    if (config.mode() == Mode.ENFORCE && config.host().sockets().isEmpty()) {
      if (!sets) {
        lacks.add("no CAP_NET_ADMIN, so that PFC, ETS, DSCP and buffers cannot be set");
      }
      if (!tunes) {
        lacks.add("/sys is read-only, so that DCQCN, ToS and MTU cannot be set");
      }
      if (!lacks.isEmpty()) {
        links.add("enforce.conf");
      }
    }
    if (!reaches && config.switches().stream().anyMatch(one -> !isLocal(one.address()))) {
      lacks.add("IPAddressDeny=any, so that no switch can be reached");
      links.add("switches.conf");
    }
    return lacks.isEmpty()
        ? Optional.empty()
        : Optional.of(finding(config.host().name(), lacks, links));
  }

  private static boolean isLocal(String address) {
    return address.startsWith("127.") || address.equals("::1") || address.equals("localhost");
  }

  private static Finding finding(String host, List<String> lacks, List<String> links) {
    return FindingRule.UNIT_RIGHTS
        .at(host, "the service unit denies what the config needs: " + String.join("; ", lacks))
        .advising(
            ("link %s of /usr/share/losslessd/systemd/drop-ins into"
                    + " /etc/systemd/system/losslessd.service.d, then 'systemctl daemon-reload' and"
                    + " 'systemctl restart losslessd'")
                .formatted(String.join(" and ", links)));
  }
}
