package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Judges the environment of a job, value by value. Only names of these libraries are looked at. */
public final class EnvCheck {
  /** Names of the libraries that are known here, as a regular expression. */
  public static final String LIBRARY_NAME =
      "(?:NCCL|RCCL|UCX|NIXL|SHARP|NVSHMEM|MORI|ROCSHMEM|MOONCAKE|MSCCLPP|HYBRID_EP)_[A-Z0-9_]+"
          + "|OMPI_MCA_(?:btl|pml|oob_tcp)[a-zA-Z0-9_]*"
          + "|MC_(?:FORCE_TCP|MS_FILTERS)"
          + "|FI_VERBS_DEVICE_NAME";

  /** Names that choose a device, a GID or a class of whatever library. */
  private static final String CHOOSER =
      "(?:[A-Z][A-Z0-9_]*_)?"
          + "(?:GID_(?:INDEX|IDX)|TRAFFIC_CLASS|TCLASS|DSCP|HCAS?|NET_?DEV(?:ICE)?S?|IFNAME|IFACE"
          + "|(?:IB|IBV|RDMA|ROCE)_(?:TC|SL|TOS|SERVICE_LEVEL|PORT|DEV(?:ICE)?S?|NICS?)"
          + "|NICS?)(?:_[A-Z0-9_]+)?"
          + "|[A-Z][A-Z0-9_]*_(?:TC|SL|TOS)";

  /** Names that are looked at, as a regular expression. */
  public static final String NAME = LIBRARY_NAME + "|" + CHOOSER;

  private static final Pattern OURS = Pattern.compile(NAME);

  /** What images set, whether or not a job uses the library. */
  private static final Pattern INSTALLED =
      Pattern.compile(".*_(?:VERSION|HOME|DIR|PATH|ROOT|LIB|LIBRARY|INCLUDE)(?:_DIR|_PATH)?");

  private static final Pattern CHOOSES = Pattern.compile(CHOOSER);

  private static final String NOT_JUDGED = "not judged here";

  /** UCX reads a variable of IB for one transport too: {@code UCX_RC_MLX5_TRAFFIC_CLASS}. */
  private static final Pattern OF_TRANSPORT =
      Pattern.compile("UCX_(?:RC|UD|DC)_(?:VERBS_|MLX5_)?((?:TRAFFIC_CLASS|SL|ROCE_[A-Z_]+))");

  /** Variables, and those that stand in for them where they are set. */
  private static final Map<String, String> REPLACED_BY =
      Map.of(
          "NCCL_IB_ADDR_FAMILY", "NCCL_IB_GID_INDEX",
          "NVSHMEM_IB_ADDR_FAMILY", "NVSHMEM_IB_GID_INDEX",
          "NCCL_IB_GID_INDEX", "NCCL_IB_ADDR_RANGE");

  private static final String SHARP =
      "no effect on RoCE: SHARP reduces in InfiniBand switches only";

  /**
   * One variable and what is to say of it.
   *
   * @param value empty where it is not set, or not judged: it may be a secret
   * @param advice empty where there is nothing to do
   */
  public record Judged(String name, String value, Verdict verdict, String message, String advice) {
    /** Whether a rule knows its name. */
    public boolean isJudged() {
      return !message.endsWith(NOT_JUDGED);
    }
  }

  private EnvCheck() {}

  /** Whether a variable is one of a library that this looks at; no other is ever shown. */
  public static boolean isOurs(String name) {
    return OURS.matcher(name).matches();
  }

  /** Whether a variable chooses the class of a library's data. */
  public static boolean isClass(String name) {
    return LibraryRules.CLASSES.contains(general(name));
  }

  private static String general(String name) {
    return OF_TRANSPORT.matcher(name).replaceFirst("UCX_IB_$1");
  }

  /** Whether a variable tells that its library is used, and not only installed. */
  static boolean isInUse(String name) {
    return isOurs(name) && !INSTALLED.matcher(name).matches();
  }

  /** Judges each variable of these libraries, by name; then what is missing. */
  public static List<Judged> of(Map<String, String> environment, JobHost host) {
    SortedMap<String, String> ours = new TreeMap<>();
    environment.forEach((name, value) -> {
      if (isOurs(name)) {
        ours.put(name, value);
      }
    });
    List<Judged> judged = new ArrayList<>();
    ours.forEach((name, value) ->
        judged.add(
            LibraryRules.conflict(name, ours)
                .map(one -> new Judged(name, value, one.verdict(), one.message(), one.advice()))
                .orElseGet(() -> judged(name, value, host))));
    judged.addAll(missing(ours, host));
    return judged;
  }

