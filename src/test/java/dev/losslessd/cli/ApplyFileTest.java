package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code apply -f FILE}. */
class ApplyFileTest extends OnCannedDaemon {
  private static final String WISHES =
      """
      node7:ens3f0np0:
        pfc: {lossless: [4]}
        dscp: null
      leaf7:
        lossless: {priorities: [4]}
      """;
  private static final String INTENT = "GET /api/v1/intent?limit=1";
  private static final String PLAN = "PATCH /api/v1/intent?dryRun=true";
  private static final String PATCH = "PATCH /api/v1/intent?digest=d1d1d1";
  private static final String HOLDS = Canned.NOTHING.replace("{\"id\"", "{\"holds\":true,\"id\"");
  private static final String PFC = "{\"node7:ens3f0np0\": {\"pfc\": {\"lossless\": [4]}}}";

  @BeforeEach
  void theIntentHasAVersion() {
    daemon.on(INTENT, 200, "\"7-abc-1234\"", Canned.items());
  }

  @Test
  void theFileIsOnePlanAndOneCommit() throws IOException {
    daemon.on(PLAN, 200, Canned.PLAN).on(PATCH, 202, Canned.AWAITING);

    Rig.Ran ran = apply(WISHES);

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(10);
    String patch =
        """
        {"node7:ens3f0np0":{"pfc":{"lossless":[4]},"dscp":null},\
        "leaf7":{"lossless":{"priorities":[4]}}}\
        """;
    assertThat(daemon.lines()).containsExactly(INTENT, PLAN, PATCH);
    assertThat(daemon.got().get(1).body()).isEqualTo(patch);
    assertThat(daemon.last()).isEqualTo(new CannedDaemon.Got(PATCH, "\"7-abc-1234\"", null, patch));
  }

  @Test
  void itsOptionsAreInTheQuery() throws IOException {
    String plan =
        "PATCH /api/v1/intent?waive=window%3Alab%20only&waves=1%2C100%25&soak=30s&dryRun=true";
    String begin =
        "PATCH /api/v1/intent?reason=N%C3%A4chte&waive=window%3Alab%20only"
            + "&waves=1%2C100%25&soak=30s&digest=d1d1d1";
    daemon.on(plan, 200, Canned.PLAN).on(begin, 202, Canned.CONFIRMED);

    Rig.Ran ran =
        apply(WISHES, "--reason=Nächte", "--waive=window=lab only", "--waves=1,100%", "--soak=30s");

    assertThat(ran.exitCode()).as(ran + " " + daemon.lines()).isEqualTo(10);
  }

  @Test
  void whatHoldsAlreadyIsNothingToDo() throws IOException {
    daemon.on(PLAN, 200, HOLDS);

    assertThat(apply(PFC).exitCode()).isZero();
    assertThat(apply(PFC).exitCode()).isZero();
    assertThat(daemon.lines()).containsExactly(INTENT, PLAN, INTENT, PLAN);
  }

  /** The device is so by hand; it is wanted once the daemon has it as an override. */
  @Test
  void whatTheDeviceHasAndNobodyWantsIsCommitted() throws IOException {
    daemon
        .on(PLAN, 200, Canned.NOTHING)
        .on(PATCH, 202, Canned.CONFIRMED.replace(Canned.PLAN, Canned.NOTHING));

    assertThat(apply(PFC).exitCode()).isEqualTo(10);
    assertThat(daemon.last().line()).isEqualTo(PATCH);
  }

  @Test
  void whatSomebodyElseDidMeanwhileIsNoCommit() throws IOException {
    daemon.on(PLAN, 200, Canned.PLAN).on(PATCH, 200, Canned.items());

    Rig.Ran ran = apply(PFC);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).endsWith("Nothing is left to do: somebody else has done it meanwhile.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[1]",
        "node7:ens3f0np0: 3",
        "{}",
        "n!p: {pfc: {}}",
        "n:p: {voodoo: {}}",
        "a: b: c",
        "n:a/../b: {pfc: {}}"
      })
  void aFileThatIsNoneIsAUsageErrorBeforeAnythingIsAsked(String text) throws IOException {
    Rig.Ran ran = apply(text);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).doesNotContain("jackson", "snake", "Exception").hasLineCount(1);
    assertThat(daemon.got()).isEmpty();
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Rig.Ran ran = cli.run("apply", "--yes", "-f", "/nowhere.yaml");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("/nowhere.yaml cannot be read: no such file");
  }

  private Rig.Ran apply(String text, String... more) throws IOException {
    Path file = folder.resolve("wishes.yaml");
    Files.writeString(file, text);
    List<String> words = new ArrayList<>(List.of("apply", "--yes", "--changed-exit"));
    words.addAll(List.of("-f", file.toString()));
    words.addAll(List.of(more));
    return cli.run(words.toArray(String[]::new));
  }
}
