package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.Request;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.JournalCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * As {@link CrashMatrixTest}, with the process killed in waves, in an undo that has failed once
 * already, while an override goes, while devices are left, and while journal and audit are made
 * smaller or closed. {@code -Dcrash=all -Dcrash.part=VERB} for every point of one of them: retry,
 * waves, unset, release, prune, rotate.
 */
@SystemGroup
class CrashVerbsTest {
  private static final boolean ALL = "all".equals(System.getProperty("crash"));
  private static final Set<String> PARTS = parts(System.getProperty("crash.part", ""));
  private static final int LANES = Integer.getInteger("crash.lanes", 2);

  /** Points of each verb, where not all of them are asked for. */
  private static final int SAMPLE = Integer.getInteger("crash.sample", 1);

  private static final List<String> VERBS =
      List.of("retry", "waves", "unset", "release", "prune", "rotate");
  private static final Key OVERRIDDEN =
      new Key(Target.port(PortId.parse("gpu01:ens1f0np0")), SettingKind.DCQCN);

  /** So near its end that the journal goes on in the next file within some entries. */
  private static final long NEARLY_FULL = 64 * 1024 - 300;

  @TempDir private Path folder;

  private final Matrix matrix;
  private final List<Lanes.Work> work = new ArrayList<>();
  private int points;

  private static Set<String> parts(String list) {
    return list.isEmpty() ? Set.of() : Set.of(list.split(",", -1));
  }

  CrashVerbsTest() throws IOException {
    matrix = new Matrix(Path.of("target/crash-verbs-matrix.csv"));
  }

  /** All devices before anything, with the override, and without it. */
  private record Known(
      CrashOutcome crashOutcome, Map<String, List<String>> overridden, Past past) {}

  /** A history, and what the engine makes of it. */
  private record Past(Path state, String told) {}

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void nothingIsLostWhereverTheProcessIsKilled() throws Exception {
    Victims victims = new Victims(folder.resolve("victims"));
    Path first = Files.createDirectories(folder.resolve("first"));
    try (CrashStage stage = new CrashStage(first)) {
      Known known = known(victims, stage);
      for (String verb : VERBS) {
        if (PARTS.isEmpty() || PARTS.contains(verb)) {
          kills(victims, stage, known, verb);
        }
      }
    }
    Collections.shuffle(work, new Random(7));
    Lanes.run(folder, LANES, "10s", work);

    matrix.sort();
    System.out.println(
        points + " points, " + matrix.size() + " crashes, " + matrix.wrong().size() + " wrong");
    assertThat(matrix.wrong()).isEmpty();
    assertThat(work).isNotEmpty();
  }

  private Known known(Victims victims, CrashStage stage) throws Exception {
    stage.reset();
    Map<String, List<String>> before = stage.settled();
    List<Points.Point> _ = victims.list(stage);
    CrashOutcome crashOutcome = new CrashOutcome(before, stage.settled());
    overridden(stage);
    Map<String, List<String>> overridden = stage.settled();
    assertThat(overridden).isNotEqualTo(crashOutcome.after());
    return new Known(crashOutcome, overridden, past(stage));
  }

  private void kills(Victims victims, CrashStage stage, Known known, String verb) throws Exception {
    bring(stage, known, verb);
    List<Points.Point> all = victims.listUndo(stage, word(verb));
    System.out.println(verb + ": " + all.size() + " points, ends " + check(stage, known, verb));
    assertThat(all).as(verb).hasSizeGreaterThanOrEqualTo(verb.equals("prune") ? 1 : 3);
    points += all.size();
    for (Points.Point point : chosen(all)) {
      for (Points.Phase phase : phases(point)) {
        work.add(on ->
            matrix.run(
                point.name(),
                "killed " + phase.name().toLowerCase(Locale.ROOT) + ", during " + verb,
                () -> {
                  bring(on, known, verb);
                  victims.undoUntil(on, word(verb), point, phase);
                  return check(on, known, verb);
                }));
      }
    }
  }

  /** An undo that failed is tried again by the next start. */
  private static String word(String verb) {
    return verb.equals("retry") ? "recover" : verb;
  }

  private static void bring(CrashStage stage, Known known, String verb) throws IOException {
    switch (verb) {
      case "retry" -> failedOnce(stage);
      case "waves" -> stage.reset();
      case "unset" -> overridden(stage);
      case "release" -> confirmed(stage);
      default -> {
        stage.forget();
        copy(known.past().state(), stage.state());
      }
    }
  }

  private static String check(CrashStage stage, Known known, String verb) throws IOException {
    return switch (verb) {
      case "retry", "waves" -> known.crashOutcome().check(stage);
      case "unset" -> unset(stage, known);
      case "release" -> released(stage, known.crashOutcome());
      default -> same(stage, known.past());
    };
  }

