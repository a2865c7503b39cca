package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Nic.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rules for the class that a job sends in, and for the GID slot that it sends from. */
final class ClassRules {
  private static final int LARGEST = 255;

  private ClassRules() {}

  /** {@code NCCL_IB_TC}: the ToS byte of all packets. */
  static Judgement ncclTc(String value, JobHost host) {
    return value.equals("-1") ? tc(0, host) : parsed(value, host);
  }

  /** Class of NCCL's control messages, a few bytes each that data waits for; -1 is that of data. */
  static Judgement controlTc(String value, JobHost host) {
    if (value.equals("-1")) {
      return Judgement.ok("the same class as the data, which is the default");
    }
    Judgement judged = parsed(value, host);
    OptionalInt number = Numbers.of(value);
    boolean inRange = number.isPresent() && number.getAsInt() >= 0 && number.getAsInt() <= LARGEST;
    return inRange && (number.getAsInt() & 3) != 3 && judged.verdict() == Check.Verdict.FINDING
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

  /** {@code NCCL_IB_GID_INDEX} and {@code UCX_IB_GID_INDEX}. */
  static Judgement gidIndex(String value, JobHost host) {
    if (value.equals("-1") || value.equals("auto")) {
      return Judgement.ok("the library chooses the slot itself");
    }
    OptionalInt index = Numbers.of(value);
    if (index.isEmpty() || index.getAsInt() < 0 || index.getAsInt() > LARGEST) {
      return Judgement.finding("'" + value + "' is no slot of a GID table", "unset it");
    }
    if (!host.isKnown()) {
      return Judgement.unknown("a fixed slot; this host's GIDs are not known");
    }
    List<String> wrong = new ArrayList<>();
    host.usable().forEach(port -> slot(port, index.getAsInt()).ifPresent(wrong::add));
    return wrong.isEmpty()
        ? Judgement.ok("RoCE v2 on every usable port of this host; other hosts may differ")
        : Judgement.finding(
            String.join("; ", wrong),
            "unset it: NCCL since 2.21 and UCX choose the slot of each port themselves");
  }

  /** Fault of a slot of a port; empty where it is one of RoCE v2 with an address. */
  private static Optional<String> slot(JobPort port, int index) {
    Optional<Gid> gid = port.gid(index);
    String where = "slot " + index + " of " + port.hca();
    if (gid.isEmpty()) {
      return Optional.of(where + " is empty");
    }
    if (!gid.get().type().equals("RoCE v2")) {
      return Optional.of(where + " is RoCE v1, which no router forwards and DSCP cannot class");
    }
    return GidText.isLinkLocal(gid.get().value())
        ? Optional.of(where + " is IPv6 link-local, which no router forwards")
        : Optional.empty();
  }
}
