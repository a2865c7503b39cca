package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.formulas.RdmaMtuRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.RdmaMtu;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a port itself shows: state, rate, addresses and MTU. */
final class PortRules {
  private static final String SYSFS = "Linux Documentation/ABI/stable/sysfs-class-infiniband";
  private static final String MTU_SOURCE =
      "Linux include/rdma/ib_addr.h, iboe_get_mtu: netdev MTU less the headers of RoCE";

  private PortRules() {}

  static Answer active(Nic nic, HostFacts facts) {
    if (nic.state().isEmpty()) {
      return new Unknown("sysfs does not tell the state of " + nic.rdmaDevice());
    }
    return nic.isActive()
        ? new Ok(nic.state())
        : new Not(
            nic.state(),
            "ACTIVE",
            "look at cable, optic and the switch port: 'losslessd ports'; an unused port is left"
                + " out with nics.exclude or --port",
            SYSFS);
  }

  static Answer rate(Nic nic, HostFacts facts) {
    if (nic.rateMbps() == 0) {
      return new Unknown(nic.isInactive() ? "the port is " + nic.state() : "the rate is not told");
    }
    long like =
        facts.ports().stream()
            .filter(one -> one.model().equals(nic.model()) && !one.port().equals(nic.port()))
            .mapToLong(Nic::rateMbps)
            .max()
            .orElse(0);
    if (facts.expectedMbps().isEmpty() && like == 0) {
      return new Unknown(
          gigabits(nic.rateMbps()) + ", and no like port to compare it with: name one with --rate");
    }
    long expected = facts.expectedMbps().orElse(like);
    return nic.rateMbps() >= expected
        ? new Ok(gigabits(nic.rateMbps()))
        : new Not(
            gigabits(nic.rateMbps()),
            gigabits(expected),
            "look at optic, cable and the speed of the switch port",
            facts.expectedMbps().isPresent() ? "--rate" : "the fastest like port of this host");
  }

  static String gigabits(long mbps) {
    return mbps % 1000 == 0 ? mbps / 1000 + " Gb/s" : mbps + " Mb/s";
  }

  static Answer gid(Nic nic, HostFacts facts) {
    String elsewhere = facts.callerPorts().elsewhere().get(nic.port().name());
    if (elsewhere != null) {
      return new Not(
          elsewhere,
          "a slot of RoCE v2 whose netdev is here",
          "run the job in the host's network (docker --network host, hostNetwork: true), or give"
              + " it a netdev of the HCA: a virtual function or a macvlan of it",
          SYSFS);
    }
    List<Gid> v2 = nic.gids().stream().filter(gid -> gid.type().equals("RoCE v2")).toList();
    Optional<Gid> routed =
        v2.stream()
            .filter(gid -> !gid.isIpv6LinkLocal())
            .min(
                Comparator.comparing(Gid::isLinkLocal)
                    .thenComparing(gid -> !gid.isIpv4())
                    .thenComparing(gid -> !gid.netdev().equals(nic.port().name())));
    if (routed.isPresent()) {
      return lesserThanLike(routed.get(), nic, facts)
          .<Answer>map(lack -> new Unknown("slot " + routed.get().index() + ", " + lack))
          .orElseGet(() -> slot(routed.get(), v2));
    }
    if (nic.gids().isEmpty() && !facts.files().exists(gids(nic))) {
      return new Unknown("no /" + gids(nic) + " is seen here");
    }
    return new Not(
        v2.isEmpty() ? "no slot of RoCE v2" : "IPv6 link-local only",
        "a slot of RoCE v2 with an address",
        addressAdvice(nic, facts),
        SYSFS);
  }

