package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Devices;
import dev.losslessd.commit.EngineDependencies;
import dev.losslessd.commit.EngineTimes;
import dev.losslessd.commit.Guard;
import dev.losslessd.commit.Nearby;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.driver.Session;
import dev.losslessd.inventory.NicReads;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Role;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.store.Journal;
import dev.losslessd.store.TokenFile;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.Links;
import dev.losslessd.watch.Conditions;
import dev.losslessd.watch.CounterReadings;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import dev.losslessd.watch.DriftBook;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventStream;
import dev.losslessd.watch.Expected;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Moment;
import dev.losslessd.watch.Readiness;
import dev.losslessd.watch.Readings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A daemon in a box: real server, engine and journal; fake NIC, clock and timer. */
final class Rig implements AutoCloseable {
  /** Time in which no test ever waits. */
  static final HttpTime TIME = new HttpTime(System::nanoTime, _ -> {});

  static final String TOKEN = "test-token-0123456789-0123456789-abcdef";

  static final PortId NIC = PortId.parse("gpu01:ens1f0np0");
  static final PortId SLASHED = PortId.parse("gpu01:Ethernet1/7");
  static final PortId WATCHED = PortId.parse("gpu01:ens1f0v0");
  static final String PORT = "/api/v1/ports/gpu01/ens1f0np0";

  final FakeNic nic;
  final FakeTrust trust;
  final SortedMap<Key, Setting> policy;
  final KnownCounters counters = new KnownCounters();
  final Map<Target, Observation> seen = new HashMap<>();
  final Set<PortId> busy = new HashSet<>();
  final List<Finding> findings = new ArrayList<>();
  final Map<Key, DriftBook.Fact> drift = new HashMap<>();
  final SortedMap<DeviceId, Map<SettingState, Integer>> settings = new TreeMap<>();
  final List<Sweep> everything = new ArrayList<>();
  final Map<PortId, List<FirmwareEntry>> firmware = new HashMap<>();
  final List<String> unjudged = new ArrayList<>();
  String page = "# EOF\n".repeat(1000);
  final List<String> stalled = new ArrayList<>();
  final List<String> notReady = new ArrayList<>();
  final List<DeviceHealth> health = new ArrayList<>();
  final List<LinkContract> links = new ArrayList<>();
  final List<KnownSwitch> switches = new ArrayList<>();
  PortCount rdmaPorts = new PortCount(2, OptionalInt.of(2));
  final RigChecks checks = new RigChecks();
  final RigConfig config = new RigConfig();
  final List<WaveSize> usualWaves = new ArrayList<>();
  final HttpCounts counts = new HttpCounts();
  final Path socket;
  final Journal journal;
  final CommitEngine commitEngine;
  final AccessTokens tokens;
  final DeniedLines denied = new DeniedLines();
  final HttpSources sources;
  final HttpServer server;
  volatile Instant now = Instant.parse("2026-03-01T10:00:00Z");
  final EventStream events = new EventStream("b1", RealTime.by(() -> now));
  private final HttpClient client = HttpClient.newHttpClient();
  private final Contract contract;

  Rig(Path folder) {
    this(folder, Mode.ENFORCE, new TreeMap<>());
  }

  Rig(Path folder, Mode mode, SortedMap<Key, Setting> policy) {
    this(folder, mode, policy, new FakeNic(List.of(NIC, SLASHED)));
  }

  Rig(Path folder, Mode mode, SortedMap<Key, Setting> policy, FakeNic nic) {
    this.nic = nic;
    this.trust = new FakeTrust(nic);
    this.policy = policy;
    socket = folder.resolve("api.sock");
    journal = Journal.open(folder.resolve("journal"), Instant.EPOCH);
    commitEngine = new CommitEngine(wiring(mode));
    TokenFile file = new TokenFile(folder.resolve("tokens"));
    tokens = new AccessTokens(file, new Random(1), () -> now, denied);
    sources = sources(new Known());
    server = HttpServer.start(options(), sources, TIME, counts);
    contract = new Contract(OpenApi.document(Api.table(sources, TIME), "1.2.3"));
  }

  /** A server that waits for nothing when it slows somebody down. */
  static HttpServer start(HttpOptions options, HttpSources sources) {
    return HttpServer.start(options, sources, TIME, new HttpCounts());
  }

  HttpOptions options() {
    return new HttpOptions(
        List.of(anyPort()),
        socket,
        Set.of("gpu01.example"),
        () -> TOKEN,
        Optional.empty(),
        HttpOptions.Metrics.NONE,
        HttpLimits.usual());
  }

  /** The header of a token that is made for it. */
  String bearer(String who, Role role, String... globs) {
    DeviceScope of = new DeviceScope(List.of(globs));
    return "Authorization: Bearer " + tokens.make(who, role, of, Optional.empty(), "test").secret();
  }

