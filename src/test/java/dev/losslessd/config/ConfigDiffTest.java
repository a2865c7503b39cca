package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another file sets otherwise, key by key. */
class ConfigDiffTest {
  private static final String LEAF = "{ name: %s, address: %s, os: eos, labels: { rail: '1' } }";

  @TempDir private Path folder;

  @Test
  void aFileHasNoDifferenceToItselfWhateverItsOrderAndComments() throws Exception {
    assertThat(
            between(
                "mode: observe\nlimits: { devicesPerCommit: 2 }",
                "# again\nlimits:\n  devicesPerCommit: 2"))
        .isEmpty();
  }

  @Test
  void aValueIsShownAsItWasAndAsItIs() throws Exception {
    assertThat(between("", "poll: { nic: 2000ms, fast: 10ms }"))
        .containsExactly("poll.nic: 1s -> 2s", "poll.fast: added, 10ms");
    assertThat(between("limits: { devicesPerCommit: 2 }", ""))
        .containsExactly("limits: removed, was {devicesPerCommit: 2}");
  }

  @Test
  void itemsAreToldApartByTheirNames() throws Exception {
    String one = switches("leaf1", "192.0.2.1");
    String other =
        "switches: [ "
            + LEAF.formatted("leaf0", "192.0.2.9")
            + ", "
            + LEAF.formatted("leaf1", "192.0.2.2")
            + " ]";

    assertThat(between(one, other))
        .hasSize(2)
        .anyMatch(
            line -> line.startsWith("switches[leaf0]: added, {name: leaf0, address: 192.0.2.9"))
        .contains("switches[leaf1].address: 192.0.2.1 -> 192.0.2.2");
  }

  @Test
  void theOrderOfItemsIsAValue() throws Exception {
    String a = LEAF.formatted("a", "192.0.2.1");
    String b = LEAF.formatted("b", "192.0.2.2");

    assertThat(between("switches: [ " + a + ", " + b + " ]", "switches: [ " + b + ", " + a + " ]"))
        .containsExactly("switches: [a, b] -> [b, a]");
  }

  @Test
  void itemsWithoutNamesAreToldApartByTheirPlaces() throws Exception {
    assertThat(
            between(
                "links: [ { a: 'leaf1:1', b: 'gpu01:x', cable: 3m } ]",
                "links: [ { a: 'leaf1:1', b: 'gpu01:x', cable: 5m } ]"))
        .containsExactly("links[0].cable: 3m -> 5m");
  }

  @Test
  void whatNeedsARestartIsKnown() throws Exception {
    assertThat(
            load("state: /a\npoll: { deadline: 1s, nic: 2s }\nhttp: { listen: '127.0.0.1:1' }")
                .since(load("")))
        .filteredOn(ConfigChange::needsRestart)
        .extracting(ConfigChange::key)
        .containsExactlyInAnyOrder("state", "poll.deadline", "http.listen");
  }

  @Test
  void tlsThatComesOrGoesNeedsARestartAndAnotherCertificateDoesNot() throws Exception {
    String plain = "http: { listen: '127.0.0.1:1' }";
    String tls =
        "http: { listen: '127.0.0.1:1',"
            + " tls: { certificate: 'file:/%s.crt', key: 'file:/%s.key', requireClient: off } }";

    for (List<String> pair :
        List.of(List.of(plain, tls.formatted("a", "a")), List.of(tls.formatted("a", "a"), plain))) {
      assertThat(load(pair.get(1)).since(load(pair.get(0))))
          .as(pair.toString())
          .anyMatch(ConfigChange::needsRestart);
    }
    assertThat(load(tls.formatted("b", "b")).since(load(tls.formatted("a", "a"))))
        .hasSize(2)
        .noneMatch(ConfigChange::needsRestart);
  }

  @Test
  void whatIsEffectiveLoadsToTheSameWithoutItsProfile() throws Exception {
    Files.createDirectory(folder.resolve("profiles"));
    Files.writeString(folder.resolve("profiles/own.yaml"), "policy: { mtu: 9000 }\n");
    ConfigLoader.Loaded loaded = load("policy: { profile: own }");
    Files.delete(folder.resolve("profiles/own.yaml"));

    ConfigLoader.Result again = ConfigLoader.effective("kept", loaded.effective(), "gpu01");

    assertThat(again).isInstanceOf(ConfigLoader.Loaded.class);
    ConfigLoader.Loaded kept = (ConfigLoader.Loaded) again;
    assertThat(kept.config().policy()).isEqualTo(loaded.config().policy());
    assertThat(kept.digest()).isEqualTo(loaded.digest());
    assertThat(kept.since(loaded)).isEmpty();
  }

  private static String switches(String name, String address) {
    return "switches: [ " + LEAF.formatted(name, address) + " ]";
  }

  private List<String> between(String before, String after) throws IOException {
    return load(after).since(load(before)).stream().map(ConfigChange::text).toList();
  }

  private ConfigLoader.Loaded load(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("c.yaml"), text + "\n");
    ConfigLoader.Result result = ConfigLoader.load(file, "gpu01", List.of());
    assertThat(result).as(result.toString()).isInstanceOf(ConfigLoader.Loaded.class);
    return (ConfigLoader.Loaded) result;
  }
}
