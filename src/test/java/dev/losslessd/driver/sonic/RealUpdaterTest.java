package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.PortId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every setting of the driver and its inverse, a whole policy and its rollback, and a release after
 * several revisions, through SONiC's own updater with the models of each release: what is sent is
 * accepted, a port goes down once at most and only where the plan says so, no row is emptied that a
 * port uses, what stands then is what was meant, and the inverse is the start.
 *
 * <p>Needs {@code -Dsonic.updater=COMMAND}; see src/docs/vendors/sonic.md.
 */
@EnabledIfSystemProperty(
    named = "sonic.updater",
    matches = ".+",
    disabledReason = "needs -Dsonic.updater=COMMAND, see src/docs/vendors/sonic.md")
@SystemGroup
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RealUpdaterTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cases")
  void settingsAndPoliciesGoThroughSonicsOwnUpdater(
      Path models, SonicData.Database database, TestReporter reporter) throws Exception {
    ObjectNode db = database.tables();
    String release = models.getFileName().toString();
    Updater updater = new SonicUpdater(System.getProperty("sonic.updater", ""), models, folder);
    Updater.Verdict start = updater.apply(db, new JsonMapper().createArrayNode());
    try (ConfigDbSwitch box = new ConfigDbSwitch(folder.resolve("fabric"), release, updater)) {
      if (!start.accepted()) {
        box.put(db);
        assertThat(box.session().missingPermissions())
            .as("no patch is accepted here, which preflight has to tell: " + start.why())
            .isNotEmpty();
        return;
      }
      TrialRun run = new TrialRun(box, updater, (_, _) -> {});
      SonicData.trials(db).forEach(run::run);
      SonicData.ports(db).forEach(port -> run.leave(Trial.revisions(db, port)));
      assertThat(run.faults()).isEmpty();
      run.unread().forEach(one -> reporter.publishEntry(release + " " + database, one));
      assertThat(run.unread().isEmpty() || !database.known()).as("" + run.unread()).isTrue();
      assertThat(run.held().isEmpty())
          .as("held: " + run.held())
          .isEqualTo(!SonicData.isHeld(release, db));
    }
  }

  /**
   * Names of every sort that YANG allows, a dual-ToR with tunnel maps and extra lossless
   * priorities, and a line card with virtual output queues. What the driver does not write there it
   * holds with one reason, and all else is accepted and comes back.
   *
   * @param held what each reason begins with; empty where nothing is held
   */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          names-of-schedulers; Ethernet0; QUEUE|Ethernet0|0 scheduler is 'low@12', whose characters
          names-of-schedulers; Ethernet8; ''
          names-of-buffers; Ethernet0; BUFFER_PG|Ethernet0|0 profile is 'in/lossy', whose characters
          names-of-buffers; Ethernet8; ''
          names-around; Ethernet0; ''
          names-around; Ethernet9/1@a; the name of the port is 'Ethernet9/1@a', whose characters
          dual-tor; Ethernet0; ''
          dual-tor; Ethernet16; ''
          voq-card; Ethernet8; queues of a chassis' system ports are read and not written
          """)
  void databasesOfOursGoThroughSonicsOwnUpdater(
      String name, String port, String held, TestReporter reporter) throws Exception {
    SonicData.Database database = SonicData.own(name);
    PortId id = new PortId(SonicLeaf.ID, port);
    for (Path models : SonicData.releases()) {
      String release = models.getFileName().toString();
      Updater updater = new SonicUpdater(System.getProperty("sonic.updater", ""), models, folder);
      Updater.Verdict start = updater.apply(database.tables(), new JsonMapper().createArrayNode());
      List<Boolean> accepted = new ArrayList<>();
      Updater counting =
          (db, patch) -> {
            Updater.Verdict verdict = updater.apply(db, patch);
            accepted.add(verdict.accepted());
            return verdict;
          };
      try (ConfigDbSwitch box =
          new ConfigDbSwitch(folder.resolve("fabric-" + release), release, counting)) {
        if (!start.accepted()) {
          box.put(database.tables());
          assertThat(box.session().missingPermissions()).as(release + start.why()).isNotEmpty();
          continue;
        }
        TrialRun run = new TrialRun(box, counting, (_, _) -> {});
        Trial.all(database.tables(), id).forEach(run::run);
        run.leave(Trial.revisions(database.tables(), id));
        assertThat(run.faults()).as(release).isEmpty();
        assertThat(run.unread()).as(release).isEmpty();
        assertThat(run.held()).as(release).allSatisfy(why -> assertThat(why).contains(held));
        assertThat(run.held().isEmpty()).as(release + run.held()).isEqualTo(held.isEmpty());
        assertThat(accepted).as(release).doesNotContain(false);
        reporter.publishEntry(
            release + " " + name + " " + port,
            accepted.size() + " calls accepted, " + run.held().size() + " trials held");
      }
    }
  }

  static List<Arguments> cases() throws IOException {
    return cases(SonicData.releases());
  }

  static List<Arguments> cases(List<Path> releases) throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Path models : releases) {
      for (SonicData.Database one : SonicData.databases()) {
        all.add(Arguments.of(Named.of(models.getFileName().toString(), models), one));
      }
    }
    return all;
  }
}
