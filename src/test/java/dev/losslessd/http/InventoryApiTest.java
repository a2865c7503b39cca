package dev.losslessd.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.DriftBook;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class InventoryApiTest {
  private static final Target TARGET = Target.port(Rig.NIC);

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    SortedMap<Key, Setting> policy = new TreeMap<>();
    policy.put(new Key(TARGET, SettingKind.PFC), new Pfc(PrioritySet.of(3)));
    rig = new Rig(folder, Mode.ENFORCE, policy);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void statusCountsFindingsAndTargets() {
    rig.findings.add(finding(FindingRule.STORM, Finding.Severity.CRITICAL, "gpu01:ens1f0np0"));

    JsonNode status = rig.get("/api/v1/status").json();

    assertThat(status.at("/findings/critical").asInt()).isEqualTo(1);
    assertThat(status.at("/findings/info").asInt()).isEqualTo(0);
    assertThat(status.path("targets").asInt()).isEqualTo(2);
    assertThat(status.path("version").asString()).isEqualTo("1.2.3");
    assertThat(status.path("startedAt").asString()).isEqualTo("2026-03-01T10:00:00Z");
  }

  @Test
  void devicesTellWhetherTheyAnswer() {
    rig.health.add(new DeviceHealth(new DeviceId("gpu01"), true, rig.now, ""));
    rig.health.add(new DeviceHealth(new DeviceId("gpu02"), false, null, "not read yet"));

    JsonNode items = rig.get("/api/v1/devices").json().path("items");

    assertThat(items.at("/0/ports").valueStream().map(JsonNode::asString))
        .containsExactly("gpu01:Ethernet1/7", "gpu01:ens1f0np0", "gpu01:ens1f0v0");
    assertThat(items.at("/1/lastSuccess").isNull()).isTrue();
    assertThat(rig.get("/api/v1/devices/gpu02").text("reason")).isEqualTo("not read yet");
    assertThat(rig.get("/api/v1/devices/gpu03").text("detail")).contains("did you mean 'gpu0");
  }

  @Test
  void nicsTellTheirGidIndexAndDriver() {
    JsonNode nic = rig.get("/api/v1/nics").json().at("/items/0");

    assertThat(nic.path("roceV2Index").asInt()).isEqualTo(3);
    assertThat(nic.path("numaNode").isNull()).isTrue();
    assertThat(nic.path("driver").asString()).isEqualTo("mlx5");
    assertThat(nic.path("role").asString()).isEqualTo("physical");
  }

  @Test
  void aRateThatIsNotKnownIsNullAndNotZero() {
    assertThat(rig.get("/api/v1/nics").json().at("/items/0/rateMbps").asInt()).isEqualTo(400_000);
    Nic down =
        new Nic(
            PortId.parse("gpu01:ens2"),
            "mlx5_1",
            1,
            "",
            OptionalInt.empty(),
            "mlx5_core",
            "",
            "",
            "",
            Nic.Role.PHYSICAL,
            Nic.LinkLayer.ETHERNET,
            "DOWN",
            0,
            List.of(),
            Nic.Words.NONE);

    JsonNode json = Json.object(InventoryJson.nic(new DeviceReport.DrivenNic(down, "mlx5")));

    assertThat(json.has("rateMbps")).isTrue();
    assertThat(json.path("rateMbps").isNull()).isTrue();
  }

  @Test
  void driftHasBothValuesAndItsBeginning() {
    see(new Reading.Value(Pfc.OFF));
    assertThat(rig.get("/api/v1/drift").json().at("/items/0/since").asString())
        .isEqualTo("2026-03-01T10:00:00Z");
    Key key = new Key(Target.parse("gpu01:ens1f0np0"), SettingKind.PFC);
    rig.drift.put(
        key,
        new DriftBook.Fact(
            new Drift.Difference(key, Pfc.OFF, new Reading.Value(Pfc.OFF)),
            Instant.parse("2026-03-01T09:00:00Z"),
            "dcb (process 4711)"));

    JsonNode drift = rig.get("/api/v1/drift").json().at("/items/0");

    assertThat(drift.at("/wanted/lossless/0").asInt()).isEqualTo(3);
    assertThat(drift.at("/observed/lossless").isEmpty()).isTrue();
    assertThat(drift.path("message").asString()).isEqualTo("wanted 3, the device shows none");
    assertThat(drift.path("since").asString()).isEqualTo("2026-03-01T09:00:00Z");
    assertThat(drift.path("writer").asString()).isEqualTo("dcb (process 4711)");
  }

  @Test
  void whatHoldsOrCouldNotBeReadIsNoDrift() {
    see(new Reading.Value(new Pfc(PrioritySet.of(3))));
    assertThat(rig.get("/api/v1/drift").json().path("items").isEmpty()).isTrue();

    see(new Reading.Unread("busy"));
    assertThat(rig.get("/api/v1/drift").json().path("items").isEmpty()).isTrue();
    assertThat(rig.get("/api/v1/drift").json().path("unknown").asInt()).isEqualTo(1);
    assertThat(rig.get("/api/v1/drift").json().path("wanted").asInt()).isEqualTo(1);
  }

  @Test
  void whatAnOpenCommitHasSetIsNoDriftAndWhatIsSetBesideItIs() {
    rig.put(Rig.PORT + "/pfc", "{\"lossless\": [5]}");
    assertThat(rig.commitEngine.commit("c-000001").orElseThrow().state())
        .isEqualTo("awaiting-confirm");

    see(new Reading.Value(new Pfc(PrioritySet.of(5))));
    assertThat(rig.get("/api/v1/drift").json().path("items").isEmpty()).isTrue();

    see(new Reading.Value(new Pfc(PrioritySet.of(3))));
    assertThat(rig.get("/api/v1/drift").json().at("/items/0/message").asString())
        .isEqualTo("wanted 5, the device shows 3");
  }

  @Test
  void countersKeepAbsentApartFromZero() {
    Schema schema =
        new Schema(
            List.of(
                Counter.of(
                    Signal.PFC_PAUSE_FRAMES, Direction.RX, Priority.of(3), "rx_prio3_pause", 64),
                Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64)));
    rig.counters.sweeps.add(
        new Sweep(Rig.NIC, schema, new long[] {-1, 0}, new byte[] {0, 1}, 1_772_000_000_000L, 0));

    JsonNode values = rig.get("/api/v1/counters?port=gpu01:ens1f0np0").json().at("/items/0/values");

    assertThat(values.at("/0/raw").bigIntegerValue()).isEqualTo("18446744073709551615");
    assertThat(values.at("/0/priority").asInt()).isEqualTo(3);
    assertThat(values.at("/0/signal").asString()).isEqualTo("pfc-pause-frames");
    assertThat(values.get(1).has("raw")).isFalse();
    assertThat(values.at("/1/missing").asString()).isEqualTo("not-exposed");
    assertThat(values.at("/1/priority").isNull()).isTrue();
  }

  @Test
  void queuesOfAPortHaveTheirOwnTimeAndAPlaceInThePages() {
    Counter counter = Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64);
    Sweep main = new Sweep(Rig.NIC, new Schema(List.of(counter)), new long[1], new byte[1], 1, 0);
    Sweep queues =
        new Sweep(Rig.NIC, new Schema(List.of(counter), "queues"), new long[1], new byte[1], 2, 0);
    rig.counters.sweeps.add(queues);
    rig.counters.sweeps.add(main);

    JsonNode first = rig.get("/api/v1/counters?limit=1").json();
    JsonNode second =
        rig.get("/api/v1/counters?limit=1&after=" + first.at("/next").asString()).json();

    assertThat(first.at("/items/0/source").isMissingNode()).isTrue();
    assertThat(second.at("/items/0/source").asString()).isEqualTo("queues");
    assertThat(second.at("/items/0/at").asString()).isEqualTo("1970-01-01T00:00:00.002Z");
    assertThat(second.at("/next").isMissingNode()).isTrue();
  }

  @Test
  void countersOfASlowedReaderTellHowOldTheyAreAndHowOftenTheyAreRead() {
    Schema schema = new Schema(List.of(Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64)));
    long old = rig.now.toEpochMilli() - 42_000;
    rig.counters.sweeps.add(new Sweep(Rig.NIC, schema, new long[] {7}, new byte[1], old, 0));
    String path = "/api/v1/counters?port=gpu01:ens1f0np0";
    assertThat(rig.get(path).json().at("/items/0/ageSeconds").asDouble()).isEqualTo(42);
    assertThat(rig.get(path).json().at("/items/0").has("everySeconds")).isFalse();

    rig.counters.pollRates.add(new PollRate(Rig.NIC, "full", 1, 60, 1.2));

    assertThat(rig.get(path).json().at("/items/0/everySeconds").asDouble()).isEqualTo(60);
    assertThat(rig.get(path).json().at("/items/0/askedSeconds").asDouble()).isEqualTo(1);
  }

  @Test
  void rawNamesStandBesideTheNamesOfThePage() {
    Schema schema =
        new Schema(
            List.of(
                Counter.of(Signal.PFC_PAUSE_TIME, Direction.RX, Priority.of(3), "rx_pause_us", 64)
                    .from(Counter.Origin.ETHTOOL),
                Counter.other("rx7_packets", 64, Counter.Origin.ETHTOOL, "of one queue")));
    rig.everything.add(new Sweep(Rig.NIC, schema, new long[] {5, 6}, new byte[2], 0, 0));

    JsonNode values =
        rig.getWithToken("/api/v1/counters?port=gpu01:ens1f0np0&all=true")
            .json()
            .at("/items/0/values");

    assertThat(values.at("/0/source").asString()).isEqualTo("ethtool");
    assertThat(values.at("/0/metric").asString()).isEqualTo("roce_pfc_pause_seconds_total");
    assertThat(values.at("/0/unit").asString()).isEqualTo("micros");
    assertThat(values.at("/0/labels/priority").asString()).isEqualTo("3");
    assertThat(values.at("/0/labels/end").asString()).isEqualTo("nic");
    assertThat(values.at("/1/notMapped").asString()).isEqualTo("of one queue");
    assertThat(values.at("/1/raw").asInt()).isEqualTo(6);
    assertThat(rig.getWithToken("/api/v1/counters?all=true").errorFields()).containsExactly("port");
    assertThat(rig.get("/api/v1/counters?all=maybe").errorFields()).containsExactly("all");
    assertThat(rig.getWithToken("/api/v1/counters?port=gpu01:ens1f0v0&all=true").status())
        .isEqualTo(200);
  }

  @Test
  void firmwareHasThreeValues() {
    rig.firmware.put(
        Rig.NIC,
        List.of(
            new FirmwareEntry("CNP_DSCP_P1", "48", "48", "46", false),
            new FirmwareEntry("CNP_DSCP_P2", null, null, "48", false)));

    JsonNode items = rig.getWithToken("/api/v1/firmware?port=gpu01:ens1f0np0").json().at("/items");

    assertThat(items.at("/0/current").asString()).isEqualTo("48");
    assertThat(items.at("/0/next").asString()).isEqualTo("46");
    assertThat(items.at("/0/waits").asBoolean()).isTrue();
    assertThat(items.at("/1/current").isNull()).isTrue();
    assertThat(items.at("/1/waits").asBoolean()).isFalse();
    assertThat(rig.getWithToken("/api/v1/firmware").errorFields()).containsExactly("port");
    assertThat(rig.getWithToken("/api/v1/firmware?port=gpu01:ens9").status()).isEqualTo(404);
  }

  @Test
  void countersOfNoSuchPortAreNotFound() {
    assertThat(rig.get("/api/v1/counters?port=gpu01:ens9").status()).isEqualTo(404);
    assertThat(rig.get("/api/v1/counters?port=ens9").errorFields()).containsExactly("port");
    assertThat(rig.get("/api/v1/counters?port=gpu01:ens1f0v0").status()).isEqualTo(200);
  }

  @Test
  void readinessTellsWhatIsMissing() {
    assertThat(rig.get("/healthz").text("status")).isEqualTo("ok");
    assertThat(rig.get("/readyz").status()).isEqualTo(200);
    rig.notReady.add("gpu01 was not read yet");

    Rig.Reply reply = rig.get("/readyz");

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.json().at("/reasons/0").asString()).isEqualTo("gpu01 was not read yet");
  }

  @Test
  void metricsAreZippedForThoseWhoCan() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + rig.server.port() + "/metrics"))
              .header("Accept-Encoding", "br, gzip;q=0.5")
              .build();

      HttpResponse<byte[]> zipped = client.send(request, HttpResponse.BodyHandlers.ofByteArray());

      byte[] page = new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes();
      assertThat(new String(page, StandardCharsets.UTF_8)).hasSize(6000).startsWith("# EOF");
      assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
    }
    assertThat(rig.get("/metrics").response().body()).hasSize(6000);
    assertThat(rig.get("/metrics").header("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(MetricsRoutes.acceptsGzip(Optional.of("gzip;q=0, br"))).isFalse();
  }

  /**
   * An answer that ends well would be taken for the whole page, and its missing series for gone.
   */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "identity"})
  void aPageThatIsBrokenOffIsAnErrorAndNoHalfPage(String encoding) {
    Random random = new Random(1);
    rig.page =
        random.ints(300_000, 33, 120).mapToObj(Character::toString).collect(joining()) + "BROKEN";

    Rig.Reply reply = rig.get("/metrics", "Accept-Encoding", encoding);

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.slug()).isEqualTo("internal");
  }

  @Test
  void aPageThatCannotBeMadeIsAnErrorOfItsOwn() {
    rig.page = "BROKEN";

    assertThat(rig.get("/metrics").response().statusCode()).isEqualTo(500);
    assertThat(rig.get("/metrics").header("Content-Type")).startsWith("application/problem+json");
  }

  private void see(Reading pfc) {
    rig.seen.put(
        TARGET, new Observation(new Observed(TARGET, Map.of(SettingKind.PFC, pfc)), rig.now));
  }

  private static Finding finding(FindingRule rule, Finding.Severity severity, String subject) {
    return new Finding(
        rule, severity, subject, "wrong", "look", Instant.parse("2026-03-01T09:00:00Z"));
  }
}
