package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * A rack as its page sets it up: two leaves of two vendors, four hosts, agents on two of them, one
 * of which manages both leaves. A host is added, a leaf reboots without a saved configuration, and
 * all is released again. Only commands of the pages for operators are typed, with {@code --yes}.
 */
@SystemGroup
class RackEndTest {
  private static final List<Path> PAGES =
      List.of(Path.of("src/docs/how-to/leaf.md"), Path.of("src/docs/how-to/guide.md"));
  private static final List<String> HOSTS = List.of("gpu01", "gpu02", "gpu03", "gpu04");
  private static final String LATER = "gpu04";

  private static final String POLICY =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50%, ecn: { min: 400KB, max: 1600KB, probability: 20% } }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
        mtu: 9000
      commit: { settle: 1s, returnWithin: 30s }
      """;

  /** A switch that has hung up is left alone for 10 s, then for 20, then for 40. */
  private static final Duration BACK = Duration.ofSeconds(90);

  /** Names and reasons may differ; verbs and options are those of the pages. */
  private static final Pattern OWN = Pattern.compile("\"[^\"]*\"|gpu\\d+|c-\\d+");

  private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|[^\\s\"])+");

  @TempDir private Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aRackIsSetUpGrowsSurvivesARebootAndIsReleased() throws Exception {
    FabricOptions options =
        new FabricOptions(HOSTS.stream().map(DeviceId::new).toList(), 100, 0, 1)
            .withSwitches(List.of(SwitchSystem.NXOS, SwitchSystem.EOS));
    try (DaemonFixture leaves = new DaemonFixture(folder, "enforce", options, POLICY, "mlx5_*");
        DaemonFixture host = leaves.beside("gpu02")) {
      Files.writeString(leaves.config, Files.readString(leaves.config) + "switches:\n");
      Files.writeString(host.config, Files.readString(host.config) + POLICY + "switches:\n");
      for (DaemonFixture agent : List.of(leaves, host)) {
        agent.add("leaf1", "nxos", "lldp");
        agent.add("leaf2", "eos", "lldp");
      }
      Files.writeString(
          host.config, Files.readString(host.config).replace("manage: true", "manage: false"));
      nics(LATER).forEach(nic -> leaves.tell("vanish " + nic));
      Map<String, List<String>> found = state(leaves);
      leaves.start();
      host.start();

      setUp(leaves, host);
      add(leaves);
      reboot(leaves);
      release(leaves, host, found);
    }
  }

  /** The leaves first, in waves, then the host with an agent of its own. */
  private static void setUp(DaemonFixture leaves, DaemonFixture host) throws IOException {
    await(leaves, "losslessd plan", text -> text.contains("leaf2:Ethernet3 "));
    DaemonFixture.Typed plan = type(leaves, "losslessd plan");
    assertThat(plan.text().lines().filter(line -> line.matches("[ 0-9]\\d  .*")))
        .anyMatch(row -> row.contains("leaf1:Ethernet1/3 "))
        .noneMatch(row -> row.contains("leaf1:Ethernet1/4 ") || row.contains("gpu02:"));
    apply(
        leaves,
        "losslessd apply --accept-scope --waves host=gpu02,100% --soak 10m --accept-idle --yes");
    assertThat(lossless(leaves)).containsExactlyElementsOf(ports(3));

    await(host, "losslessd plan", text -> text.contains("gpu02:ens2f0np0"));
    apply(host, "losslessd apply --yes");
    await(host, "losslessd contract", text -> !text.contains("broken"));
  }

  private static void add(DaemonFixture leaves) throws IOException {
    nics(LATER).forEach(nic -> leaves.tell("return " + nic));
    await(leaves, "losslessd plan", text -> text.contains("leaf2:Ethernet4"));
    apply(leaves, "losslessd apply --yes");
    assertThat(lossless(leaves)).containsExactlyElementsOf(ports(4));
  }

  private static void reboot(DaemonFixture leaves) throws IOException {
    leaves.tell("reboot leaf1");
    await(leaves, "losslessd findings", text -> text.contains("rebooted"));
    DaemonFixture.await(
        BACK,
        () -> lossless(leaves).stream().noneMatch(port -> port.startsWith("leaf1")),
        "the reboot takes nothing away");
    await(leaves, "losslessd plan", text -> text.contains("leaf1:Ethernet1/4"));
    apply(leaves, "losslessd apply --accept-scope --yes");
    assertThat(lossless(leaves)).containsExactlyElementsOf(ports(4));
  }

  /** The host first: a leaf that protects a class which no host sends does no harm. */
  private static void release(
      DaemonFixture leaves, DaemonFixture host, Map<String, List<String>> found)
      throws IOException {
    apply(host, "losslessd release --restore --yes");
    apply(leaves, "losslessd release --restore --accept-scope --yes");
    assertThat(lossless(leaves)).isEmpty();
    Map<String, List<String>> now = state(leaves);
    assertThat(now.get("leaf1")).isEqualTo(found.get("leaf1"));
    nics("gpu01").forEach(nic -> assertThat(now.get(nic)).isEqualTo(found.get(nic)));
    nics("gpu02").forEach(nic -> assertThat(now.get(nic)).isEqualTo(found.get(nic)));
  }

  private static void apply(DaemonFixture agent, String command) throws IOException {
    DaemonFixture.Typed applied = type(agent, command);
    assertThat(applied.code()).as(command + "\n" + applied.text()).isZero();
    DaemonFixture.Typed confirmed = type(agent, "losslessd confirm --yes");
    assertThat(confirmed.code()).as(confirmed.text()).isZero();
  }

  private static void await(DaemonFixture agent, String command, Predicate<String> there) {
    AtomicReference<String> last = new AtomicReference<>("");
    try {
      DaemonFixture.await(
          BACK,
          () -> {
            last.set(agent.type(words(command)).text());
            return there.test(last.get());
          },
          command);
    } catch (AssertionError e) {
      throw new AssertionError(command + " shows\n" + last, e);
    }
  }

  private static DaemonFixture.Typed type(DaemonFixture agent, String command) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path page : PAGES) {
      lines.addAll(Files.readString(page).replaceAll(" *\\\\\n *", " ").lines().toList());
    }
    assertThat(lines).as("a page has " + command).anyMatch(line -> isLike(line, command));
    return agent.type(words(command));
  }

  private static boolean isLike(String line, String command) {
    return plain(line.strip().replaceFirst(" +# .*", "")).equals(plain(command));
  }

  private static String plain(String command) {
    return OWN.matcher(command)
        .replaceAll("-")
        .replaceFirst(" --reason -", "")
        .replace(" --yes", "");
  }

  private static String[] words(String command) {
    return WORD.matcher(command.replace("--soak 10m", "--soak 1s"))
        .results()
        .skip(1)
        .map(one -> one.group().replace("\"", ""))
        .toArray(String[]::new);
  }

  private static List<String> nics(String host) {
    return List.of(host + ":ens1f0np0", host + ":ens2f0np0");
  }

  /** Ports of the leaves that lead to these many hosts, and to the two storage servers. */
  private static List<String> ports(int hosts) {
    return Stream.of("leaf1:Ethernet1/", "leaf2:Ethernet")
        .flatMap(leaf ->
            IntStream.concat(IntStream.rangeClosed(1, hosts), IntStream.of(5, 6))
                .mapToObj(port -> leaf + port))
        .toList();
  }

  /** Ports of the leaves that have a lossless class, by what the leaves themselves show. */
  private static List<String> lossless(DaemonFixture agent) {
    return ports(HOSTS.size()).stream().filter(port -> isLossless(agent, port)).toList();
  }

  static boolean isLossless(DaemonFixture agent, String port) {
    String pfc = agent.ask("/api/v1/ports/" + port.replace(':', '/') + "/pfc?fresh=true").body();
    return JsonMapper.shared().readTree(pfc).at("/status/value/lossless/0").asInt(-1) == 3;
  }

  private static Map<String, List<String>> state(DaemonFixture agent) {
    Map<String, List<String>> all = new TreeMap<>();
    List<String> devices = new ArrayList<>(List.of("leaf1", "leaf2"));
    HOSTS.stream().filter(one -> !one.equals(LATER)).forEach(one -> devices.addAll(nics(one)));
    devices.forEach(one -> all.put(one, agent.tell("state " + one)));
    return all;
  }
}
