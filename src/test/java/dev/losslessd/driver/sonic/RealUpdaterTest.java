package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

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
