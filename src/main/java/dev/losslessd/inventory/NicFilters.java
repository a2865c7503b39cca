package dev.losslessd.inventory;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Glob;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Some;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Globs of {@code nics} in the config that match no name on this host. Names alone are listed:
 * nothing of a device is opened.
 *
 * @param rdma RDMA devices that are not excluded
 * @param unmatched each with its key: {@code nics.include 'mlx5_*'}
 * @param blind whether no glob of {@code include} matches, so that no NIC is watched
 */
public record NicFilters(List<String> rdma, List<String> unmatched, boolean blind) {
  /** Names that are shown. */
  private static final int MOST = 8;

  /** What rename_device of rdma-core gives (kernel-boot/rdma_rename.c), but for NAME_FALLBACK. */
  private static final Pattern RENAMED =
      Pattern.compile("(roce|ib|iw|opa|usnic)(P\\d+)?(p\\d+s\\d+\\S*|o\\d+\\S*|x[0-9a-f]{12})");

  public NicFilters {
    rdma = List.copyOf(rdma);
    unmatched = List.copyOf(unmatched);
  }

  /**
   * Looks at the names that are there.
   *
   * @param labels globs that give labels
   */
  public static NicFilters of(
      HostFiles files, List<String> include, List<String> exclude, Collection<String> labels) {
    List<String> rdma = files.list("sys/class/infiniband");
    List<String> all =
        Stream.concat(
                rdma.stream(),
                files.list("sys/class/net").stream().filter(one -> !one.equals("lo")))
            .toList();
    NicNames names = new NicNames(include, exclude);
    List<String> ours = all.stream().filter(name -> !names.excluded(name)).toList();
    List<String> unmatched = new ArrayList<>();
    add(unmatched, "nics.include", include, ours);
    boolean blind = !include.isEmpty() && unmatched.size() == include.size();
    add(unmatched, "nics.exclude", exclude, all);
    add(unmatched, "nics.labels", labels, ours);
    return new NicFilters(rdma.stream().filter(ours::contains).toList(), unmatched, blind);
  }

  private static void add(
      List<String> unmatched, String key, Collection<String> globs, List<String> names) {
    globs.stream()
        .filter(Predicate.not("*"::equals)) // a host without NICs is no fault of the config
        .filter(glob -> names.stream().noneMatch(new Glob(glob)::fits))
        .forEach(glob -> unmatched.add(key + " '" + glob + "'"));
  }

  /** One sentence; empty where each glob matches. */
  public Optional<String> text() {
    return unmatched.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join(", ", unmatched)
                + (unmatched.size() == 1 ? " matches" : " match")
                + " no NIC of this host; its RDMA devices: "
                + (rdma.isEmpty() ? "none" : present()));
  }

  private String present() {
    String renamed =
        rdma.stream().anyMatch(name -> RENAMED.matcher(name).matches())
            ? " (RDMA devices are renamed by rdma-core)"
            : "";
    return Some.of(rdma, MOST) + renamed;
  }

  /** A finding of this host; a warning where no NIC is watched at all. */
  public Optional<Finding> finding(DeviceId host) {
    return text()
        .map(what ->
            FindingRule.NICS_FILTER
                .at(host.name(), what + (blind ? "; no NIC is watched" : ""))
                .worseIf(blind));
  }
}
