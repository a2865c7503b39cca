package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightFolderTest {
  @TempDir Path temp;

  @Test
  void aFlightIsReadableAgainAndNamesItsPort() throws Exception {
    Path file = new FlightFolder(temp.resolve("new")).keep("c-000017", flight("swp1/0:1"));

    assertThat(file.getFileName()).hasToString("c-000017-gpu01_swp1_0_1.csv.gz");
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
          .isEqualTo("at,np_cnp_sent\n1970-01-01T00:00:01Z,7\n1970-01-01T00:00:02Z,\n");
    }
  }

  @Test
  void theOldestMakeRoomForTheNewest() throws Exception {
    FlightFolder folder = new FlightFolder(temp, 3, 1 << 20);
    for (int n = 1; n <= 5; n++) {
      var _ = folder.keep("c-00000" + n, flight("ens1"));
    }

    assertThat(names())
        .containsExactly(
            "c-000003-gpu01_ens1.csv.gz",
            "c-000004-gpu01_ens1.csv.gz",
            "c-000005-gpu01_ens1.csv.gz");
  }

  @Test
  void theFolderStaysBelowItsSizeAndTheNewestIsThereWhateverItsSize() throws Exception {
    FlightFolder folder = new FlightFolder(temp, 100, 10);
    for (int n = 1; n <= 3; n++) {
      var _ = folder.keep("c-00000" + n, flight("ens1"));
    }

    assertThat(names()).containsExactly("c-000003-gpu01_ens1.csv.gz");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static HighRateTrace flight(String port) {
    return new HighRateTrace(
        PortId.parse("gpu01:" + port),
        List.of(Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64)),
        new long[] {1000, 2000},
        new long[] {7, HighRateTrace.ABSENT});
  }
}
