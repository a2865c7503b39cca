package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.Entry;
import dev.losslessd.text.Worded;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActionEventsTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final DeviceId LEAF = new DeviceId("leaf1");

  private final EventStream stream = new EventStream("b1", RealTime.by(() -> NOW));
  private final List<String> audited = new ArrayList<>();
  private final ActionEvents events = new ActionEvents(stream, new Audited(), _ -> {});

  /** Notes what the audit is told, and how many events there were at that time. */
  private final class Audited implements AuditListener {
    private void note(String what) {
      audited.add(what + " at " + stream.newest());
    }

    @Override
    public void refused(Request request, CommitException why) {
      note("refused");
    }

    @Override
    public void became(Commit commit, String actor) {
      note(commit.id() + " " + commit.state() + " by " + actor);
    }

    @Override
    public void unjournaled(String commit) {
      note("unjournaled " + commit);
    }

    @Override
    public void saved(DeviceId device, String actor, List<String> foreign, Instant at) {
      note("saved " + device);
    }

    @Override
    public void accepted(Entry.Accepted accepted, Identities before) {
      note("accepted " + accepted.device());
    }

    @Override
    public void noted(Kind kind, String name, String actor, String what, Instant at) {
      note(Worded.of(kind));
    }

    @Override
    public void frozen(boolean on, String actor, String why, Instant at) {
      note("frozen " + on);
    }

    @Override
    public void maintenance(Maintenance maintenance, boolean on, String actor, Instant at) {
      note("maintenance " + on);
    }
  }

  @Test
  void everyStateOfACommitIsAnEventWithItsDevices() {
    Commit.Run run = new Commit.Run("c-000017", plan(), "uid:0", "", NOW);
    events.became(new Commit.Applying(run), "uid:0");
    events.became(new Commit.AwaitingConfirm(run, NOW.plusSeconds(600)), "daemon");
    events.became(new Commit.Confirmed(run, 4, NOW), "uid:1");

    assertThat(lines())
        .containsExactly(
            "commit applying c-000017 commit c-000017 is applying: 3 changes",
            "commit awaiting-confirm c-000017 commit c-000017 is awaiting-confirm until"
                + " 2027-01-01T00:10:00Z",
            "commit confirmed c-000017 commit c-000017 is confirmed as revision 4");
    assertThat(audited)
        .as("the audit hears of each first")
        .containsExactly(
            "c-000017 applying by uid:0 at 0",
            "c-000017 awaiting-confirm by daemon at 1",
            "c-000017 confirmed by uid:1 at 2");
    assertThat(data())
        .extracting(EventData::devices)
        .allSatisfy(devices -> assertThat(devices).containsExactly(new DeviceId("gpu01"), LEAF));
  }

  @Test
  void whatPeopleDoIsAnEventAfterItIsInTheAudit() {
    Maintenance work =
        new Maintenance(
            new Target.Device(LEAF), NOW, Due.at(NOW.plusSeconds(60)), "uid:0", "optics");
    events.frozen(true, "uid:0", "", NOW);
    events.frozen(false, "uid:0", "", NOW);
    events.maintenance(work, true, "uid:0", NOW);
    events.maintenance(work, false, "daemon", NOW);
    events.saved(LEAF, "uid:0", List.of(), NOW);
    events.accepted(new Entry.Accepted(LEAF, Identities.NONE, "uid:0", "", NOW), Identities.NONE);

    assertThat(audited)
        .containsExactly(
            "frozen true at 0",
            "frozen false at 1",
            "maintenance true at 2",
            "maintenance false at 3",
            "saved leaf1 at 4",
            "accepted leaf1 at 5");
    assertThat(lines())
        .containsExactly(
            "freeze frozen all all writing is frozen",
            "freeze thawed all writing goes on",
            "maintenance begun leaf1 leaf1 is in maintenance until 2027-01-01T00:01:00Z: optics",
            "maintenance ended leaf1 leaf1 is not in maintenance any more since"
                + " 2027-01-01T00:00:00Z",
            "device saved leaf1 what runs on leaf1 is kept over its reboots",
            "device accepted leaf1 another box stands for leaf1 from now on");
  }

  @Test
  void whoMayAskAndWhatIsTrustedIsToldWithoutWhatOnlyAnAdminMayKnow() {
    events.noted(Kind.TOKEN_MADE, "", "uid:0", "t-1 ci operator", NOW);
    events.noted(Kind.TOKEN_REVOKED, "", "uid:0", "t-1 ci operator", NOW);
    events.noted(Kind.LOCKED_OUT, "10.0.0.5", "anyone@10.0.0.5", "10 wrong tokens", NOW);
    AuditListener.hostKey(events, true, "leaf1", "uid:0", "SHA256:x in /etc/known_hosts", NOW);
    AuditListener.hostKey(events, false, "leaf1", "uid:0", "another key", NOW);

    assertThat(audited)
        .containsExactly(
            "token-made at 0",
            "token-revoked at 1",
            "locked-out at 2",
            "trusted at 3",
            "refused at 4");
    assertThat(lines())
        .containsExactly(
            "access made tokens an access token was made",
            "access revoked tokens an access token was revoked",
            "access locked-out 10.0.0.5 10.0.0.5: 10 wrong tokens",
            "device trusted leaf1 a host key of leaf1 is trusted from now on");
    assertThat(data().getLast().devices()).containsExactly(LEAF);
  }

  /** A new event of the audit that is not passed on would be lost to the audit without a word. */
  @Test
  void everythingThatTheAuditHearsIsPassedOn() {
    assertThat(AuditListener.class.getMethods())
        .filteredOn(method -> !Modifier.isStatic(method.getModifiers()))
        .allSatisfy(method ->
            assertThat(ActionEvents.class.getMethod(method.getName(), method.getParameterTypes()))
                .matches(own -> own.getDeclaringClass().equals(ActionEvents.class)));
  }

  @Test
  void whatOnlyTheAuditWantsToKnowIsPassedOnAndNoEvent() {
    events.unjournaled("c-000017");

    assertThat(audited).containsExactly("unjournaled c-000017 at 0");
    assertThat(data()).isEmpty();
  }

  private static Plan plan() {
    return new Plan(
        "p",
        "d",
        List.of(change("leaf1:e1"), change("gpu01:a"), change("leaf1:e2")),
        List.of(),
        List.of());
  }

  private static Change change(String port) {
    return new Change(
        Target.port(PortId.parse(port)), new Mtu(1500), new Mtu(9000), List.of(), Set.of());
  }

  private List<EventData> data() {
    return stream.after(0, 100).events().stream().map(Event::data).toList();
  }

  private List<String> lines() {
    return data().stream()
        .map(one ->
            one.kind().word() + " " + one.change() + " " + one.subject() + " " + one.message())
        .toList();
  }
}