  /** An address that a port falls back to where it has lost the one that like ports have. */
  private static Optional<String> lesserThanLike(Gid gid, Nic nic, HostFacts facts) {
    List<Gid> like =
        facts.ports().stream()
            .filter(one -> one.model().equals(nic.model()))
            .flatMap(one -> one.gids().stream())
            .filter(one -> one.type().equals("RoCE v2") && !one.isLinkLocal())
            .toList();
    if (gid.isLinkLocal() && !like.isEmpty()) {
      return Optional.of("169.254.0.0/16 alone, where a like port has a configured address");
    }
    return !gid.isIpv4() && like.stream().anyMatch(Gid::isIpv4)
        ? Optional.of("IPv6 alone, where a like port has IPv4: NCCL takes one family for all")
        : Optional.empty();
  }

  private static Answer slot(Gid routed, List<Gid> v2) {
    String own = "slot " + routed.index() + (routed.isLinkLocal() ? ", 169.254.0.0/16" : "");
    return v2.stream()
        .filter(gid -> gid.index() < routed.index() && gid.value().equals(routed.value()))
        .findFirst()
        .<Answer>map(first ->
            new Unknown(
                own
                    + ", and slot "
                    + first.index()
                    + " has its address on "
                    + first.netdev()
                    + ": libraries take the first, so set NCCL_IB_GID_INDEX and UCX_IB_GID_INDEX to"
                    + " "
                    + routed.index()))
        .orElseGet(() -> new Ok(own));
  }

  private static String addressAdvice(Nic nic, HostFacts facts) {
    String name = nic.port().name();
    if (name.contains("/")) {
      return "its device is here and no netdev of it: attach the network of that rail (macvlan,"
          + " ipvlan, SR-IOV), or ask for the other devices alone";
    }
    boolean off =
        facts
            .text("proc/sys/net/ipv6/conf/" + name + "/disable_ipv6")
            .filter("1"::equals)
            .isPresent();
    return off
        ? ("give %s an address of IPv4, or allow IPv6 first: net.ipv6.conf.%s.disable_ipv6 is 1 in"
                + " this network namespace")
            .formatted(name, name)
        : "give " + name + " an address: jobs connect by it";
  }

  private static String gids(Nic nic) {
    return "sys/class/infiniband/" + nic.rdmaDevice() + "/ports/" + nic.rdmaPort() + "/gids";
  }

  /** What the device tells, else what the rule of its kernel driver makes of the netdev's MTU. */
  static Answer rdmaMtu(Nic nic, HostFacts facts) {
    OptionalInt netdev = netdevMtu(nic, facts);
    Optional<RdmaMtu> told;
    try {
      told = facts.verbs().activeMtu(nic);
    } catch (TransportException e) {
      return new Unknown(nic.rdmaDevice() + " gives no answer: " + e.getMessage());
    }
    if (told.isEmpty() && netdev.isEmpty()) {
      return new Unknown("neither the MTU of the netdev nor that of RDMA is told");
    }
    Optional<RdmaMtu> mtu = told.or(() -> RdmaMtuRule.of(nic.kernelDriver(), netdev.getAsInt()));
    if (mtu.isEmpty()) {
      return new Unknown(
          "netdev MTU "
              + netdev.getAsInt()
              + "; what RDMA takes of it the device alone tells (ibv_devinfo), which is not asked");
    }
    String text = mtu.get().bytes() + " bytes" + (told.isPresent() ? "" : rule(netdev));
    return mtu.get().bytes() == RdmaMtu.LARGEST ? new Ok(text) : low(text);
  }

  private static String rule(OptionalInt netdev) {
    return ", by the kernel driver's rule for netdev MTU " + netdev.getAsInt();
  }

  private static Answer low(String value) {
    return new Not(
        value,
        RdmaMtu.LARGEST + " bytes",
        "raise the MTU of the netdev to 9000 where the fabric takes 9216 ('losslessd set'); 4200"
            + " is enough",
        MTU_SOURCE);
  }

  private static OptionalInt netdevMtu(Nic nic, HostFacts facts) {
    String mtu = facts.text("sys/class/net/" + nic.port().name() + "/mtu").orElse("");
    return Pattern.matches("\\d{1,6}", mtu)
        ? OptionalInt.of(Integer.parseInt(mtu))
        : OptionalInt.empty();
  }
}
