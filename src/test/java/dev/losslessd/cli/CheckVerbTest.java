package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code check} and its gate, over answers of this process and of the daemon. */
class CheckVerbTest extends OnCannedDaemon {
  private static final CheckResult GID_OK =
      new CheckResult(HostCheck.GID, "ens1", new Answer.Ok("slot 3"));
  private static final CheckResult SLOW =
      new CheckResult(
          HostCheck.GOVERNOR, "", new Answer.Not("powersave", "performance", "cpupower", "doc"));
  private static final CheckResult CONTRACT_UNKNOWN =
      new CheckResult(HostCheck.CONTRACT, "ens1", new Answer.Unknown("no daemon"));

  private void daemonTells(String contract) {
    daemon
        .on(
            "GET /api/v1/readiness",
            200,
            "{\"checks\": [{\"check\": \"contract\", \"subject\": \"ens1\", \"answer\": "
                + contract
                + "}]}")
        .on(
            "GET /api/v1/env",
            200,
            "{\"host\": \"gpu01\", \"lossless\": null, \"ports\": [], \"bootstrap\": []}");
  }

  @Test
  void theDaemonAnswersWhatThisProcessCannot() {
    cli.local.checks = List.of(GID_OK, CONTRACT_UNKNOWN);
    daemonTells("\"ok\", \"value\": \"holds\"");

    assertThat(cli.run("check", "--gate").exitCode()).isZero();
  }

  @Test
  void whatTheDaemonFindsWrongStopsTheGateToo() {
    cli.local.checks = List.of(GID_OK, CONTRACT_UNKNOWN);
    daemonTells("\"not\", \"value\": \"pfc\", \"expected\": \"holds\", \"advice\": \"plan\"");
    assertThat(cli.run("check", "--gate").exitCode()).isEqualTo(ExitCode.FINDING);
  }

  @ParameterizedTest
  @CsvSource({
    "check, 1",
    "check --gate, 3",
    "check --gate --ignore contract, 0",
    "check --gate --require all, 1",
    "check --gate --require gid, 0",
    "check --gate --require gid;governor, 1",
    "check --gate --require all --ignore governor, 3",
    "check --gate --require nosuch, 2",
    "check --gate --require gid --ignore gid, 2",
    "check --require gid, 2",
    "check --gate --within 1h, 2",
    "check --rate fast, 2",
  })
  void exitCodesAreThoseOfWhatIsRequired(String line, int code) {
    cli.local.checks = List.of(GID_OK, SLOW, CONTRACT_UNKNOWN);
    daemonTells("\"unknown\", \"why\": \"leaf1 did not tell\"");

    Rig.Ran ran = cli.run(line.replace(';', ',').split(" "));

    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(code);
  }

  @Test
  void aDocumentHasEachAnswerAndWhetherItIsRequired() {
    cli.local.checks = List.of(GID_OK, SLOW);
    daemonTells("\"ok\", \"value\": \"holds\"");

    JsonValue json = Json.parse(cli.run("check", "--gate", "-o", "json").out());

    assertThat(json.at("answer").text()).isEqualTo("ok");
    assertThat(json.at("checks").items().getFirst().at("required").isTrue()).isTrue();
    assertThat(json.at("checks").items().getLast().at("required").isTrue()).isFalse();
    assertThat(json.at("checks").items().getLast().at("advice").text()).isEqualTo("cpupower");
  }
}
