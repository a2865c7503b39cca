package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Shares of the packet memory. Out of the box all of it is the lossy pool's, and the guide wants a
 * lossless one before PFC (Cumulus Linux 5.3 to 5.17 guides, Quality of Service, Flow Control
 * Buffers): {@code nv set qos traffic-pool default-lossless memory-percent N}.
 */
final class TrafficPools {
  /** The guide's example, and what {@code nv set qos roce} makes. */
  private static final String HALF = "50";

  private static final String POOLS = "traffic-pool";
  private static final String PERCENT = "memory-percent";
  private static final String LOSSLESS = "default-lossless";
  private static final String LOSSY = "default-lossy";
  private static final List<String> OURS = List.of(LOSSLESS, LOSSY);

  /** Pools that lossless traffic uses, by name. */
  private static final Set<String> FOR_LOSSLESS = Set.of(LOSSLESS, "roce-lossless");

  private static final String NONE = "-";

  /** Words behind those of the lossless set; earlier releases of losslessd wrote none of them. */
  private static final Pattern WORDS = Pattern.compile("(?s)(.*); pools (-|\\d{1,3})/(-|\\d{1,3})");

  private TrafficPools() {}

  /** Whether lossless traffic has memory, as far as the configuration tells. */
  static boolean areLossless(Node tree) {
    return Tree.losslessRoce(tree)
        || tree.names("qos", POOLS).stream()
            .filter(FOR_LOSSLESS::contains)
            .anyMatch(pool -> percent(tree, pool).filter(TrafficPools::isShare).isPresent())
        || hasBuffersOfItsOwn(tree);
  }

  private static boolean isShare(String percent) {
    return Pattern.matches("0*[1-9]\\d{0,2}", percent);
  }

  /** NVUE reference: {@code advance-buffer-config} overrides the pools. */
  private static boolean hasBuffersOfItsOwn(Node tree) {
    return tree.names("qos", "advance-buffer-config").stream()
        .anyMatch(profile ->
            tree.at("qos", "advance-buffer-config", profile, "ingress-lossless-buffer")
                .filter(buffer -> !buffer.isEmpty())
                .isPresent());
  }

  private static Optional<String> percent(Node tree, String pool) {
    return tree.text("qos", POOLS, pool, PERCENT)
        .map(text -> Pattern.of("\\.0+$").matcher(text).replaceFirst(""));
  }

  /**
   * Gives lossless traffic half of the memory where nobody has shared it out.
   *
   * @throws DeviceException REFUSED where somebody has, and left none for lossless traffic: how to
   *     share it out is theirs to say
   */
  static void give(Node tree, String what) {
    if (areLossless(tree)) {
      return;
    }
    if (!areUntouched(tree)) {
      throw without(what, "traffic pools " + text(tree) + " leave lossless traffic no memory");
    }
    OURS.forEach(pool -> tree.set(HALF, "qos", POOLS, pool, PERCENT));
  }

  /**
   * @throws DeviceException REFUSED where lossless traffic has no memory
   */
  static void require(Node tree, String what) {
    if (!areLossless(tree)) {
      throw without(what, "lossless traffic has no memory of this switch");
    }
  }

  private static DeviceException without(String what, String why) {
    return DeviceException.refused(
        ("%s: %s: first 'nv set qos traffic-pool default-lossless memory-percent N', and of"
                + " default-lossy what is left of 100")
            .formatted(what, why));
  }

  /** Whether the pools are a new switch's: everything in the lossy one, said or not. */
  private static boolean areUntouched(Node tree) {
    return tree.names("qos", POOLS).stream()
        .allMatch(pool ->
            pool.equals(LOSSY) && percent(tree, pool).filter(p -> !p.equals("100")).isEmpty());
  }

  private static String text(Node tree) {
    return tree.names("qos", POOLS).stream()
        .map(pool -> pool + " " + percent(tree, pool).orElse("of no percent"))
        .map(PrintableText::brief)
        .collect(Collectors.joining(", "));
  }

  /** Words of a setting with the two pools behind them. */
  static String words(String words, Node tree) {
    return "%s; pools %s/%s"
        .formatted(words, percent(tree, LOSSLESS).orElse(NONE), percent(tree, LOSSY).orElse(NONE));
  }

  /** Makes the two pools what they were, if the words tell that; the words without them. */
  static String restore(Node tree, String words) {
    Matcher told = WORDS.matcher(words);
    if (!told.matches()) {
      return words;
    }
    restore(tree, LOSSLESS, told.group(2));
    restore(tree, LOSSY, told.group(3));
    return told.group(1);
  }

  private static void restore(Node tree, String pool, String percent) {
    if (!percent.equals(NONE)) {
      tree.set(percent, "qos", POOLS, pool, PERCENT);
      return;
    }
    tree.remove("qos", POOLS, pool, PERCENT);
    if (tree.at("qos", POOLS, pool).filter(Node::isEmpty).isPresent()) {
      tree.remove("qos", POOLS, pool);
    }
  }
}