  static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** An answer that was checked against the OpenAPI document. */
  record Reply(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String body() {
      return response.body();
    }

    JsonNode json() {
      return Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
    }

    String text(String field) {
      return json().path(field).asString();
    }

    /** Last part of the type of a problem. */
    String slug() {
      return text("type").replace(Problem.TYPES, "");
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    List<String> errorFields() {
      return json().path("errors").valueStream().map(e -> e.path("field").asString()).toList();
    }
  }

  void raise(Finding finding) {
    findings.add(finding);
    events.publish(new EventData.FindingEvent("raised", finding));
  }

  Reply get(String path, String... headers) {
    return send(request("GET", path, "", headers));
  }

  /** A read that may make a device work. */
  Reply getWithToken(String path) {
    return send(withToken(request("GET", path, "")));
  }

  Reply post(String path, String body, String... headers) {
    return send(withToken(request("POST", path, body, headers)));
  }

  /** Sends a PUT with the present ETag. */
  Reply put(String path, String body) {
    return put(path, body, get(path.split("\\?")[0]).header("ETag"));
  }

  Reply put(String path, String body, String ifMatch) {
    return send(withToken(request("PUT", path, body, "If-Match", ifMatch)));
  }

  HttpRequest.Builder request(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .timeout(Duration.ofSeconds(30));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request;
  }

  static HttpRequest.Builder withToken(HttpRequest.Builder request) {
    return request.header("Authorization", "Bearer " + TOKEN);
  }

  Reply send(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    try {
      Reply reply = new Reply(client.send(request, HttpResponse.BodyHandlers.ofString()));
      if (reply.header("Content-Type").contains("json")) {
        String path = request.uri().getPath();
        assertThat(contract.violations(request.method(), path, reply.status(), reply.json()))
            .isEmpty();
      }
      return reply;
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
    journal.close();
  }

  private EngineDependencies wiring(Mode mode) {
    return new EngineDependencies(
        new Devices() {
          @Override
          public List<Target> targets() {
            return nic.targets();
          }

          @Override
          public Session session(DeviceId device) {
            return nic;
          }
        },
        _ -> {},
        journal,
        new WritePolicy(mode, false),
        Nearby.of(
            () -> Set.copyOf(busy),
            () -> Neighbourhood.of(nic.targets(), Links.of(List.of(), List.of()))),
        () -> RigConfig.settings(policy),
        EngineTimes.of(() -> now, new AtOnce()),
        commit -> {},
        Guard.NONE,
        AuditListener.NONE);
  }

  private HttpSources sources(Known all) {
    return new HttpSources(
        commitEngine,
        all,
        all,
        trust,
        all,
        all,
        all,
        new Conditions(commitEngine, all, all, config::status, () -> now),
        config,
        events,
        (_, out) -> RigPage.write(page, out),
        checks.jobHosts(all, all, commitEngine),
        checks.board,
        () -> usualWaves,
        tokens,
        new HttpSources.About("gpu01", "1.2.3", () -> now, Path.of("/"), List::of));
  }

  private final class Known implements DeviceReport, NicReads, Readings, Judgement, Readiness {
    @Override
    public List<DrivenNic> nics() {
      return List.of(
          new DrivenNic(FakeNic.found(NIC), "mlx5"), new DrivenNic(FakeNic.found(WATCHED), ""));
    }

    @Override
    public PortCount rdmaPorts() {
      return rdmaPorts;
    }

    @Override
    public List<DeviceHealth> devices() {
      return health;
    }

    @Override
    public List<KnownSwitch> switches() {
      return switches;
    }

    @Override
    public Optional<Sweep> everything(PortId port) {
      return everything.stream().filter(sweep -> sweep.port().equals(port)).findFirst();
    }

    @Override
    public Optional<List<FirmwareEntry>> firmware(PortId port) {
      return Optional.ofNullable(firmware.get(port));
    }

    @Override
    public Optional<Observation> seen(Target target) {
      return Optional.ofNullable(seen.get(target));
    }

    @Override
    public Moment moment() {
      return new Moment(Expected.of(commitEngine.pending()), seen, Set.of());
    }

    @Override
    public List<String> unjudged(Plan plan) {
      return unjudged;
    }

    @Override
    public CounterReadings counters() {
      return counters;
    }

    @Override
    public List<Finding> findings() {
      return findings;
    }

    @Override
    public Optional<DriftBook.Fact> drift(Key key) {
      return Optional.ofNullable(drift.get(key));
    }

    @Override
    public SortedMap<DeviceId, Map<SettingState, Integer>> settings() {
      return settings;
    }

    @Override
    public List<LinkContract> contracts() {
      return links;
    }

    @Override
    public List<String> stalled() {
      return stalled;
    }

    @Override
    public List<String> notReady() {
      return notReady;
    }
  }
}
