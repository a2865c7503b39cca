package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whoever answered before a commit is to answer again after 15 s, and is lost after 60 s. */
class PathGuardTest {
  private static final DeviceId LEAF1 = new DeviceId("leaf1");
  private static final DeviceId LEAF2 = new DeviceId("leaf2");

  private final Map<DeviceId, Map<String, Contact>> contacts = new TreeMap<>();
  private final List<DeviceId> asked = new ArrayList<>();
  private long now = 1_000_000_000_000L;

  private PathGuard guard(Set<DeviceId> changed, Set<DeviceId> others) {
    PathGuard guard =
        new PathGuard(
            changed,
            others,
            device -> List.copyOf(ways(device).values()),
            asked::add,
            GuardLimits.DEFAULT);
    guard.applied(now);
    return guard;
  }

  private Map<String, Contact> ways(DeviceId device) {
    return contacts.computeIfAbsent(device, _ -> new TreeMap<>());
  }

  private Contact of(DeviceId device, String way) {
    return ways(device)
        .getOrDefault(way, new Contact(way, OptionalLong.empty(), OptionalLong.empty()));
  }

  private void answers(DeviceId device, String way) {
    ways(device).put(way, new Contact(way, OptionalLong.of(now), of(device, way).silent()));
  }

  private void silent(DeviceId device, String way) {
    ways(device).put(way, new Contact(way, of(device, way).answered(), OptionalLong.of(now)));
  }

  private void pass(PathGuard guard, int seconds) {
    for (int second = 0; second < seconds; second++) {
      now += 1_000_000_000L;
      guard.check(now);
    }
  }

  @Test
  void aSwitchThatAnswersOnNoWaySinceTheWriteIsLost() {
    answers(LEAF1, "snmp");
    answers(LEAF1, "ssh");
    PathGuard guard = guard(Set.of(LEAF1), Set.of());
    pass(guard, 15);
    assertThat(asked).as("at the end of the settle time").containsExactly(LEAF1);
    silent(LEAF1, "snmp");
    silent(LEAF1, "ssh");
    pass(guard, 44);
    assertThat(guard.breach(now)).isEmpty();
    assertThat(guard.undecided()).contains("leaf1 has not answered since the settle time");

    pass(guard, 1);

    assertThat(guard.breach(now))
        .contains(
            "leaf1 answers neither snmp nor ssh since the change, 45 s after its settle time");
    assertThat(asked).as("once more before it is judged").containsExactly(LEAF1, LEAF1);
  }

  @Test
  void oneThatNobodyAskedOnOneWayIsNotLost() {
    answers(LEAF1, "snmp");
    answers(LEAF1, "ssh");
    PathGuard guard = guard(Set.of(LEAF1), Set.of());
    pass(guard, 20);
    silent(LEAF1, "snmp");
    pass(guard, 600);

    assertThat(guard.breach(now)).isEmpty();
    assertThat(guard.undecided()).isPresent();
  }

  @Test
  void anAnswerWithinTheSettleTimeIsNoProof() {
    answers(LEAF1, "ssh");
    PathGuard guard = guard(Set.of(LEAF1), Set.of());
    pass(guard, 10);
    answers(LEAF1, "ssh");
    pass(guard, 6);
    silent(LEAF1, "ssh");
    pass(guard, 60);

    assertThat(guard.breach(now)).get().asString().startsWith("leaf1 does not answer ssh since");
  }

  @Test
  void oneThatAnsweredOnceAfterTheSettleTimeIsBackForGood() {
    answers(LEAF1, "ssh");
    answers(LEAF1, "snmp");
    PathGuard guard = guard(Set.of(LEAF1), Set.of());
    pass(guard, 30);
    silent(LEAF1, "ssh");
    answers(LEAF1, "snmp");
    pass(guard, 1);
    assertThat(guard.undecided()).isEmpty();
    silent(LEAF1, "ssh");
    silent(LEAF1, "snmp");
    pass(guard, 600);

    assertThat(guard.breach(now)).isEmpty();
  }

  @Test
  void oneThatWasSilentBeforeIsNotJudgedNorOneThatIsNotTouched() {
    answers(LEAF1, "ssh");
    now += 1;
    silent(LEAF1, "ssh");
    answers(LEAF2, "ssh");
    PathGuard guard = guard(Set.of(LEAF1), Set.of());
    pass(guard, 20);
    silent(LEAF1, "ssh");
    silent(LEAF2, "ssh");
    pass(guard, 600);

    assertThat(guard.breach(now)).isEmpty();
    assertThat(guard.undecided()).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void aChangeOfTheHostThatLosesAllIsABreachAndOneThatLosesOneIsNot() {
    answers(LEAF1, "ssh");
    answers(LEAF2, "ssh");
    PathGuard all = guard(Set.of(), Set.of(LEAF1, LEAF2));
    PathGuard one = guard(Set.of(), Set.of(LEAF1, LEAF2));
    pass(all, 20);
    silent(LEAF1, "ssh");
    silent(LEAF2, "ssh");
    pass(all, 60);
    assertThat(all.breach(now))
        .contains(
            "none of the 2 devices that this host reached before the change has answered since the"
                + " change, 65 s after its settle time");

    answers(LEAF2, "ssh");
    pass(one, 1);
    assertThat(one.breach(now)).isEmpty();
    assertThat(one.undecided()).isEmpty();
  }
}
