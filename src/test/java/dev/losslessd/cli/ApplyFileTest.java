package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final String PLANS = "POST /api/v1/plans";
  private static final String COMMITS = "POST /api/v1/commits";
  private static final String INTENT = "GET /api/v1/intent";

  @Test
  void theFileIsOnePlanAndOneCommit() throws IOException {
    daemon.on(PLANS, 200, Canned.PLAN).on(COMMITS, 202, Canned.AWAITING);

    Rig.Ran ran = apply(WISHES);

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(10);
    String changes =
        """
        "changes":[{"port":"node7:ens3f0np0","setting":"pfc","value":{"lossless":[4]}},\
        {"port":"node7:ens3f0np0","setting":"dscp","unset":true},\
        {"device":"leaf7","setting":"lossless","value":{"priorities":[4]}}]\
        """;
    assertThat(daemon.got().getFirst().body()).isEqualTo("{" + changes + "}");
    assertThat(daemon.last().body()).isEqualTo("{" + changes + ",\"digest\":\"d1d1d1\"}");
  }

  @Test
  void whatHoldsAlreadyIsNothingToDo() throws IOException {
    daemon.on(PLANS, 200, Canned.NOTHING).on(INTENT, 200, intent("rest", "{\"lossless\":[4]}"));

    Rig.Ran ran = apply("{\"node7:ens3f0np0\": {\"pfc\": {\"lossless\": [4]}}}");

    assertThat(ran.exitCode()).isZero();
    assertThat(daemon.lines()).containsExactly(PLANS, INTENT);
  }

  /** The device is so by the file or by hand; it is wanted once an override says it. */
  @ParameterizedTest
  @ValueSource(strings = {"file", "other value"})
  void whatTheDeviceHasWithoutAnOverrideIsCommitted(String layer) throws IOException {
    daemon
        .on(PLANS, 200, Canned.NOTHING)
        .on(
            INTENT,
            200,
            layer.equals("file")
                ? intent("file", "{\"lossless\":[4]}")
                : intent("rest", "{\"lossless\":[3]}"))
        .on(COMMITS, 202, Canned.CONFIRMED);

    assertThat(apply("{\"node7:ens3f0np0\": {\"pfc\": {\"lossless\": [4]}}}").exitCode())
        .isEqualTo(10);
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

  private Rig.Ran apply(String text) throws IOException {
    Path file = folder.resolve("wishes.yaml");
    Files.writeString(file, text);
    return cli.run("apply", "--yes", "--changed-exit", "-f", file.toString());
  }

  private static String intent(String layer, String value) {
    return Canned.items(
        """
        {"port":"node7:ens3f0np0","setting":"pfc","layer":"%s","value":%s,"version":3}\
        """
            .formatted(layer, value));
  }
}
