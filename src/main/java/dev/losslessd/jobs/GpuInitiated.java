package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Libraries whose GPUs send by themselves. Their queue pairs are made by DevX, past the kernel's
 * driver, so that the traffic class which the device forces does not reach them: NVSHMEM
 * (NVIDIA/nvshmem#25), NCCL (NVIDIA/nccl#2383), MORI (ROCm/mori#362).
 */
public final class GpuInitiated {
  /**
   * @param seen assignments that tell of the library
   * @param certain assignments that tell of DevX
   * @param classes variables for the class, the first that is set counts
   */
  private record Sender(Pattern seen, Pattern certain, List<String> classes) {
    Sender(String seen, String certain, String... classes) {
      this(Pattern.compile(seen), Pattern.compile(certain), List.of(classes));
    }
  }

  private static final String NEVER = "-";

  private static final List<Sender> SENDERS =
      List.of(
          new Sender(
              "NVSHMEM_.*",
              "NVSHMEM_(?:IB_ENABLE_IBGDA=(?:1|[yY].*|[tT].*|on)|REMOTE_TRANSPORT=ibdevx)",
              "NVSHMEM_IB_TRAFFIC_CLASS"),
          new Sender(
              "NCCL_GIN_(?:[A-DF-SU-Z].*|ENABLE=1|TYPE=[1-9])",
              "NCCL_GIN_TYPE=3",
              "NCCL_GIN_IB_TC",
              "NCCL_IB_TC"),
          new Sender("HYBRID_EP_.*", NEVER, "HYBRID_EP_IB_TC", "NCCL_IB_TC"),
          new Sender("MORI_.*", NEVER, "MORI_RDMA_TC"),
          new Sender("ROCSHMEM_.*", NEVER, "ROCSHMEM_GDA_TRAFFIC_CLASS"));

  private GpuInitiated() {}

  /** What an environment says of such queue pairs; empty where none is seen or all are marked. */
  public static Optional<Check> unmarked(Map<String, String> environment, JobClass lossless) {
    Map<String, String> all = new TreeMap<>(environment);
    Optional<Check> unknown = Optional.empty();
    for (Sender one : SENDERS) {
      Optional<Check> check = unmarked(one, all, lossless);
      if (check.isPresent() && check.get().verdict() == Verdict.BROKEN) {
        return check;
      }
      unknown = unknown.or(() -> check);
    }
    return unknown;
  }

  private static Optional<Check> unmarked(
      Sender sender, Map<String, String> all, JobClass lossless) {
    Optional<String> certain = first(sender.certain(), all);
    Optional<String> seen = certain.or(() -> first(sender.seen(), all));
    Optional<String> name =
        sender.classes().stream()
            .filter(one -> !List.of("", "-1").contains(all.getOrDefault(one, "").strip()))
            .findFirst();
    if (seen.isEmpty()
        || name.filter(one -> isIn(all.getOrDefault(one, ""), lossless)).isPresent()) {
      return Optional.empty();
    }
    String own = sender.classes().getFirst();
    String advice = "set " + own + "=" + lossless.trafficClass();
    if (name.isPresent()) {
      return Optional.of(
          Check.finding(
              "class",
              "%s is not in %s, and GPU-initiated queue pairs take it"
                  .formatted(name.get(), lossless.text()),
              advice));
    }
    String what =
        " do not take the traffic class of the device, and %s is not set: they send DSCP 0"
            .formatted(own);
    return Optional.of(
        certain.isPresent()
            ? Check.finding(
                "class", "GPU-initiated queue pairs (" + certain.get() + ")" + what, advice)
            : Check.unknown(
                "class",
                seen.get() + ": queue pairs that are GPU-initiated (DevX)" + what,
                advice));
  }

  private static boolean isIn(String value, JobClass lossless) {
    var number = Numbers.of(value.strip());
    return number.isPresent() && number.getAsInt() >> 2 == lossless.dscp().value();
  }

  /** Name of the first variable that fits. */
  private static Optional<String> first(Pattern pattern, Map<String, String> all) {
    return all.entrySet().stream()
        .filter(one -> EnvCheck.isInUse(one.getKey()))
        .filter(one -> pattern.matcher(one.getKey() + "=" + one.getValue().strip()).matches())
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
