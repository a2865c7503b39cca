package dev.losslessd.driver.onyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snmp4j.smi.OID;

/**
 * Captures of Onyx. What each of them is of, its name says; a parser is tried on those it is for.
 */
class OnyxConformanceTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final List<Integer> ONE_TO_ONE = List.of(0, 1, 2, 3, 4, 5, 6, 7);

  private static Map<String, String> texts(String part) throws IOException {
    return Captures.texts("onyx", name -> name.contains(part));
  }

  private static List<String> ports(String text) {
    return Pattern.compile("\"(Eth\\d+/\\d+(?:/\\d+)?)\"")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .distinct()
        .toList();
  }

  @Test
  void everyVersionIsKnown() throws IOException {
    texts("facts-show-version")
        .forEach((file, text) -> {
          assertThat(OnyxShows.release(text)).as(file).matches("\\d+\\.\\d+.*");
          assertThat(Cuts.neverAnother(text, OnyxShows::release)).isPositive();
        });
  }

  @Test
  void everyPortOfShowInterfacesHasItsMtu() throws IOException {
    texts("interfaces-ethernet").forEach(OnyxConformanceTest::interfaces);
    texts("onyx-interfaces-show").forEach(OnyxConformanceTest::interfaces);
  }

  private static void interfaces(String file, String text) {
    Interfaces all = Interfaces.parse(text);
    assertThat(all.ports().keySet()).as(file).containsExactlyElementsOf(ports(text));
    for (String port : ports(text)) {
      assertThat(text).contains("\"" + all.mtu(port).bytes() + " bytes");
      if (text.contains("Flow-control")) {
        assertThat(all.pause(port)).isNotNull();
      } else {
        assertThatThrownBy(() -> all.pause(port)).isInstanceOf(DeviceException.class);
      }
    }
    assertThat(Cuts.neverAnother(text, cut -> Interfaces.parse(cut).mtu(ports(text).getFirst())))
        .isPositive();
  }

  @Test
  void everyPortOfPfcIsRead() throws IOException {
    texts("pfc-interface")
        .forEach((file, text) -> {
          PfcTable table = PfcTable.parse(text);
          assertThat(table.ports().keySet()).as(file).containsAll(ports(text));
          long running = table.ports().values().stream().filter(PfcTable.Port::running).count();
          long printed =
              Pattern.compile("\"PFC oper\": \"Enabled\"").matcher(text).results().count();
          assertThat(running).as(file).isEqualTo(printed);
          assertThat(Cuts.neverAnother(text, PfcTable::parse)).isPositive();
        });
  }

  @Test
  void everySharedClassIsRead() throws IOException {
    texts("dcb-ets-interface")
        .forEach((file, text) -> {
          for (String port : ports(text)) {
            Ets ets = EtsTable.parse(port, text, ONE_TO_ONE);
            assertThat(ets.sharedPercent()).as(file).isEqualTo(100);
            long strict = text.lines().filter(line -> line.contains("\"Strict\"")).count();
            assertThat(ets.selection().stream().filter(Ets.Selection.STRICT::equals).count())
                .isEqualTo(strict);
            assertThat(Cuts.neverAnother(text, cut -> EtsTable.parse(port, cut, ONE_TO_ONE)))
                .isPositive();
          }
        });
  }

  @Test
  void everyMapAndTrustIsRead() throws IOException {
    texts("qos-interface-ethernet")
        .forEach((file, text) -> {
          for (String port : ports(text)) {
            QosTable table = QosTable.parse(port, text);
            assertThat(table.trust()).as(file).isNotNull();
            assertThat(table.dscp().entries()).as(file).hasSize(64);
            assertThat(table.classOfPriority()).as(file).hasSize(8);
            assertThat(Cuts.neverAnother(text, cut -> QosTable.parse(port, cut).dscp()))
                .isPositive();
          }
        });
  }

  @Test
  void everyCongestionControlIsReadOrTold() throws IOException {
    texts("congestion-control")
        .forEach((file, text) -> {
          String port =
              Pattern.compile("\"Interface ethernet\": \"([0-9/]+)\"")
                  .matcher(text)
                  .results()
                  .map(found -> "Eth" + found.group(1))
                  .findFirst()
                  .orElseThrow();
          Congestion read = Congestion.parse(port, text);
          assertThat(read.cells()).as(file).isNotEmpty();
          if (text.contains("\"ECN\"")) {
            assertThatThrownBy(read::ecn).hasMessageContaining(" marks from ");
          } else {
            assertThat(read.ecn().marking()).isEmpty();
          }
          assertThat(Cuts.neverAnother(text, cut -> Congestion.parse(port, cut).cells()))
              .isPositive();
        });
  }

  @Test
  void everyPoolIsRead() throws IOException {
    texts("buffer-pool")
        .forEach((file, text) -> {
          long lossless = text.lines().filter(line -> line.contains("\"lossless\"")).count();
          String pools = TrafficPools.parse(text);
          assertThat(Pattern.compile("pool ").matcher(pools).results().count())
              .as(file)
              .isEqualTo(lossless);
        });
  }

  @Test
  void everyNeighbourIsRead() throws IOException {
    texts("lldp-neighbors")
        .forEach((file, text) -> {
          long rows = text.lines().filter(line -> line.startsWith("Eth")).count();
          List<Neighbour> heard = LldpRemote.parseText(LEAF, text);
          assertThat(heard).as(file).hasSize((int) rows);
          assertThat(heard).noneMatch(one -> one.remoteSystem().equals("Not Advertised"));
        });
  }

  @Test
  void everyWalkIsOfAnOnyxAndHasNoPortsThatWeMiss() throws Exception {
    for (Path file : Captures.walks(name -> name.startsWith("mellanox") || name.contains("onyx"))) {
      try (SnmpWalk walk = new SnmpWalk(file)) {
        assertThat(String.valueOf(walk.mib().get(new OID("1.3.6.1.2.1.1.2.0"))))
            .as(file.toString())
            .startsWith("1.3.6.1.4.1.33049.");
        List<Neighbour> heard =
            LldpMib.read(LEAF, walk.client(), UnaryOperator.identity(), Ports::isPort);
        assertThat(heard.size())
            .isLessThanOrEqualTo(walk.column("1.0.8802.1.1.2.1.4.1.1.9").size());
      }
    }
  }
}
