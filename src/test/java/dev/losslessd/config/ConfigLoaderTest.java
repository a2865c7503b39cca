package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.GoldenFile;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Mode;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  @TempDir private Path folder;

  @Test
  void theShippedFileLoadsAndObserves() {
    Config config = good(Path.of("config/losslessd.yaml"));

    assertThat(config.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(config.modeAt()).matches("config/losslessd.yaml:\\d+");
    assertThat(config.host().name()).isEqualTo("gpu01");
    assertThat(config.policy().classes()).hasSize(2);
    assertThat(config.policy().classes().getFirst().dscp()).containsExactly(Dscp.of(26));
    assertThat(config.commit().confirmWithin()).isEqualTo(Duration.ofMinutes(10));
    assertThat(config.http().listen()).containsExactly(new ListenAddress("127.0.0.1:9464"));
  }

  @Test
  void anEmptyFileIsAllDefaults() throws IOException {
    assertThat(good(file("")).mode()).isEqualTo(Mode.OBSERVE);
    assertThat(good(file("# nothing\n")).poll().nic()).isEqualTo(Duration.ofSeconds(1));
    assertThat(good(file("policy:\n")).policy().classes()).isEmpty();
  }

  @Test
  void portsThatTheHostShallHaveAreANumberOrNothing() throws IOException {
    assertThat(good(file("nics: { expect: 8 }")).nics().expect()).hasValue(8);
    assertThat(good(file("")).nics().expect()).isEmpty();
    assertThat(message("nics: { expect: many }")).contains("0 to 1024");
  }

  @Test
  void labelsOfPortsStandUnderGlobsInTheOrderOfTheFile() throws IOException {
    String text = "nics: { labels: { mlx5_0: { rail: 0 }, \"*\": { rack: r12, rail: none } } }";
    Config.Nics nics = good(file(text)).nics();

    assertThat(nics.labels())
        .containsExactly(
            Map.entry("mlx5_0", Map.of("rail", "0")),
            Map.entry("*", Map.of("rack", "r12", "rail", "none")));
    ConfigLoader.Result again = ConfigLoader.load(file(text), "gpu01", List.of());
    String effective = ((ConfigLoader.Loaded) again).effective();
    assertThat(good(file(effective)).nics()).isEqualTo(nics);
    assertThat(good(file("")).nics().labels()).isEmpty();
  }

  @Test
  void everyFaultOfThePortsLabelsIsToldWithItsLine() throws IOException {
    List<Problem> problems =
        bad(
            file(
                """
                nics:
                  lables: {}
                  labels:
                    rail: "0"
                    "mlx5/0": { rail: 0 }
                    mlx5_1: { rail-1: 0, __rail: 0, rack: [ r12 ] }
                    mlx5_2: { rail: 1, rail: 2 }
                    mlx5_2: { rack: r12 }
                """));

    assertThat(problems.stream().map(Problem::text))
        .satisfiesExactly(
            one -> assertThat(one).contains("test.yaml:2:", "nics.lables", "'labels'?"),
            one ->
                assertThat(one).contains("test.yaml:4:", "nics.labels.rail", "a section of labels"),
            one -> assertThat(one).contains("test.yaml:5:", "not a glob of RDMA device or netdev"),
            one -> assertThat(one).contains("test.yaml:6:", "mlx5_1.rail-1", "not a label name"),
            one -> assertThat(one).contains("test.yaml:6:", "mlx5_1.__rail", "not a label name"),
            one -> assertThat(one).contains("test.yaml:6:", "mlx5_1.rack", "a text of one line"),
            one -> assertThat(one).contains("test.yaml:7:", "mlx5_2.rail", "a second time"),
            one -> assertThat(one).contains("test.yaml:8:", "mlx5_2", "first in line 7"));
  }

  @Test
  void whatDevicesMaySendHasDefaultsAndRanges() throws IOException {
    Input input = good(file("input: { line: 128KiB, snmp: { rows: 100 } }")).input();

    assertThat(input.total()).isEqualTo(10 << 20);
    assertThat(input.command()).isEqualTo(8 << 20);
    assertThat(input.line()).isEqualTo(128 << 10);
    assertThat(input.snmp().rows()).isEqualTo(100);
    assertThat(input.snmp().walkTime()).isEqualTo(Duration.ofMinutes(2));
    assertThat(message("input: { total: 1KiB }")).contains("1MiB to 1024MiB");
    assertThat(message("input: { line: 1B }")).contains("1KiB to 16MiB");
    assertThat(message("input: { banner: 2MiB }")).contains("4KiB to 1MiB");
    assertThat(message("input: { dialogue: { time: 1ms } }")).contains("1s to 1h");
    assertThat(message("input: { dialogue: { lines: 3 } }")).contains("1000 to");
    assertThat(message("input: { snmp: { rowsPerPort: 0 } }")).contains("1 to");
    assertThat(message("input: { lldp: { framesPerSecond: 0 } }")).contains("1 to");
    assertThat(message("input: { total: 5MiB }"))
        .isEqualTo("8MiB is more than four fifths of total, 5MiB, expected at most 4MiB");
  }

  @Test
  void tenMistakesAreTenLinesEachAtItsPlace() {
    List<Problem> problems = bad(Path.of("src/test/resources/config/ten-mistakes.yaml"));

    assertThat(problems)
        .extracting(p -> p.line() + ":" + p.column() + " " + p.key())
        .containsExactly(
            "2:7 mode",
            "3:1 polisy",
            "5:1 state",
            "7:8 poll.nic",
            "12:17 policy.classes[0].priority",
            "13:18 policy.classes[0].dscp[1]",
            "15:50 policy.classes[1].pfc",
            "16:31 policy.classes[2].priority",
            "16:46 policy.classes[2].ecn.min",
            "17:17 http.listen");
  }

  @Test
  void messagesSayWhatIsWrongAndWhatWasExpected() throws IOException {
    assertThat(message("mode: enforced"))
        .isEqualTo("'enforced', expected one of observe, plan, enforce");
    assertThat(message("polisy: {}"))
        .startsWith("unknown key, expected 'policy'? One of mode, host");
    assertThat(message("mode: plan\nmode: plan"))
        .isEqualTo("stands here a second time, expected once (first in line 1)");
    assertThat(message("poll: { nic: 1 }")).startsWith("'1', expected a time like 4us");
    assertThat(message("poll: { nic: 10ms }")).contains("is out of range").contains("1s to 1h");
    assertThat(message("http: { limits: { connections: 4 } }")).contains("8 to 1024");
    assertThat(message("http: { limits: { largestAnswer: 1KiB } }")).contains("256KiB to 64MiB");
    assertThat(message("policy: { dcqcn: { cnpDscp: 70 } }")).contains("0 to 63");
    assertThat(message("nics: mlx5_0"))
        .isEqualTo("'mlx5_0', expected a section with include, exclude, expect, labels");
    assertThat(message("host: [a]"))
        .startsWith("a list, expected a section with name, root, kernel");
    assertThat(message("http: { token: hunter2 }")).contains("reference").doesNotContain("hunter2");
    assertThat(message("http: { listen: \"10.0.0.1:1\" }")).contains("TLS").contains("127.0.0.1");
    assertThat(
            message(
                "policy: { classes: [ { name: a, priority: 1, bandwidth: 60% }, { name: b,"
                    + " priority: 2, bandwidth: 60% } ] }"))
        .contains("sum to 120%");
    assertThat(
            message(
                "policy: { classes: [ { name: a, priority: 1, dscp: [3] }, { name: b, priority: 2,"
                    + " dscp: [3] } ] }"))
        .contains("DSCP 3 belongs to class 'a'");
    assertThat(message("policy: { classes: [ { name: a } ] }")).startsWith("missing, expected");
    assertThat(message("policy: { profile: no-such }")).contains("no profile 'no-such'");
  }

  @Test
  void whatIsNotYamlIsOneProblemWithItsPlace() throws IOException {
    assertThat(bad(file("mode: [observe"))).hasSize(1);
    assertThat(bad(file("a: b: c"))).extracting(Problem::line).containsExactly(1);
    assertThat(bad(file("mode:\n\t- x"))).extracting(Problem::line).containsExactly(2);
    assertThat(message("x: &a 1\ny: *a")).contains("anchors and aliases");
    assertThat(message("mode: plan\n---\nmode: plan")).contains("second document");
    assertThat(message("[".repeat(50) + "]".repeat(50))).contains("nested deeper");
    assertThat(bad(folder.resolve("missing.yaml")).getFirst().message()).isEqualTo("no such file");
    assertThat(bad(folder).getFirst().message()).contains("cannot be read");
  }

  @Test
  void hostileBytesAreRefusedWithASentence() throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.write(file, new byte[] {'m', (byte) 0xff, (byte) 0xfe});
    assertThat(bad(file).getFirst().message()).isEqualTo("not UTF-8 text");
    Files.write(file, "mode: pl\0an".getBytes(StandardCharsets.UTF_8));
    assertThat(bad(file).getFirst().message()).contains("NUL");
    Files.write(file, new byte[1024 * 1024 + 1]);
    assertThat(bad(file).getFirst().message()).contains("larger than 1 MiB");
  }

  @Test
  void randomDamageNeverEscapesAsAnException() throws IOException {
    String text = Files.readString(Path.of("config/losslessd.yaml"));
    Random random = new Random(3);
    for (int i = 0; i < 2000; i++) {
      StringBuilder damaged = new StringBuilder(text);
      for (int k = 0; k < 3; k++) {
        damaged.setCharAt(random.nextInt(damaged.length()), (char) (32 + random.nextInt(95)));
      }
      assertThat(load(file(damaged.toString()))).isNotNull();
    }
  }

  @Test
  void everyProfileLoadsAndNamesItsSource() throws IOException {
    try (var files = Files.list(Path.of("config/profiles"))) {
      List<Path> profiles = files.toList();
      assertThat(profiles).hasSizeGreaterThanOrEqualTo(6);
      for (Path profile : profiles) {
        assertThat(good(profile).policy().classes()).as(profile.toString()).isNotEmpty();
        assertThat(Files.readString(profile)).contains("source:");
      }
    }
  }

  @Test
  void aProfileIsABaseThatTheFileOverrides() throws IOException {
    Config config =
        good(
            file("policy: { profile: many-small-cuts-400g, dcqcn: { aiRate: 1Gbps }, mtu: 4200 }"));

    assertThat(config.policy().classes()).hasSize(2);
    assertThat(config.policy().mtu()).hasValue(4200);
    assertThat(config.policy().dcqcn().orElseThrow().values())
        .containsExactly(Map.entry(DcqcnParameter.AI_RATE, 1000L));
  }

  @Test
  void dcqcnOffIsAWishAndAbsenceIsNone() throws IOException {
    assertThat(good(file("policy: { dcqcn: off }")).policy().dcqcn().orElseThrow().enabled())
        .isEqualTo(PrioritySet.NONE);
    assertThat(good(file("policy: { mtu: 9000 }")).policy().dcqcn()).isEmpty();
  }

  @Test
  void theEffectiveTextLoadsToTheSameConfig() throws IOException {
    for (Path path : List.of(Path.of("config/losslessd.yaml"), sample())) {
      ConfigLoader.Loaded loaded = (ConfigLoader.Loaded) load(path);
      Config again = good(file(loaded.effective()));
      assertThat(again)
          .usingRecursiveComparison()
          .ignoringFields("modeAt") // the effective text is a file of its own
          .isEqualTo(loaded.config());
    }
  }

  @Test
  void theDesignsSampleWithSwitchesLoads() throws IOException {
    Config config = good(sample());

    Config.Switch leaf1 = config.switches().getFirst();
    assertThat(leaf1.manage()).isTrue();
    assertThat(leaf1.labels()).containsEntry("rail", "0");
    assertThat(leaf1.jump()).contains("bastion1");
    assertThat(config.jumps().getFirst().address()).isEqualTo("192.0.2.7");
    assertThat(leaf1.ssh().orElseThrow().port()).isEqualTo(22);
    assertThat(leaf1.snmp().orElseThrow().pdusPerSecond()).isEqualTo(50);
    assertThat(leaf1.poll().snmp()).isEqualTo(Duration.ofSeconds(10));
    assertThat(leaf1.ports()).isEmpty();
    assertThat(config.links().getFirst().cable()).contains(5L);
    assertThat(config.pfcWatchdog().orElseThrow().detectMillis()).isEqualTo(200);
    assertThat(config.http().token()).isEqualTo(Optional.of(new SecretRef("env:TOKEN")));
  }

  @Test
  void aSecretIsReadWhereItsReferencePoints() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "s3cret\n");

    assertThat(new SecretRef("file:" + file).read(name -> null)).isEqualTo("s3cret");
    assertThat(new SecretRef("env:X").read(name -> name + "!")).isEqualTo("X!");
    assertThat(new SecretRef("credential:secret").read(name -> folder.toString()))
        .isEqualTo("s3cret");
  }

  @Test
  void driftIsReportedUnlessASettingIsToBeRepaired() throws IOException {
    Config usual = good(file(""));
    Config word = good(file("drift: report"));
    Config some = good(file("drift: { classes: { pfc: repair } }"));
    Config most = good(file("drift: { default: repair, classes: { global-pause: report } }"));

    assertThat(usual.drift()).isEqualTo(word.drift());
    assertThat(usual.repairs(SettingKind.PFC)).isFalse();
    assertThat(some.repairs(SettingKind.PFC)).isTrue();
    assertThat(some.repairs(SettingKind.ETS)).isFalse();
    assertThat(most.repairs(SettingKind.ETS)).isTrue();
    assertThat(most.repairs(SettingKind.GLOBAL_PAUSE)).isFalse();
  }

  @Test
  void theSchemaFileIsWhatTheCodeSays() {
    GoldenFile.check(Path.of("config/losslessd.schema.json"), ConfigSchema.json());
  }

  @Test
  void quantitiesPrintAsTheyRead() {
    Random random = new Random(9);
    for (Quantity quantity : Quantity.values()) {
      for (int i = 0; i < 1000; i++) {
        long unit = quantity == Quantity.AGE ? 3_600_000_000L : 1;
        long value = random.nextLong(1_000_000_000L) * unit;
        assertThat(quantity.parse(quantity.text(value))).contains(value);
      }
      assertThat(quantity.parse("12 parsecs")).isEmpty();
      assertThat(quantity.parse("-1")).isEmpty();
      assertThat(quantity.parse("")).isEmpty();
    }
    assertThat(Quantity.SIZE.parse("1.5KB")).contains(1500L);
    assertThat(Quantity.SIZE.parse("1.0001KB")).isEmpty();
    assertThat(Quantity.COUNT.parse("99999999999999999999")).isEmpty();
  }

  @Test
  void aSwitchWithoutAWayInIsAMistake() throws IOException {
    String head = "switches: [ { name: leaf1, address: 10.0.0.1, os: nxos, ";

    assertThat(message(head + "via: { jump: bastion9 } } ]"))
        .contains("'bastion9' is no name in jumps, expected one of []");
    assertThat(message(head + "ssh: { user: ops } } ]")).contains("expected key or password");
    assertThat(message(head + "snmp: { version: 2c } } ]")).contains("expected a community");
    assertThat(message(head + "snmp: { version: 3 } } ]")).contains("version 3, expected user");
    assertThat(message(head + "snmp: { user: ops } } ]")).contains("expected authKey and privKey");
    String two = "snmp: { version: 2c, community: \"file:/r\", writeCommunity: \"file:/w\" } } ]";
    assertThat(message(head + two)).contains("only os onyx is written by SNMP");
    assertThat(Sections.of(SnmpAgent.class).key("writeCommunity").orElseThrow().help())
        .contains("os " + Rules.writtenBySnmp() + ":");
    String onyx = head.replace("nxos", "onyx");
    assertThat(good(file(onyx + two)).switches().getFirst().snmp().orElseThrow().writeCommunity())
        .isPresent();
    assertThat(message(onyx + two.replace("/w", "/r")))
        .isEqualTo("the community that reads, expected another one");
    assertThat(
            message(
                onyx
                    + "snmp: { user: ops, authKey: \"file:/a\", privKey: \"file:/p\","
                    + " writeCommunity: \"file:/w\" } } ]"))
        .contains("version 3 writes as its user");
    assertThat(good(file(head + "ports: [Ethernet1/1] } ]")).switches().getFirst().ports())
        .containsExactly("Ethernet1/1");
  }

  private Path sample() throws IOException {
    return file(
        """
        mode: plan
        policy:
          classes:
            - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50%, ecn: { min: 400KB, max: 1600KB, probability: 20% } }
            - { name: cnp,  priority: 6, dscp: [48], scheduling: strict }
          dcqcn: { minTimeBetweenCnps: 4us, clampTargetRate: on }
          mtu: 9000
          pfcWatchdog: { detect: 200ms, restore: 2s, action: drop }
        nics:     { include: ["mlx5_*"], exclude: [] }
        http: { token: "env:TOKEN" }
        jumps: [ { name: bastion1, address: 192.0.2.7, ssh: { user: ops, key: "file:/k" } } ]
        switches:
          - { name: leaf1, address: "2001:db8::11", os: nxos, manage: true, asic: spectrum4, labels: { rail: "0" },
              via: { jump: bastion1 }, ssh: { user: ops, key: "file:/k" }, snmp: { version: 3, user: ops, authKey: "file:/a", privKey: "file:/p" }, poll: { snmp: 10s, ssh: 60s }, ports: lldp }
        links:
          - { a: "gpu01:ens1f0np0", b: "leaf1:Ethernet1/7", cable: 5m }
        """);
  }

  private String message(String text) throws IOException {
    return bad(file(text)).getFirst().message();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("test.yaml"), text);
  }

  private static Config good(Path file) {
    ConfigLoader.Result result = load(file);
    if (result instanceof ConfigLoader.Broken broken) {
      throw new AssertionError(broken.problems().stream().map(Problem::text).toList().toString());
    }
    return ((ConfigLoader.Loaded) result).config();
  }

  private static List<Problem> bad(Path file) {
    return ((ConfigLoader.Broken) load(file)).problems();
  }

  private static ConfigLoader.Result load(Path file) {
    return ConfigLoader.load(file, "gpu01", List.of(Path.of("config/profiles")));
  }
}
