package dev.losslessd.config;

import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the fabric shall carry, as the file declares it.
 *
 * @param profile what the loader has laid the other keys over
 * @param source for people who read the file
 */
public record DeclaredPolicy(
    @Reload("a file of profiles/ to start from; keys here override it") @Is(TextForm.NAME)
        Optional<String> profile,
    @Reload("where its figures come from, for people who read them") @Is(TextForm.TEXT)
        Optional<String> source,
    @Reload("traffic classes") List<TrafficClass> classes,
    @Reload("congestion control of every NIC; absent leaves it alone") Optional<Dcqcn> dcqcn,
    @Reload("IP MTU in bytes") @In("576..9978") OptionalInt mtu,
    @Reload("storm guard on the switches; what is absent is left as a switch has it")
        Optional<Watchdog> pfcWatchdog,
    @Reload(
            "ports of switches with 'manage: true' that it is for: rdma are those with a host at"
                + " the other end, by 'links' or LLDP; all is every one; mine are those wired to"
                + " this host; a glob with ! takes ports out, of rdma where nothing else is named")
        @Usual(PolicyScope.RDMA)
        PolicyScope ports) {
  Policy policy() {
    return new Policy(classes.stream().map(TrafficClass::of).toList(), dcqcn, mtu);
  }

  /** Whether a class has a share of the link, or goes before all that have. */
  public enum Scheduling {
    SHARED,
    STRICT
  }

  /** A class of traffic. */
  public record TrafficClass(
      @Reload("the operator's word for it") @Is(TextForm.NAME) String name,
      @Reload("802.1p priority, one class each") Priority priority,
      @Reload("code points of the class") @Usual("[]") List<Dscp> dscp,
      @Reload("on: it pauses instead of dropping") @Usual("off") boolean pfc,
      @Reload("least share of the link") @In("1%..100%") OptionalInt bandwidth,
      @Reload("strict is sent before all that share") @Usual("shared") Scheduling scheduling,
      @Reload("on: NICs send RDMA with its first DSCP, by traffic-class and roce-tos; one class")
          @Usual("off")
          boolean mark,
      @Reload("marking on the switches") Optional<Ecn> ecn) {
    Policy.TrafficClass of() {
      return new Policy.TrafficClass(
          name,
          priority,
          dscp,
          pfc,
          scheduling == Scheduling.STRICT,
          bandwidth.orElse(0),
          ecn.map(Ecn::marking).orElse(null),
          mark);
    }
  }

  /** RED marking on a switch queue. */
  public record Ecn(
      @Reload("queue depth below which nothing is marked") @In("1B..4096MiB") long min,
      @Reload("depth from which on every packet is") @In("1B..4096MiB") long max,
      @Reload("of a mark just below max") @In("1%..100%") int probability) {
    Policy.EcnMarking marking() {
      return new Policy.EcnMarking(min, max, probability);
    }
  }

  /** Storm guard on the switches. */
  public record Watchdog(
      @Reload("a queue paused for so long is a storm") @In("100ms..5s") Optional<Duration> detect,
      @Reload("so long without pause ends it") @In("100ms..60s") Optional<Duration> restore,
      @Reload("what becomes of its packets") Optional<PfcWatchdog.Action> action) {
    PfcWatchdog setting() {
      return new PfcWatchdog(true, millis(detect), millis(restore), action.orElse(null));
    }

    private static @Nullable Integer millis(Optional<Duration> time) {
      return time.map(one -> Math.toIntExact(one.toMillis())).orElse(null);
    }
  }
}