  /** One switch had lost its power when the undo was due, and has it again. */
  private static void failedOnce(CrashStage stage) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      String id = engine.apply().id();
      stage.tell("vanish leaf1");
      assertThat(engine.commitEngine.cancel(id, "the matrix wants it back", "uid:0").state())
          .isEqualTo("undoing");
    } finally {
      stage.tell("return leaf1");
    }
  }

  /** All is confirmed, and one thing is overridden since. */
  private static void overridden(CrashStage stage) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.confirm(engine.apply().id(), "uid:0");
      set(engine, 16);
    }
  }

  private static void set(CrashStage.Engaged engine, long micros) {
    Dcqcn value = new Dcqcn(null, Map.of(DcqcnParameter.MIN_TIME_BETWEEN_CNPS, micros));
    Commit open = engine.ended(Request.one(OVERRIDDEN, value, "matrix", ""));
    assertThat(engine.commitEngine.confirm(open.id(), "uid:0").state()).isEqualTo("confirmed");
  }

  /** The override and what the device shows go together. */
  private static String unset(CrashStage stage, Known known) {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.recover();
      Commit last = engine.commitEngine.commits().iterator().next();
      if (last instanceof Commit.AwaitingConfirm open) {
        known.crashOutcome().require(stage, known.crashOutcome().after());
        engine.commitEngine.cancel(open.id(), "the matrix looks at the other end too", "uid:0");
      }
      boolean gone = engine.commitEngine.intent().rest().isEmpty();
      assertThat(gone).isEqualTo(engine.commitEngine.latest() == 3);
      known.crashOutcome().require(stage, gone ? known.crashOutcome().after() : known.overridden());
      return gone ? "after: no override" : "before: overridden";
    }
  }

  private static void confirmed(CrashStage stage) throws IOException {
    stage.reset();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.confirm(engine.apply().id(), "uid:0");
    }
  }

  /** Devices are left with all that was found and without a name, or managed with all of it. */
  private static String released(CrashStage stage, CrashOutcome crashOutcome) {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      var now = engine.commitEngine;
      now.recoverMeanwhile();
      Commit last = now.commits().iterator().next();
      DaemonFixture.await(
          () -> !(now.commit(last.id()).orElseThrow() instanceof Commit.Undoing), "still undoing");
      if (now.commit(last.id()).orElseThrow() instanceof Commit.AwaitingConfirm open
          && !now.releases().begun().isEmpty()) {
        crashOutcome.require(stage, crashOutcome.before());
        now.cancel(open.id(), "the matrix looks at the other end too", "uid:0");
      }
      boolean left = !now.releases().all().isEmpty();
      crashOutcome.require(stage, left ? crashOutcome.before() : crashOutcome.after());
      assertThat(now.intent().effective().isEmpty()).as("nothing is wanted").isEqualTo(left);
      if (left) {
        assertThat(now.releases().all()).hasSize(3);
        DaemonFixture.await(
            () -> now.releases().all().stream().allMatch(one -> one.names().isEmpty()),
            "names stay: " + now.releases().all());
        return "before: released";
      }
      assertThat(now.releases().changed()).hasSize(3);
      return "after: managed";
    }
  }

  /** Some revisions more, and a journal whose file is nearly full. */
  private Past past(CrashStage stage) throws IOException {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      for (int more = 0; more < 12; more++) {
        set(engine, 17 + more);
      }
      while (Files.size(stage.journal()) < NEARLY_FULL) {
        engine.commitEngine.freeze("matrix");
        engine.commitEngine.thaw("matrix");
      }
    }
    Path kept = folder.resolve("past");
    copy(stage.state(), kept);
    return new Past(kept, told(stage));
  }

  private static String told(CrashStage stage) {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      var now = engine.commitEngine;
      now.recover();
      if (now.writePolicy().frozen()) {
        now.thaw("matrix");
      }
      Map<String, String> states = new TreeMap<>();
      now.commits(Integer.MAX_VALUE, 4, commit -> states.put(commit.id(), commit.state()));
      return "revision %d, overridden %s, version %d, %s, owed %s, %s"
          .formatted(
              now.latest(),
              now.intent().rest(),
              now.version(OVERRIDDEN),
              states,
              now.saves().unsaved(),
              now.heldBack());
    }
  }

  private static String same(CrashStage stage, Past past) {
    assertThat(told(stage)).isEqualTo(past.told());
    assertThat(JournalCheck.of(stage.journal(), _ -> {}).anchored()).isTrue();
    return "as it was";
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path one : files.toList()) {
        Path there = to.resolve(from.relativize(one));
        if (Files.isDirectory(one)) {
          Files.createDirectories(there);
        } else if (Files.isRegularFile(one)) {
          Files.copy(one, there, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private static List<Points.Point> chosen(List<Points.Point> all) {
    if (ALL) {
      return all;
    }
    List<Points.Point> some = new ArrayList<>(all);
    Collections.shuffle(some, new Random(8));
    return some.subList(0, Math.min(SAMPLE, some.size()));
  }

  private static List<Points.Phase> phases(Points.Point point) {
    List<Points.Phase> all = List.of(Points.Phase.values());
    return ALL ? all : List.of(all.get(point.number() % all.size()));
  }
}
