package dev.losslessd.metrics;

import dev.losslessd.model.Burst;
import dev.losslessd.model.CallTimes.Call;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Due;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Health;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Schema;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** A page of a daemon that has everything to tell: a NIC, a switch, a commit, a finding. */
final class FullPage {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId NIC = PortId.parse("gpu01:ens1f0np0");
  private static final PortId FRONT = PortId.parse("leaf1:Ethernet1/1");

  private FullPage() {}

  /** As Prometheus reads it. */
  static String text() {
    LatestCounters counters = new LatestCounters();
    List<Counter> all = counters();
    for (PortId port : List.of(NIC, FRONT)) {
      counters.accept(
          new Sweep(port, new Schema(all), new long[all.size()], new byte[all.size()], 1000, 1));
    }
    OwnMeters own = meters();
    Page page = new Page(counters, FullPage::facts, FullPage::management, own::page, () -> 100_000);
    return Pages.text(page, PageRequest.of(PageFormat.PROMETHEUS));
  }

  /** One of each signal, with the direction and priority that it has. */
  private static List<Counter> counters() {
    List<Counter> all = new ArrayList<>();
    for (Signal signal : Signal.values()) {
      if (signal != Signal.OTHER) {
        all.add(counter(signal));
      }
    }
    return all;
  }

  private static Counter counter(Signal signal) {
    String name = signal.name();
    boolean prioritised = name.matches("(PFC|PRIORITY|WATCHDOG)_.*");
    boolean directed =
        prioritised
            || name.matches("(GLOBAL_PAUSE|PORT|BUFFER|CONTROL_QUEUE|PCIE)_.*")
            || name.matches("RDMA_(DISCARDS|BYTES|PACKETS)");
    return new Counter(
        signal, directed ? Direction.RX : null, prioritised ? Priority.of(3) : null, name, 64, 1);
  }

  private static List<Burst> bursts() {
    return counters().stream()
        .filter(one ->
            Set.of(
                    Signal.ECN_CE_PACKETS,
                    Signal.CNP_SENT,
                    Signal.CNP_HANDLED,
                    Signal.OUT_OF_SEQUENCE,
                    Signal.PACKET_SEQUENCE_ERRORS,
                    Signal.ACK_TIMEOUTS,
                    Signal.RETRANSMITS,
                    Signal.ADAPTIVE_RETRANSMITS,
                    Signal.RDMA_BYTES)
                .contains(one.signal()))
        .map(one ->
            new Burst(
                NIC,
                one,
                List.of(1.0, 1.0),
                Collections.nCopies(Burst.bounds(one).size(), 1L),
                1,
                1))
        .toList();
  }

  private static Facts facts() {
    Observed observed =
        new Observed(
            Target.port(NIC),
            Map.of(SettingKind.PFC, new Reading.Value(new Pfc(PrioritySet.of(3)))));
    Observed leaf =
        new Observed(
            Target.port(FRONT),
            Map.of(SettingKind.PFC, new Reading.Value(new Pfc(PrioritySet.of(3)))));
    return new Facts(
        NOW,
        HOST,
        List.of(Nics.full(NIC, Nic.Role.PHYSICAL)),
        List.of(
            new Health(NIC, "", true, Optional.of(NOW), "", 0, false),
            new Health(FRONT, "", true, Optional.of(NOW), "", 0, false),
            new Health(FRONT, "cli", true, Optional.of(NOW), "", 0, false)),
        List.of(new Observation(observed, NOW), new Observation(leaf, NOW)),
        List.of(finding(NIC + " ets"), finding(FRONT + " mtu")),
        List.of(new LinkCheck(NIC, FRONT, "pfc", true)),
        Map.of(FRONT, new LinkReading(true, 1)),
        Map.of(FRONT, 100_000L),
        new PollStats(
            List.of(
                new PollCost(LEAF, "", OptionalDouble.of(0.25), 1, 40, 2, 0, 0),
                new PollCost(LEAF, "cli", OptionalDouble.of(0.25), 1, 40, 2, 0, 0)),
            List.of(new PollRate(NIC, "fast", 0.05, 0.2, 0.004)),
            bursts()),
        Set.of(),
        List.of(),
        new LabelFacts(
            new TreeMap<>(Map.of(LEAF, Map.of("rail", "0"))),
            new TreeMap<>(Map.of(NIC, Map.of("rail", "1")))),
        new StateFacts(
            HOST,
            new TreeMap<>(Map.of(HOST, Map.of(SettingState.UNKNOWN, 4))),
            new PortCount(1, OptionalInt.of(8)),
            List.of(new ReadyCheck("gid", NIC.name(), true))));
  }

  private static Finding finding(String subject) {
    return new Finding(
        FindingRule.DRIFT, Finding.Severity.WARNING, subject, "differs", "mend it", NOW);
  }

  private static ManagementFacts management() {
    return new ManagementFacts(
        Set.of(HOST, LEAF),
        new TreeMap<>(Map.of(HOST, new ManagementFacts.Overrides(1, 0))),
        List.of(commit()),
        Map.of());
  }

  private static Commit commit() {
    Change change =
        new Change(Target.port(NIC), new Mtu(1500), new Mtu(9000), List.of(NIC), Set.of());
    Plan plan = new Plan("p", "d", List.of(change), List.of(), List.of());
    return new Commit.AwaitingConfirm(new Commit.Run("c-000001", plan, "uid:0", "", NOW), NOW);
  }

  private static OwnMeters meters() {
    CallMeters calls = new CallMeters();
    calls.of(Call.SNMP_REQUEST, "leaf1").accept(1);
    calls.of(Call.SSH_COMMAND, "leaf1").accept(1);
    calls.of(Call.NETLINK_CALL, "dcbnl").accept(1);
    calls.of(Call.COMMIT_PHASE, "applying").accept(1);
    calls
        .timed((_, _) -> {}, () -> 0)
        .accept(PageRequest.of(PageFormat.PROMETHEUS), OutputStream.nullOutputStream());
    OwnMeters own =
        new OwnMeters("1", () -> "observe", () -> false, () -> 0, InstantSource.fixed(NOW), calls);
    own.watches(() -> 0, () -> 0);
    own.audits(() -> 0);
    own.journals(() -> 0);
    own.logs(() -> 0);
    own.serves(() -> 0, () -> 0, () -> 0, Map.of("slow", () -> 0));
    own.locksOut(() -> 0, () -> 0);
    own.certificates(() -> Map.of("http", 1_800_000_000L));
    own.supervises(() -> 0, () -> 0);
    own.locksOut(() -> 0, () -> 0);
    own.certificates(() -> Map.of("127.0.0.1:9464", 1L));
    own.reloads(() -> true, () -> 0);
    own.count(commit());
    own.undoes(() -> Map.of("leaf1", 1));
    own.maintains(() ->
        List.of(new Maintenance(new Target.Device(LEAF), NOW, Due.at(NOW), "uid:0", "optics")));
    return own;
  }
}