  static Judged judged(String name, String value, JobHost host) {
    Judgement one = judge(name, value.strip(), host);
    Judged judged = new Judged(name, value, one.verdict(), one.message(), one.advice());
    return judged.isJudged()
        ? judged
        : new Judged(name, "", one.verdict(), one.message(), one.advice());
  }

  private static Judgement judge(String name, String value, JobHost host) {
    if (value.isEmpty() && name.startsWith("NCCL_")) {
      return Judgement.ok("empty: as if it were not set");
    }
    if (value.contains("$") || value.contains("`")) {
      return Judgement.unknown("only the shell that reads it knows its value");
    }
    EnvRule rule =
        Stream.of(NcclRules.ALL, NcclFineRules.ALL, UcxRules.ALL, LibraryRules.ALL)
            .map(rules -> rules.get(general(name)))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (rule != null) {
      return rule.judge(value, host);
    }
    Optional<Judgement> misnamed = LibraryRules.misnamed(name);
    if (misnamed.isPresent()) {
      return misnamed.get();
    }
    if (name.startsWith("SHARP_") || name.startsWith("NCCL_SHARP_")) {
      return Judgement.finding(SHARP, "unset it");
    }
    if (name.startsWith("OMPI_MCA_btl_openib")) {
      return Judgement.finding("no effect: openib does not carry RoCE any more", "unset it");
    }
    return Judgement.unknown(
        CHOOSES.matcher(name).matches()
            ? "chooses a device, GID or class by its name; " + NOT_JUDGED
            : NOT_JUDGED);
  }

  /** What {@code env} would print for the libraries in use, and this environment lacks. */
  private static Collection<Judged> missing(Map<String, String> ours, JobHost host) {
    Map<String, Judged> all = new LinkedHashMap<>();
    for (Library library : Library.values()) {
      if (ours.keySet().stream().anyMatch(library::isUsedBy) && !isOff(library, ours)) {
        EnvAdvice.of(host, library).lines().stream()
            .filter(line -> line.without() != Verdict.OK && !isSet(line.name(), ours))
            .filter(line -> !isSet(REPLACED_BY.getOrDefault(line.name(), ""), ours))
            .forEach(line -> all.putIfAbsent(line.name(), missing(line)));
      }
    }
    return all.values();
  }

  private static Judged missing(EnvLine line) {
    return new Judged(
        line.name(),
        "",
        line.without(),
        "not set: " + line.lack(),
        line.without() == Verdict.BROKEN ? "set " + line.value() : "");
  }

  /** As NCCL does, an empty value and the default of -1 are taken for none. */
  private static boolean isSet(String name, Map<String, String> ours) {
    String value = ours.getOrDefault(name, "").strip();
    return !value.isEmpty() && !(value.equals("-1") && name.endsWith("GID_INDEX"));
  }

  /** Whether a library's own queue pairs are switched off, or are another library's. */
  private static boolean isOff(Library library, Map<String, String> ours) {
    return switch (library) {
      case NCCL ->
          !Set.of("", "0").contains(ours.getOrDefault("NCCL_IB_DISABLE", "").strip())
              || ours.getOrDefault("NCCL_NET", "").equalsIgnoreCase("Socket");
      case NVSHMEM ->
          Set.of("none", "ucx", "libfabric")
                  .contains(ours.getOrDefault("NVSHMEM_REMOTE_TRANSPORT", ""))
              && !isSet("NVSHMEM_IB_ENABLE_IBGDA", ours);
      case MOONCAKE ->
          isSet("MC_FORCE_TCP", ours)
              || !ours.getOrDefault("MOONCAKE_PROTOCOL", mooncake(ours)).equals("rdma");
      case UCX, MPI, MORI, ROCSHMEM, MSCCLPP -> false;
    };
  }

  /** Its store takes TCP by default; a variable of the transfer engine tells of RDMA. */
  private static String mooncake(Map<String, String> ours) {
    return ours.keySet().stream().anyMatch(name -> name.startsWith("MC_")) ? "rdma" : "tcp";
  }
}
