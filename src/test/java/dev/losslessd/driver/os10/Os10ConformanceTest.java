package dev.losslessd.driver.os10;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Captures of OS10. What each of them is of, its name says; a parser is tried on those it is for.
 */
class Os10ConformanceTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  private static Map<String, String> texts(String part) throws IOException {
    return Captures.texts("os10", name -> name.contains(part));
  }

  @Test
  void everyVersionIsKnown() throws IOException {
    texts("show-version.txt")
        .forEach((file, text) -> {
          assertThat(Os10Shows.release(text)).as(file).startsWith("10.");
          assertThat(Cuts.neverAnother(text, Os10Shows::release)).isPositive();
        });
  }

  @Test
  void everyPortOfAConfigurationIsReadAndNoCutTellsAnotherValue() throws IOException {
    for (Map.Entry<String, String> file :
        Captures.texts(
                "os10", name -> name.matches(".*(running-config|config-config|config-src).*"))
            .entrySet()) {
      String text = file.getValue();
      List<String> ports =
          text.lines().filter(line -> line.matches("interface ethernet\\S+")).toList();
      RunningConfig config = RunningConfig.parse(text);
      assertThat(config.ports()).as(file.getKey()).hasSize(ports.size());
      for (String port : config.ports()) {
        if (!text.contains("priority-flow-control mode")) {
          assertThat(new PortQos(config, port).pfc()).isEqualTo(Pfc.OFF);
        }
        if (!text.contains("service-policy output")) {
          assertThat(new PortQos(config, port).ecn()).isEqualTo(Ecn.OFF);
        }
      }
      String last = config.ports().getLast();
      assertThat(Cuts.neverAnother(text, cut -> new PortQos(RunningConfig.parse(cut), last).pfc()))
          .isPositive();
    }
  }

  @Test
  void everyNeighbourOfTheXmlIsRead() throws IOException {
    texts("lldp-neighbors-display-xml")
        .forEach((file, text) -> {
          Matcher port =
              Pattern.compile("<name>(ethernet\\S+)</name>(?s:(?!<name>).)*?<info>").matcher(text);
          long heard = port.results().count();
          List<Neighbour> all = LldpXml.parse(LEAF, text);
          assertThat(all).as(file).hasSize((int) heard);
          assertThat(all).allSatisfy(one -> assertThat(text).contains(one.remoteSystem()));
          assertThat(Cuts.neverAnother(text, cut -> LldpXml.parse(LEAF, cut))).isPositive();
        });
  }

  @Test
  void everyNeighbourOfTheTableIsReadThatIsNotCut() throws IOException {
    texts("lldp-neighbors-parser")
        .forEach((file, text) -> {
          // a literal of a test ends without the last newline
          List<Neighbour> all = LldpText.parse(LEAF, text + "\n");
          assertThat(all).as(file).isNotEmpty();
          assertThat(all).noneMatch(one -> one.remoteSystem().endsWith("..."));
          assertThat(all).noneMatch(one -> one.remoteSystem().equals("Not Advertised"));
        });
  }

  @Test
  void everyInterfaceTextIsRead() throws IOException {
    texts("port-speed")
        .forEach((file, text) -> {
          Matcher head = Pattern.compile("Ethernet (\\S+) is").matcher(text);
          assertThat(head.find()).as(file).isTrue();
          String port = "ethernet" + head.group(1);
          InterfaceText shown = InterfaceText.parse(port, text);
          assertThat(text).contains("IP MTU " + shown.mtu().bytes() + " bytes");
          assertThat(Cuts.neverAnother(text, cut -> InterfaceText.parse(port, cut).mtu()))
              .isPositive();
        });
  }

  @Test
  void everyPortOfAWalkHasItsCountersAndNeighbours() throws Exception {
    for (Path file : Captures.walks(name -> name.contains("os10"))) {
      try (SnmpWalk walk = new SnmpWalk(file)) {
        Map<Integer, String> ports = walk.ports(RunningConfig::isPort);
        assertThat(ports).as(file.toString()).isNotEmpty();
        int numbers = 0;
        for (Map.Entry<Integer, String> port : ports.entrySet()) {
          numbers += sweep(walk, port.getKey(), port.getValue());
        }
        assertThat(numbers).as(file.toString()).isPositive();
        neighbours(walk);
      }
    }
  }

  private static int sweep(SnmpWalk walk, int index, String name) {
    SnmpSweeper sweeper =
        new SnmpSweeper(
            new PortId(LEAF, name), walk.client(), Os10Driver.COUNTERS, UnaryOperator.identity());
    return walk.check(
        sweeper.sweep(1_000, 2_000), counter -> SnmpWalk.standard(counter.rawName(), index));
  }

  /** By name: localPortNum 516 is ethernet1/1/1, whose ifIndex is 13. */
  private static void neighbours(SnmpWalk walk) {
    List<Neighbour> heard =
        LldpMib.read(LEAF, walk.client(), UnaryOperator.identity(), RunningConfig::isPort);
    int rows = walk.column("1.0.8802.1.1.2.1.4.1.1.9").size();
    assertThat(heard).hasSizeLessThanOrEqualTo(rows);
    assertThat(heard.isEmpty()).isEqualTo(rows == 0);
    assertThat(heard).noneMatch(one -> one.remoteSystem().equals("Not Advertised"));
    assertThat(walk.ports(RunningConfig::isPort).values())
        .containsAll(heard.stream().map(one -> one.localPort().name()).toList());
  }
}
