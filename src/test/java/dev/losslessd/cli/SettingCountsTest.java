package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is unknown, or not wanted at all, is never shown as it shall be. */
class SettingCountsTest extends OnCannedDaemon {
  private void status(String settings) {
    String json = Canned.STATUS.formatted("");
    daemon.on(
        "GET /api/v1/status", 200, json.replaceFirst("}$", ",\"settings\":" + settings + "}"));
  }

  @Test
  void statusTellsUnknownApart() {
    status("{\"wanted\":7,\"asWanted\":4,\"drift\":0,\"unknown\":2,\"unsupported\":1}");

    assertThat(cli.run("status").out())
        .contains("settings  7 wanted: 4 as wanted, 2 unknown, 1 not supported there");
  }

  @Test
  void statusSaysWhenNothingIsWantedOrReadYet() {
    status("{\"wanted\":0}");
    status("{\"wanted\":7,\"asWanted\":0}");

    assertThat(cli.run("status").out()).contains("settings  nothing is wanted");
    assertThat(cli.run("status").out()).contains("settings  7 wanted: not read yet");
  }

  @Test
  void statusSaysHowManyPortsAreFound() {
    status("{\"wanted\":0},\"rdmaPorts\":{\"found\":0}");
    status("{\"wanted\":0},\"rdmaPorts\":{\"found\":7,\"expected\":8}");

    assertThat(cli.run("status").out()).contains("RDMA ports  0 found");
    assertThat(cli.run("status").out()).contains("RDMA ports  7 of 8 found");
  }

  @Test
  void aPlanOfNothingSaysWhy() {
    daemon.on(
        "POST /api/v1/plans",
        200,
        Canned.NOTHING.replaceFirst(
            "}$", ",\"notes\":[\"nothing is wanted of any device\",\"0 RDMA ports found\"]}"));

    assertThat(cli.run("plan").out())
        .isEqualTo(
            """
            No changes on any device.
              nothing is wanted of any device
              0 RDMA ports found
            """);
  }

  @Test
  void noDriftIsSaidOfWhatIsKnown() {
    daemon
        .on("GET /api/v1/drift", 200, "{\"wanted\":9,\"unknown\":2,\"items\":[]}")
        .on("GET /api/v1/drift", 200, "{\"wanted\":0,\"unknown\":0,\"items\":[]}");

    assertThat(cli.run("drift").out())
        .isEqualTo(
            """
            No drift in what is known.

            2 settings are not known: their devices do not tell them.
            """);
    assertThat(cli.run("drift").out()).isEqualTo("Nothing is wanted of any device.\n");
  }

  @Test
  void theDiffTellsUnknownAndUnsupportedApart() {
    daemon.on(
        "GET /api/v1/diff", 200, "{\"wanted\":9,\"unknown\":1,\"unsupported\":3,\"items\":[]}");

    assertThat(cli.run("diff").out())
        .isEqualTo(
            """
            No difference in what is known.

            1 setting is not known: its device does not tell it.
            3 settings are not supported by their devices.
            """);
  }
}
