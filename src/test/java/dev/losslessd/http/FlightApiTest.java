package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Signal;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The last minutes of the fast set, and what is said to those who ask for parts of the page. */
class FlightApiTest {
  private static final String PATH = "/api/v1/ports/gpu01/ens1f0np0/flight";

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    rig = new Rig(folder, Mode.ENFORCE, new TreeMap<>());
    List<Counter> counters =
        List.of(
            Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64),
            new Counter(Signal.RDMA_BYTES, Direction.RX, null, "port_rcv_data", 64, 4));
    // 250 ms apart, the last one now
    long now = rig.now.toEpochMilli();
    long[] at = {now - 750, now - 500, now - 250, now};
    long[] values = {5, HighRateTrace.ABSENT, 6, 100, 6, 100, 9, -2};
    rig.counters.flights.add(new HighRateTrace(Rig.NIC, counters, at, values));
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void eachReadComesWithAbsentApartFromZero() {
    JsonNode flight = rig.get(PATH).json();

    assertThat(flight.at("/counters/0/name").asString()).isEqualTo("np_cnp_sent");
    assertThat(flight.at("/counters/1/unit").asString()).isEqualTo("4 bytes");
    assertThat(flight.at("/reads").size()).isEqualTo(4);
    assertThat(flight.at("/reads/0/at").asString()).isEqualTo("2026-03-01T09:59:59.250Z");
    assertThat(flight.at("/reads/0/values/1").isNull()).isTrue();
    assertThat(flight.at("/reads/3/values/1").bigIntegerValue()).isEqualTo("18446744073709551614");
  }

  @Test
  void aPartOfItIsAskedForByTimeAndBySpan() {
    assertThat(times("?from=-500ms&to=2026-03-01T09:59:59.750Z"))
        .containsExactly("2026-03-01T09:59:59.500Z", "2026-03-01T09:59:59.750Z");
    assertThat(times("?every=500ms"))
        .as("the last of each half second")
        .containsExactly(
            "2026-03-01T09:59:59.250Z", "2026-03-01T09:59:59.750Z", "2026-03-01T10:00:00Z");
    assertThat(times("?from=2027-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void itComesAsATableToo() {
    Rig.Reply reply = rig.get(PATH + "?format=csv&every=1s");

    assertThat(reply.header("Content-Type")).startsWith("text/csv");
    assertThat(reply.body())
        .isEqualTo(
            """
            at,np_cnp_sent,port_rcv_data
            2026-03-01T09:59:59.750Z,6,100
            2026-03-01T10:00:00Z,9,18446744073709551614
            """);
  }

  @Test
  void aPortWithoutAFastClockSaysHowToGetOne() {
    assertThat(rig.get("/api/v1/ports/gpu01/ens1f0v0/flight").status()).isEqualTo(404);
    assertThat(rig.get("/api/v1/ports/gpu01/ens1f0v0/flight").text("detail"))
        .contains("gpu01:ens1f0v0 is not on the fast clock")
        .contains("poll: {fast: 50ms}");
    assertThat(rig.get("/api/v1/ports/gpu01/ens9/flight").text("detail")).contains("no port");
  }

  @Test
  void eachWrongWordIsNamedWithWhatWasExpected() {
    Rig.Reply wrong = rig.get(PATH + "?from=yesterday&to=-5d&every=0s&format=xml");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.errorFields()).containsExactlyInAnyOrder("from", "to", "every", "format");
    assertThat(wrong.body())
        .contains("'yesterday', expected a time like 2026-03-01T10:09:50Z, or -30s before now")
        .contains("'0s', expected 10ms..10m")
        .contains("'xml', expected json or csv");
    assertThat(rig.get(PATH + "?step=1s").status()).isEqualTo(400);
  }

  @Test
  void aProfileThatIsNoneIsABadRequestThatListsThem() {
    Rig.Reply reply = rig.get("/metrics?profile=node");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorFields()).containsExactly("profile");
    assertThat(reply.body())
        .contains(
            "is 'node', expected native, rdma_exporter, node_exporter, spiderpool,"
                + " unifabric, omnistat, seed");
    assertThat(rig.get("/metrics?profile=").body()).contains("is '', expected native");
    assertThat(rig.get("/metrics?profile=seed&profile=native").body())
        .contains("profile")
        .contains("is given twice");
  }

  @Test
  void aPartOfThePageThatIsNoneIsABadRequestThatListsThem() {
    String known = "expected nic, switch, targets, settings, links, findings, daemon";

    Rig.Reply list = rig.get("/metrics?collect=nic,pcie");
    Rig.Reply repeated = rig.get("/metrics?collect[]=nic&collect[]=cpu");

    assertThat(list.status()).isEqualTo(400);
    assertThat(list.errorFields()).containsExactly("collect");
    assertThat(list.body()).contains("is 'pcie', " + known);
    assertThat(repeated.status()).isEqualTo(400);
    assertThat(repeated.body()).contains("is 'cpu', " + known);
    assertThat(rig.get("/metrics?collect=").body()).contains("is '', " + known);
    assertThat(rig.get("/metrics?collects=nic").body()).contains("did you mean 'collect'");
    assertThat(rig.get("/metrics?profile=x&collect=y").errorFields())
        .containsExactlyInAnyOrder("profile", "collect");
  }

  private List<String> times(String query) {
    return rig.get(PATH + query)
        .json()
        .path("reads")
        .valueStream()
        .map(read -> read.path("at").asString())
        .toList();
  }
}
