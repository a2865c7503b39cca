package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Joined;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A trial, there and back, and what is wrong with it. */
final class TrialRun {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final ConfigDbSwitch box;
  private final Updater updater;
  private final BiConsumer<String, ObjectNode> ends;
  private final List<String> held = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * @param updater of the switch, asked whether a database is valid
   * @param ends gets the database after each patch and after each trial, with its name
   */
  TrialRun(ConfigDbSwitch box, Updater updater, BiConsumer<String, ObjectNode> ends) {
    this.box = box;
    this.updater = updater;
    this.ends = ends;
  }

  /** A setting that may only be read, or a plan that is refused. */
  static final class Held extends RuntimeException {
    private static final long serialVersionUID = 1;

    Held(String why) {
      super(why);
    }
  }

  /**
   * A setting of which the database holds more than a reading can express; its plans are refused.
   */
  static final class Unread extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unread(String why) {
      super(why);
    }
  }

  /** Trials of what cannot be read, each with the reason. */
  List<String> unread() {
    return unread;
  }

  /** Trials that were not let through, each with the reason. */
  List<String> held() {
    return held;
  }

  /** Faults of all trials so far, each with the name of its trial. */
  List<String> faults() {
    return faults;
  }

  void run(Trial trial) {
    box.put(trial.start());
    SwitchSession session = box.session();
    try {
      List<Change> changes = trial.changes().apply(session);
      stage(trial.name(), changes);
      Plan.results(changes)
          .forEach((key, wanted) -> {
            Reading is = session.read(key.target()).reading(key.kind());
            if (is.standing().filter(wanted::isMetBy).isEmpty()) {
              fault(trial.name(), key + " shall be " + wanted.text() + " and reads " + is.text());
            }
          });
      onlyWhatIsMeant(trial, changes);
      stage(trial.name() + ", back", changes.reversed().stream().map(Change::inverse).toList());
      List<String> left = Moves.differences(trial.start(), box.db());
      if (!trial.start().equals(box.db())) {
        fault(trial.name() + ", back", "the inverse leaves " + left);
      }
    } catch (DeviceException e) {
      judge(trial.name(), List.of());
      fault(trial.name(), e.kind() + " " + e.getMessage());
    } catch (Held e) {
      held.add(trial.name() + ": " + e.getMessage());
    } catch (Unread e) {
      unread.add(trial.name() + ": " + e.getMessage());
    }
  }

  /**
   * Leaves the switch after several revisions, as a release does: what was found before the first
   * is put back in one plan, and then no name of this agent stays.
   */
  void leave(List<Trial> revisions) {
    Trial first = revisions.getFirst();
    box.put(first.start());
    SwitchSession session = box.session();
    Map<Key, Change> found = new LinkedHashMap<>();
    try {
      for (Trial one : revisions) {
        List<Change> changes = one.changes().apply(session);
        stage(one.name(), changes);
        changes.forEach(
            change -> found.putIfAbsent(new Key(change.target(), change.kind()), change));
      }
      left(first.name() + ", kept", false);
      List<Change> back = new ArrayList<>();
      found.values().forEach(change -> back.add(back(session, change)));
      stage(first.name() + ", released", back.reversed());
      left(first.name() + ", left", true);
      List<String> otherwise = Moves.differences(first.start(), box.db());
      if (!first.start().equals(box.db())) {
        fault(first.name() + ", released", "leaves " + otherwise);
      }
    } catch (DeviceException e) {
      judge(first.name(), List.of());
      fault(first.name() + ", released", e.kind() + " " + e.getMessage());
    } catch (Held e) {
      held.add(first.name() + ", released: " + e.getMessage());
    } catch (Unread e) {
      unread.add(first.name() + ", released: " + e.getMessage());
    }
  }

  private static Change back(SwitchSession session, Change of) {
    Reading is = session.read(of.target()).reading(of.kind());
    return new Change(
        of.target(),
        SonicLeaf.value(session, of.target(), of.before()),
        of.before(),
        is.words(),
        of.wordsBefore(),
        List.of(),
        session.capabilities(of.target()).of(of.kind()).risks());
  }

  /** Names go without a port that goes down, and those of rows in force stay with their rows. */
  private void left(String name, boolean restored) {
    box.session().leave();
    judge(name, List.of());
    List<String> names = box.session().ownNames();
    if (names.isEmpty() != restored) {
      fault(name, "has the names " + names);
    }
  }

  private void fault(String name, String what) {
    faults.add(name + ": " + what);
  }

  private void stage(String name, List<Change> changes) {
    write(box.session(), changes);
    if (!judge(name, changes).equals(box.db())) {
      Updater.Verdict whole = updater.apply(box.db(), MAPPER.createArrayNode());
      if (!whole.accepted()) {
        fault(name, "leaves a database that is not valid: " + whole.why());
      }
    }
    ends.accept(name, box.db());
  }

  /** As the engine does: what the driver joins goes in one. */
  private static void write(SwitchSession session, List<Change> changes) {
    new Joined(Map.of(SonicLeaf.ID, session.joined()))
        .parts(changes)
        .forEach(session::applyTogether);
  }

  /**
   * Judges the patches so far; returns the database as the last one left it, whatever other
   * commands did afterwards.
   */
  private JsonNode judge(String name, List<Change> changes) {
    List<ConfigDbSwitch.Applied> patches = box.takePatches();
    int n = 0;
    for (ConfigDbSwitch.Applied one : patches) {
      n++;
      String patch = name + " patch " + n;
      if (!one.verdict().accepted()) {
        fault(patch, "not accepted: " + one.verdict().why() + " " + one.patch());
      }
      Moves.emptiedInUse(one).forEach(row -> fault(patch, row + " is emptied in use"));
      ends.accept(patch, one.verdict().after());
    }
    for (Map.Entry<String, Integer> port : Moves.bounces(patches).entrySet()) {
      if (port.getValue() > 1) {
        fault(name, port.getKey() + " goes down " + port.getValue() + " times");
      }
      if (changes.stream().noneMatch(change -> declares(change, port.getKey()))) {
        fault(name, port.getKey() + " goes down, which the plan does not say");
      }
    }
    return patches.isEmpty() ? MAPPER.createObjectNode() : patches.getLast().verdict().after();
  }

  private static boolean declares(Change change, String port) {
    return change.risks().contains(Risk.LINK_BOUNCE)
        && change.target() instanceof Target.Port one
        && one.id().name().equals(port);
  }

  /** Checks that only rows of the port, own rows, and the map where it was set have changed. */
  private void onlyWhatIsMeant(Trial trial, List<Change> changes) {
    Optional<String> port =
        changes.stream()
            .map(Change::target)
            .flatMap(target ->
                target instanceof Target.Port one ? Stream.of(one.id().name()) : Stream.of())
            .findFirst();
    boolean map = changes.stream().anyMatch(change -> change.target() instanceof Target.Device);
    for (String cell : Moves.differences(trial.start(), box.db())) {
      String row = cell.substring(2).split(" ", 2)[0];
      String key = row.substring(row.indexOf('|') + 1);
      boolean own = port.filter(name -> key.equals(name) || key.startsWith(name + "|")).isPresent();
      boolean ours = key.startsWith("losslessd-");
      boolean mapped = map && row.startsWith("DSCP_TO_TC_MAP|");
      boolean admin = cell.contains(" admin_status=");
      if ((!own && !ours && !mapped) || admin) {
        fault(trial.name(), "changes " + cell + ", which nobody asked for");
      }
    }
  }
}
