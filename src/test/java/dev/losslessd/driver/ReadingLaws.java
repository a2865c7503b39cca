package dev.losslessd.driver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Laws of {@link SwitchContract} for what is read. */
public abstract class ReadingLaws extends OnContractSwitch {
  /** Places at which each text is cut: in turn at the end of a line and within one. */
  private static final int CUTS = 6;

  @Test
  void everySettingReadsAsExpected() throws Exception {
    try (SwitchSession session = box.session()) {
      assertThat(session.targets()).startsWith(whole()).contains(target(port()), target(other()));
      check(session, target(port()), settings());
      if (!wholeSettings().isEmpty()) {
        check(session, whole(), wholeSettings());
      }
    }
  }

  private static void check(
      SwitchSession session, Target target, Map<SettingKind, Expected> settings) {
    Map<SettingKind, Reading> now = session.read(target).readings();
    assertThat(now.keySet()).isEqualTo(settings.keySet());
    settings.forEach(
        (kind, expected) -> expected.check(requireNonNull(now.get(kind)), kind.word()));
  }

  @Test
  void aMemberOfABundleIsNeverReadByItsOwnLines() throws Exception {
    keep(members());
  }

  @Test
  void aDefaultThatIsNotPrintedIsNotNone() throws Exception {
    keep(unprinted());
  }

  @Test
  void anUnknownLineInAKnownSectionLeavesTheSettingUnknown() throws Exception {
    assertThat(unknownLines()).noneMatch(one -> one.expected().known());
    keep(unknownLines());
  }

  @Test
  void aRowThatIsNotUnderstoodIsOfItsOwnPortAlone() throws Exception {
    Map<Key, Reading> before = read(Map.of(), port());
    keep(strangeRows());
    for (Case one : strangeRows()) {
      assertThat(one.port()).as(one.why()).isEqualTo(other());
      assertThat(read(one, port())).as(one.why()).isEqualTo(before);
    }
  }

  @Test
  void aCutAnswerIsNeverAnotherValue() throws Exception {
    Map<Key, Reading> before = read(Map.of(), port());
    for (String command : asked()) {
      String text = requireNonNull(box.texts().get(command));
      int lost = 0;
      for (int n = 0; n < CUTS; n++) {
        int at = text.length() * n / CUTS;
        int end = n % 2 == 0 ? text.lastIndexOf('\n', at) + 1 : at;
        String cut = text.substring(0, end).stripTrailing() + "\n"; // then comes the prompt
        lost += lost(before, Map.of(command, cut), command + " cut at " + end);
      }
      assertThat(lost > 0 || asides().contains(command)).as(command).isTrue();
    }
  }

  @Test
  void aRefusedCommandLeavesNoWrongValue() throws Exception {
    Map<Key, Reading> before = read(Map.of(), port());
    for (String command : asked()) {
      box.print(Map.of());
      box.refuse(command, false);
      int lost = lost(before, command + " refused");
      assertThat(lost > 0 || asides().contains(command)).as(command).isTrue();
    }
  }

  private int lost(Map<Key, Reading> before, Map<String, String> changed, String why)
      throws Exception {
    box.print(changed);
    return lost(before, why);
  }

  /** Settings that have no value any more; each that has one has the same. */
  private int lost(Map<Key, Reading> before, String why) throws Exception {
    Map<Key, Reading> after;
    try {
      after = readNow(port());
    } catch (DeviceException e) {
      return before.size();
    }
    int lost = 0;
    for (Map.Entry<Key, Reading> one : before.entrySet()) {
      Reading now = after.get(one.getKey());
      if (now != null && now.inForce().isPresent()) {
        assertThat(now.inForce()).as(why + ": " + one.getKey()).isEqualTo(one.getValue().inForce());
      } else if (one.getValue().inForce().isPresent()) {
        lost++;
      }
    }
    return lost;
  }

  /** Commands with a text that a read of the port or the switch asks. */
  private List<String> asked() throws Exception {
    return sentBy(session -> {
      session.read(whole());
      session.read(target(port()));
    });
  }

  /** Commands with a text that a session sends once it is logged in. */
  private List<String> sentBy(Consumer<SwitchSession> work) throws Exception {
    box.print(Map.of());
    try (SwitchSession session = box.session()) {
      session.targets(); // logs in
      int before = box.sent().size();
      work.accept(session);
      List<String> sent = new ArrayList<>(box.sent());
      sent.subList(0, before).clear();
      sent.removeIf(line -> box.texts().getOrDefault(line, "").isBlank());
      return sent.stream().distinct().toList();
    }
  }

  @Test
  void anAccountThatMayNotIsToldWhatIsDenied() throws Exception {
    List<String> tried = sentBy(session -> assertThat(session.missingPermissions()).isEmpty());
    int denied = 0;
    for (String command : tried) {
      box.print(Map.of());
      box.refuse(command, true);
      try (SwitchSession session = box.session()) {
        List<String> missing = session.missingPermissions();
        if (!missing.isEmpty()) {
          String bare = command.replaceFirst(" (?:</dev/null|-o json)$", "");
          assertThat(missing).as(command).anyMatch(one -> one.startsWith(bare + ": "));
          assertThat(missing).as(command).allMatch(one -> one.contains(denial()));
          denied++;
        }
      }
    }
    assertThat(denied).as("what a preflight tries").isGreaterThanOrEqualTo(2);
  }

  @Test
  void everyLineThatIsSentIsAReadOfTheLedger() throws Exception {
    int before = box.sent().size();
    try (SwitchSession session = box.session()) {
      session.targets();
      session.read(whole());
      session.read(target(port()));
      assertThat(!session.neighbours().isEmpty()).isEqualTo(hears());
      assertThat(queueCounters(session)).isEqualTo(queueCounters());
    }
    assertThat(box.sent()).hasSizeGreaterThan(before);
    assertThat(box.sent().subList(before, box.sent().size())).allMatch(this::isRead);
  }

  @Test
  void noEntryOfItsLedgerConstructsWithoutASource() {
    assertThat(ledger().entries()).isNotEmpty();
    for (Ledger.Entry one : ledger().entries()) {
      assertThatThrownBy(() ->
              new Ledger.Entry(one.id(), one.form(), " ", one.evidence(), one.access(), one.line()))
          .hasMessage("ledger entry " + one.id() + " has no source");
    }
  }

  final boolean isRead(String line) {
    return ledger().find(line).filter(entry -> entry.access() == Ledger.Access.READ).isPresent();
  }

  private long queueCounters(SwitchSession session) {
    long there = 0;
    PortId port = new PortId(box.id(), port());
    for (Sweep sweep : session.queues().sweep(List.of(port), 1_000, 2_000)) {
      for (int n = 0; n < sweep.schema().size(); n++) {
        there += sweep.has(n) ? 1 : 0;
      }
    }
    return there;
  }

  @Test
  void aPortThatIsGoneIsReportedAsGone() throws Exception {
    try (SwitchSession session = box.session()) {
      assertThat(session.targets()).doesNotContain(target(gone()));
      assertThatThrownBy(() -> session.read(target(gone())))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GONE));
    }
  }
}
