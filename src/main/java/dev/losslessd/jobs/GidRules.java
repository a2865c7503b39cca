package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The GID slot that a job sends from: fixed by a variable, or chosen by the library. NCCL since
 * 2.21 takes the first RoCE v2 slot of the address family (src/transport/net_ib,
 * ncclIbGetGidIndex). Before 2.26 it stops at a slot that the host shows and a pod does not
 * (NVIDIA/nccl#1573).
 */
final class GidRules {
  private static final int LARGEST = 255;
  private static final String NCCL = "NCCL_IB_GID_INDEX";

  private GidRules() {}

  /** {@code NCCL_IB_GID_INDEX} and others, of libraries that choose the slot where it is unset. */
  static Judgement index(String value, JobHost host) {
    return value.equals("-1") || value.equals("auto")
        ? Judgement.ok("the library chooses the slot itself")
        : judged(value, host, advice(host));
  }

  /** A slot of a library that takes 0 where it is unset. */
  static Judgement slot(String value, JobHost host) {
    Set<Integer> slots = slots(host);
    return judged(
        value,
        host,
        slots.size() == 1
            ? "set " + slots.iterator().next()
            : "give the ports the same slot: they differ, " + slots);
  }

  private static Judgement judged(String value, JobHost host, String advice) {
    OptionalInt index = Numbers.of(value);
    if (index.isEmpty() || index.getAsInt() < 0 || index.getAsInt() > LARGEST) {
      return Judgement.finding("'" + value + "' is no slot of a GID table", advice);
    }
    if (!host.isKnown()) {
      return Judgement.unknown("a fixed slot; this host's GIDs are not known");
    }
    if (host.usable().isEmpty()) {
      return Judgement.unknown("a fixed slot; no port of this host is usable");
    }
    List<String> wrong = new ArrayList<>();
    host.usable().forEach(port -> fault(port, index.getAsInt(), host).ifPresent(wrong::add));
    return wrong.isEmpty()
        ? Judgement.ok("RoCE v2 on every usable port of this host; other hosts may differ")
        : Judgement.finding(String.join("; ", wrong), advice);
  }

  /** {@code -1} of NCCL: as right as its own choice on this host. */
  static Judgement nccl(String value, JobHost host) {
    List<EnvLine> lines = new ArrayList<>();
    if (value.equals("-1")) {
      add(host, lines, new ArrayList<>());
    }
    return lines.isEmpty()
        ? index(value, host)
        : new Judgement(
            lines.getFirst().without(),
            lines.getFirst().lack(),
            lines.getFirst().without() == Verdict.BROKEN ? "set " + lines.getFirst().value() : "");
  }

  private static String advice(JobHost host) {
    Set<Integer> slots = slots(host);
    boolean fixed = !misled(host).isEmpty() || !gapped(host).isEmpty();
    return fixed && slots.size() == 1
        ? "set " + slots.iterator().next() + ", the slot on each usable port of this host"
        : "unset it: the library chooses the slot of each port itself (NCCL since 2.21, in pods"
            + " since 2.26)";
  }

  /** Fault of a slot of a port; empty where it is one of RoCE v2 with an address. */
  private static Optional<String> fault(JobPort port, int index, JobHost host) {
    Optional<Gid> gid = port.gid(index);
    String where = "slot " + index + " of " + port.hca();
    if (gid.isEmpty()) {
      return Optional.of(where + " is empty");
    }
    if (!gid.get().type().equals("RoCE v2")) {
      return Optional.of(where + " is RoCE v1, which no router forwards and DSCP cannot class");
    }
    if (gid.get().isIpv6LinkLocal()) {
      return Optional.of(where + " is IPv6 link-local, which no router forwards");
    }
    return host.hasNetdev(gid.get())
        ? Optional.empty()
        : Optional.of(where + " belongs to " + gid.get().netdev() + ", which is not here");
  }

  /** Adds the slot where NCCL's own choice is wrong on this host, or a note why it is left out. */
  static void add(JobHost host, List<EnvLine> lines, List<String> notes) {
    Set<Integer> slots = slots(host);
    List<String> misled = misled(host);
    List<String> gapped = gapped(host);
    if (misled.isEmpty() && gapped.isEmpty()) {
      notes.add(
          slots.size() == 1
              ? ("%s is left unset: NCCL since 2.21, in pods since 2.26, chooses; older ones"
                      + " need %s on this host")
                  .formatted(NCCL, slots.iterator().next())
              : ("%s is left unset: the RoCE v2 slots of the ports differ (%s), so NCCL before"
                      + " 2.21, in pods before 2.26, cannot use them all")
                  .formatted(NCCL, slots));
      return;
    }
    String why = misled.isEmpty() ? gapped.getFirst() : misled.getFirst();
    if (slots.size() != 1) {
      notes.add(
          "%s; the right slots differ (%s), so that no %s fits: %s"
              .formatted(
                  why,
                  slots,
                  NCCL,
                  misled.isEmpty()
                      ? "use NCCL 2.26 or later"
                      : "give NCCL_IB_ADDR_RANGE the subnet of these ports"));
      return;
    }
    lines.add(
        new EnvLine(
            NCCL,
            String.valueOf(slots.iterator().next()),
            why + (misled.isEmpty() ? "; NCCL 2.26 and later choose by themselves" : ""),
            misled.isEmpty() ? Verdict.UNKNOWN : Verdict.BROKEN,
            why));
  }

  /** The line for a library that takes slot 0; empty where that is right, or ports differ. */
  static Optional<EnvLine> fixed(String name, String library, JobHost host) {
    Set<Integer> slots = slots(host);
    return slots.size() != 1 || slots.contains(0)
        ? Optional.empty()
        : Optional.of(
            EnvLine.needed(
                name,
                String.valueOf(slots.iterator().next()),
                "RoCE v2 with an address on each usable port of this host",
                library + " takes slot 0, which is not RoCE v2 with an address"));
  }

  private static Set<Integer> slots(JobHost host) {
    Set<Integer> slots = new TreeSet<>();
    host.usable().forEach(port -> host.gid(port).map(Gid::index).ifPresent(slots::add));
    return slots;
  }

  /** Ports on which NCCL takes another slot than the right one. */
  private static List<String> misled(JobHost host) {
    boolean six = host.needsIpv6();
    List<String> wrong = new ArrayList<>();
    for (JobPort port : host.usable()) {
      Optional<Gid> taken = port.gidOf(six);
      Optional<Gid> right = host.gid(port);
      if (taken.isPresent() && right.isPresent() && taken.get().index() != right.get().index()) {
        wrong.add(
            "NCCL chooses slot "
                + taken.get().index()
                + " of "
                + port.hca()
                + (host.hasNetdev(taken.get())
                    ? ", which is 169.254.0.0/16"
                    : ", which belongs to " + taken.get().netdev() + ", not here"));
      }
    }
    return wrong;
  }

  /** Ports whose first slot is empty, as in a pod that has a part of the host's table. */
  private static List<String> gapped(JobHost host) {
    return host.usable().stream()
        .filter(port -> !port.gids().isEmpty() && port.gid(0).isEmpty())
        .map(port ->
            "slot 0 of " + port.hca() + " is empty, as in a pod: NCCL 2.21 to 2.25 may stop there")
        .toList();
  }
}
