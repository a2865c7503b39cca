package dev.losslessd.metrics;

import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.text.MatchResult;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a port that a name table uses as {@code @word}. Unknown facts are absent, and series
 * that need them are left out.
 */
record PortFacts(Map<String, String> words) {
  private static final Pattern HOLE = Pattern.compile("\\$([rl]?)(\\d)|@([a-z_]+)");

  /** Numbers of the kernel's {@code enum ib_port_state} (include/rdma/ib_verbs.h). */
  private static final Map<String, String> STATES =
      Map.of(
          "NOP", "0", "DOWN", "1", "INIT", "2", "ARMED", "3", "ACTIVE", "4", "ACTIVE_DEFER", "5");

  /** enum ib_port_phys_state; sysfs writes the words without underscores. */
  private static final List<String> PHYSICAL =
      List.of(
          "",
          "SLEEP",
          "POLLING",
          "DISABLED",
          "PORT_CONFIGURATION_TRAINING",
          "LINK_UP",
          "LINK_ERROR_RECOVERY",
          "PHY_TEST");

  private static final long BYTES_PER_MEGABIT = 125_000;

  PortFacts {
    words = Map.copyOf(words);
  }

  /** A port of a switch. */
  static PortFacts of(PortId port) {
    return new PortFacts(
        Map.of(
            "device", port.device().name(),
            "port", port.name(),
            "interface", port.name().toLowerCase(Locale.ROOT)));
  }

  /** A port of this host. */
  static PortFacts of(Nic nic) {
    Map<String, String> words = new HashMap<>(of(nic.port()).words);
    if (!nic.port().name().contains("/")) {
      words.put("netdev", nic.port().name());
      words.put("up", nic.isActive() ? "1" : "0");
    }
    if (nic.rateMbps() > 0) {
      words.put("rate_mbps", Long.toString(nic.rateMbps()));
      words.put("rate_bytes", Long.toString(nic.rateMbps() * BYTES_PER_MEGABIT));
    }
    words.put("pci", nic.pciAddress());
    words.put("driver", nic.kernelDriver());
    words.put("firmware", nic.firmware());
    if (!nic.rdmaDevice().isEmpty()) {
      words.putAll(rdma(nic));
    }
    return new PortFacts(words);
  }

  /** Returns a copy with one more fact. */
  PortFacts with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** Returns a copy with more facts. */
  PortFacts with(Map<String, String> facts) {
    Map<String, String> more = new HashMap<>(words);
    more.putAll(facts);
    return new PortFacts(more);
  }

  private static Map<String, String> rdma(Nic nic) {
    Map<String, String> words = new HashMap<>();
    words.put("rdma", nic.rdmaDevice());
    words.put("number", Integer.toString(nic.rdmaPort()));
    words.put("board", nic.model());
    words.put("hca_type", nic.words().hcaType());
    words.put("link_layer", layer(nic.linkLayer()));
    words.put("state", nic.state());
    words.put("link_speed", nic.words().rate().split("\\(", 2)[0].strip());
    words.put("is_root", Boolean.toString(nic.role() != Nic.Role.VIRTUAL_FUNCTION));
    words.put("class", driverClass(nic.kernelDriver()));
    words.put("is_vf", Boolean.toString(nic.role() == Nic.Role.VIRTUAL_FUNCTION));
    put(words, "state_id", STATES.get(nic.state()));
    int physical = physical(nic.words().physicalState());
    words.put("phys_state", physical > 0 ? PHYSICAL.get(physical) : nic.words().physicalState());
    put(words, "phys_id", physical > 0 ? Integer.toString(physical) : null);
    return words;
  }

  /** The class of RDMA device by which omnistat tells its counters apart. */
  private static String driverClass(String driver) {
    return switch (driver) {
      case "bnxt_en" -> "bnxt_re";
      case "ionic" -> "ionic";
      default -> "infiniband";
    };
  }

  private static void put(Map<String, String> words, String name, @Nullable String value) {
    if (value != null) {
      words.put(name, value);
    }
  }

  private static String layer(Nic.LinkLayer layer) {
    return switch (layer) {
      case ETHERNET -> "Ethernet";
      case INFINIBAND -> "InfiniBand";
      case UNKNOWN -> "";
    };
  }

  private static int physical(String word) {
    String plain = word.replace(" ", "").toUpperCase(Locale.ROOT);
    for (int id = 1; id < PHYSICAL.size(); id++) {
      if (PHYSICAL.get(id).replace("_", "").equals(plain)) {
        return id;
      }
    }
    return 0;
  }

  /**
   * A template with {@code $1} and {@code @word} filled in; empty where it needs what is not known.
   * {@code $l1} is the part as a metric's name may have it, {@code $r1} the same with rx and tx
   * spelled out, as node_exporter does.
   *
   * @param match null where there are no parts of a name
   */
  Optional<String> fill(String template, @Nullable MatchResult match) {
    Matcher hole = HOLE.matcher(template);
    StringBuilder text = new StringBuilder();
    while (hole.find()) {
      String value = value(hole, match);
      if (value == null) {
        return Optional.empty();
      }
      hole.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return Optional.of(hole.appendTail(text).toString());
  }

  private @Nullable String value(Matcher hole, @Nullable MatchResult match) {
    if (hole.group(2) == null) {
      return words.get(hole.group(3));
    }
    String part = match == null ? null : match.group(Integer.parseInt(hole.group(2)));
    return part == null || hole.group(1).isEmpty() ? part : name(part, hole.group(1).equals("r"));
  }

  private static String name(String part, boolean spelledOut) {
    String name = Pattern.of("[^a-z0-9_]+").matcher(part.toLowerCase(Locale.ROOT)).replaceAll("_");
    return spelledOut
        ? Pattern.of("(^|_)tx(_|$)")
            .matcher(Pattern.of("(^|_)rx(_|$)").matcher(name).replaceAll("$1received$2"))
            .replaceAll("$1transmitted$2")
        : name;
  }

  /** Labels, name and template in turn. */
  Optional<List<String>> fill(List<String> labels, @Nullable MatchResult match) {
    List<String> filled = new ArrayList<>(labels.size());
    for (int n = 0; n < labels.size(); n += 2) {
      Optional<String> value = fill(labels.get(n + 1), match);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      filled.add(labels.get(n));
      filled.add(value.get());
    }
    return Optional.of(filled);
  }
}
