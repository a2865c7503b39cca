package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.topology.Gap;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WavesTest {
  private static final int PLANS = Integer.getInteger("plans", 1_000);

  /** The fixture's wiring, with a rail of its own for each switch. */
  private static final Neighbourhood RAILS =
      RackFixture.around()
          .knowing(
              new Facts(
                  Map.of(),
                  Map.of(),
                  Map.of(),
                  Set.of(),
                  Set.of(),
                  Map.of(
                      RackFixture.SWITCHES.get(0),
                      Map.of("rail", "0"),
                      RackFixture.SWITCHES.get(1),
                      Map.of("rail", "1"))));

  @Test
  void everyPrefixOfAllWavesOfThousandsOfRandomPlansIsSafe() {
    Random chance = new Random(20_261_122);
    int plans = 0;
    int waves = 0;
    for (int n = 0; plans < PLANS; n++) {
      RackFixture start = RackFixture.random(chance);
      boolean exact = chance.nextBoolean();
      SortedMap<Key, Setting> wanted = RackFixture.random(chance).some(chance);
      wanted
          .entrySet()
          .removeIf(one -> one.getValue().equals(Pfc.OFF) && start.isLatent(one.getKey()));
      Plan plan = Planner.plan(wanted, start.situation(exact));
      if (!plan.refused() && !plan.changes().isEmpty()) {
        plans++;
        List<Wave> split = Waves.split(plan.changes(), RAILS, sizes(chance));
        waves += split.size();
        List<Change> row = split.stream().flatMap(wave -> wave.changes().stream()).toList();
        assertThat(row).containsExactlyInAnyOrderElementsOf(plan.changes());
        assertThatLinksStayTogether(split);
        assertThatControlIsUntouched(split);
        assertThatNoLinkIsWorseInBetween(start.situation(exact), split);
        SafeOrderTest.check(
            start, new Plan(plan.id(), plan.digest(), row, List.of(), List.of()), wanted, exact, n);
      }
    }
    assertThat(waves).isGreaterThan(2 * PLANS);
    System.out.println(plans + " plans in " + waves + " waves, each prefix safe");
  }

  @Test
  void aWaveByLabelTakesAllLinksOfItsSwitchesAndNoOther() {
    Random chance = new Random(7);
    int both = 0;
    for (int n = 0; both < 50; n++) {
      RackFixture start = RackFixture.random(chance);
      Plan plan = Planner.plan(RackFixture.random(chance).some(chance), start.situation(false));
      List<Wave> waves = Waves.split(plan.changes(), RAILS, sizes("rail=1,100%"));
      if (!plan.refused() && waves.size() > 1) {
        both++;
        assertThat(leaves(waves.get(0))).as("plan " + n).containsOnly(RackFixture.SWITCHES.get(1));
        assertThat(leaves(waves.get(1))).doesNotContain(RackFixture.SWITCHES.get(1));
      }
    }
    List<Wave> none = Waves.split(List.of(), RAILS, sizes("rail=1,100%"));
    assertThat(none).hasSize(1);
  }

  /** Switches of the wave's links. */
  private static Set<DeviceId> leaves(Wave wave) {
    Set<DeviceId> all = new TreeSet<>();
    for (Change change : wave.changes()) {
      if (change.target() instanceof Target.Port port) {
        RAILS.peer(port.id()).map(PortId::device).ifPresent(all::add);
        all.add(port.device());
      }
    }
    all.retainAll(RackFixture.SWITCHES);
    return all;
  }

  private static List<WaveSize> sizes(Random chance) {
    List<String> some =
        List.of(
            "1,100%",
            "1,5%,25%,100%", "50%,100%", "100%", "2,3,100%", "rail=1,100%", "1,rail=0,rail=1,100%");
    return sizes(some.get(chance.nextInt(some.size())));
  }

  private static List<WaveSize> sizes(String text) {
    return Stream.of(text.split(",")).map(WaveSize::parse).toList();
  }

  /** A class that a NIC has alone after a wave, it has alone after the last: leaves go first. */
  private static void assertThatNoLinkIsWorseInBetween(Situation start, List<Wave> waves) {
    List<Change> done = new ArrayList<>();
    List<Set<Gap>> alone = new ArrayList<>();
    for (Wave wave : waves) {
      done.addAll(wave.changes());
      PlannedLinks links =
          new PlannedLinks(State.before(start), State.after(start, List.copyOf(done)), done);
      Set<Gap> worse = new HashSet<>();
      links.touched().forEach(link -> worse.addAll(links.gaps(link)));
      worse.removeIf(
          gap -> gap.dscp().isPresent() || links.isSwitch(gap.end()) || !links.isWorse(gap));
      alone.add(worse);
    }
    assertThat(alone).allMatch(alone.getLast()::containsAll);
  }

  private static void assertThatLinksStayTogether(List<Wave> waves) {
    Set<PortId> seen = new HashSet<>();
    for (Wave wave : waves) {
      Set<PortId> links = new TreeSet<>();
      for (Change change : wave.changes()) {
        if (change.target() instanceof Target.Port port) {
          links.add(
              RackFixture.NICS.stream()
                  .filter(nic -> RackFixture.peer(nic).equals(port.id()))
                  .findFirst()
                  .orElse(port.id()));
        }
      }
      assertThat(links).hasSize(wave.links()).allMatch(link -> !seen.contains(link));
      seen.addAll(links);
    }
  }

  private static void assertThatControlIsUntouched(List<Wave> waves) {
    Set<PortId> touched = new HashSet<>();
    for (Wave wave : waves) {
      touched.addAll(wave.ports());
      assertThat(wave.control()).allMatch(port -> !touched.contains(port));
    }
  }

  @Test
  void aThousandLinksGoAsAsked() {
    Row row = new Row(1000);

    List<Wave> waves = Waves.split(row.changes, row.around, sizes("1,5%,25%,100%"));

    assertThat(waves).extracting(Wave::links).containsExactly(1, 49, 200, 750);
    assertThat(waves).extracting(wave -> wave.control().size()).containsExactly(2, 98, 400, 0);
  }

  @Test
  void eachWaveTakesOneLinkMoreAndNoneIsEmpty() {
    assertThat(links(4, "1,5%,25%,100%")).containsExactly(1, 1, 1, 1);
    assertThat(links(2, "1,5%,25%,100%")).containsExactly(1, 1);
    assertThat(links(10, "5%,25%,100%")).containsExactly(1, 2, 7);
    assertThat(links(3, "8,100%")).containsExactly(3);
    assertThat(Waves.split(List.of(), new Row(1).around, sizes("1,100%")))
        .singleElement()
        .satisfies(wave -> assertThat(wave.changes()).isEmpty());
  }

  private static List<Integer> links(int count, String sizes) {
    Row row = new Row(count);
    return Waves.split(row.changes, row.around, sizes(sizes)).stream().map(Wave::links).toList();
  }

  @Test
  void whatProtectsAWholeSwitchGoesFirstAndWhatDoesNotGoesLast() {
    Row row = new Row(4);
    List<Change> changes = new ArrayList<>(row.changes);
    Target box = new Target.Device(Row.LEAF);
    Change widen = row.lossless(box, PrioritySet.of(3), PrioritySet.of(3, 4));
    Change narrow = row.lossless(box, PrioritySet.of(3, 4), PrioritySet.of(4));
    changes.addFirst(widen);
    changes.addLast(narrow);

    List<Wave> waves = Waves.split(changes, row.around, sizes("1,50%,100%"));

    assertThat(waves.getFirst().changes()).startsWith(widen).hasSize(3);
    assertThat(waves.getLast().changes()).endsWith(narrow);
    assertThat(waves.getFirst().control())
        .as("the switch's own ports were all touched; the NICs were not")
        .containsExactly(PortId.parse("gpu01:nic1"));
  }

  /** NICs in a row on one switch, each with PFC to be switched on at both ends. */
  private static final class Row {
    static final DeviceId LEAF = new DeviceId("leaf1");
    final Neighbourhood around;
    final List<Change> changes;
    private final List<PortId> ports;

    Row(int count) {
      List<Target> targets = new ArrayList<>(List.of(new Target.Device(LEAF)));
      List<Link> links = new ArrayList<>();
      List<Change> all = new ArrayList<>();
      ports = IntStream.range(0, count).mapToObj(n -> new PortId(LEAF, "Ethernet1/" + n)).toList();
      for (int n = 0; n < count; n++) {
        PortId nic = PortId.parse("gpu01:nic" + n);
        PortId port = ports.get(n);
        links.add(new Link(nic, port, OptionalInt.empty(), Link.Source.CONFIG));
        for (PortId end : List.of(nic, port)) {
          targets.add(Target.port(end));
          all.add(
              new Change(
                  Target.port(end), Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(end), Set.of()));
        }
      }
      around = Neighbourhood.of(targets, Links.of(links, List.of()));
      all.sort(new Order(around, all));
      changes = List.copyOf(all);
    }

    Change lossless(Target box, PrioritySet before, PrioritySet after) {
      return new Change(box, new Lossless(before), new Lossless(after), ports, Set.of());
    }
  }
}
