package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Verdict;
import java.util.Optional;
import java.util.OptionalInt;

/** Rules for the class that a job sends in. */
final class ClassRules {
  private static final int LARGEST = 255;

  private ClassRules() {}

  /** {@code NCCL_IB_TC} and others: the ToS byte of all packets; -1 leaves it 0. */
  static Judgement tos(String value, JobHost host) {
    return value.equals("-1") ? tc(0, host) : parsed(value, host);
  }

  /**
   * {@code NCCL_GIN_IB_TC}: class of what GPUs send themselves, which is data (NVIDIA/nccl
   * src/transport/net_ib/gin.cc).
   */
  static Judgement ginTc(String value, JobHost host) {
    return value.equals("-1")
        ? Judgement.ok("the class of NCCL_IB_TC, which is the default")
        : parsed(value, host);
  }

  /** Class of NCCL's control messages, a few bytes each that data waits for; -1 is that of data. */
  static Judgement controlTc(String value, JobHost host) {
    if (value.equals("-1")) {
      return Judgement.ok("the same class as the data, which is the default");
    }
    Judgement judged = parsed(value, host);
    OptionalInt number = Numbers.of(value);
    boolean inRange = number.isPresent() && number.getAsInt() >= 0 && number.getAsInt() <= LARGEST;
    return inRange && (number.getAsInt() & 3) != 3 && judged.verdict() == Verdict.BROKEN
        ? Judgement.unknown(
            "control messages go as DSCP "
                + (number.getAsInt() >> 2)
                + ", the data does not: right"
                + " where that class may not lose either")
        : judged;
  }

  /** {@code UCX_IB_TRAFFIC_CLASS}: the ToS byte; {@code auto} is 106 on RoCE v2. */
  static Judgement ucxTc(String value, JobHost host) {
    return value.equals("auto") ? tc(106, host) : parsed(value, host);
  }

  private static Judgement parsed(String value, JobHost host) {
    OptionalInt number = Numbers.of(value);
    if (number.isEmpty() || number.getAsInt() < 0 || number.getAsInt() > LARGEST) {
      return Judgement.finding("'" + value + "' is no number in 0..255", advice(host));
    }
    return tc(number.getAsInt(), host);
  }

  /** A DSCP that was given where the whole byte is wanted is the usual slip. */
  private static Judgement tc(int tc, JobHost host) {
    String what = "ToS " + tc + " is DSCP " + (tc >> 2) + ", ECN bits " + (tc & 3);
    Optional<JobClass> lossless = host.lossless();
    if ((tc & 3) == 3) {
      return Judgement.finding(what + ": every packet claims congestion", advice(host));
    }
    if (lossless.isEmpty()) {
      return Judgement.unknown(what + "; the fabric's lossless class is not known");
    }
    int wanted = lossless.get().dscp().value();
    if (tc >> 2 == wanted) {
      return Judgement.ok(what + ", " + lossless.get().text());
    }
    String slip = tc == wanted ? "; the DSCP itself was given, where the whole byte is wanted" : "";
    return Judgement.finding(what + ": not in " + lossless.get().text() + slip, advice(host));
  }

  private static String advice(JobHost host) {
    return host.lossless()
        .map(one -> "set " + one.trafficClass() + ": 4 * DSCP " + one.dscp().value() + " + 2")
        .orElse("set 4 * DSCP + 2 of the fabric's lossless class");
  }
}
