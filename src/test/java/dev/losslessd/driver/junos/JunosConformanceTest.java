package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Captures that stand beside the repository on some machines: one test each. What is of no command
 * of the driver's is skipped with its name.
 */
class JunosConformanceTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  @TestFactory
  Stream<DynamicTest> everyCaptureIsReadOrLeftByName() throws IOException {
    return Captures.each(
        "cli/junos",
        _ -> true,
        file -> capture(file.getFileName().toString(), Files.readString(file)));
  }

  private static void capture(String name, String text) {
    if (name.contains("-cfg-")) {
      configuration(text);
    } else if (name.matches(
        "(genie-showinterfaces(extensive|statistics)?-golden|ntc-show-interfaces).*")) {
      interfaces(text);
    } else if (name.contains("mac-pfc-excerpt")) {
      interfaces(
          "Physical interface: et-0/0/0, Enabled, Physical link is Up\n MTU: 1514,\n" + text);
    } else if (name.contains("showclassofservice")) {
      assertThat(CosPorts.parse(text).values())
          .isNotEmpty()
          .allSatisfy(
              units -> assertThat(units.values()).allSatisfy(one -> assertThat(one).isNotEmpty()));
    } else if (name.contains("showinterfacesqueue")) {
      queues(text);
    } else if (name.contains("show-version") && name.contains("json")) {
      assertThat(Release.parse(inner(text)).version()).matches("\\d+\\.\\d.*");
    } else if (name.contains("show-version-xml")) {
      assertThat(Release.parse(XmlText.json(text, "software-information")).model()).isNotBlank();
    } else if (name.contains("lldp-neighbors-information")
        && name.contains("get-lldp-neighbors-get")) {
      neighbours(text);
    } else {
      assumeTrue(false, name + ": of no command that this driver reads");
    }
  }

  /** Captures by NETCONF have the document within tags. */
  private static String inner(String text) {
    return text.substring(text.indexOf('{'), text.lastIndexOf('}') + 1);
  }

  private static void interfaces(String text) {
    Map<String, Interfaces.Facts> ports = Interfaces.parse("capture", text);
    Matcher m = Pattern.compile("Physical interface: ((?:et|xe|ge)-[\\d/:]+),").matcher(text);
    while (m.find()) {
      String port = m.group(1);
      assertThat(Objects.requireNonNull(ports.get(port), port).mtu()).isPresent();
    }
    if (text.contains("CoS transmit queue")) {
      assertThat(ports.values()).anyMatch(facts -> !facts.scheduled().isEmpty());
    }
    if (text.contains("MAC Priority Flow Control")) {
      assertThat(ports.values()).anyMatch(facts -> facts.pauses().size() == 16);
    }
  }

  private static void queues(String text) {
    var ports = QueueReader.parse(text);
    long printed = text.lines().filter(line -> line.strip().startsWith("Queue: ")).count();
    assertThat(ports.values().stream().mapToLong(Map::size).sum()).isEqualTo(printed);
    ports
        .values()
        .forEach(port ->
            port.values().forEach(counts -> assertThat(counts).containsKey("Transmitted Packets")));
    int half = text.lastIndexOf("Queue: ");
    assertThatThrownBy(() -> QueueReader.parse(text.substring(0, half)))
        .isInstanceOf(DeviceException.class);
  }

  private static void neighbours(String text) {
    for (boolean plain : List.of(true, false)) {
      String json = XmlText.json(text, "lldp-neighbors-information", plain);
      assertThat(Neighbours.parse(LEAF, json))
          .isNotEmpty()
          .allSatisfy(one -> assertThat(one.remoteSystem()).isNotBlank());
    }
  }

  /** Juniper's validated design for RoCE, in both forms of JSON. */
  private static void configuration(String text) {
    JunosConfig junosConfig = JunosConfig.parse(CurlyText.json(text, true));
    assertThat(JunosConfig.parse(CurlyText.json(text, false)).active().all())
        .isEqualTo(junosConfig.active().all());
    String json = CurlyText.json(text, true);
    for (int cut = 1; cut < json.length(); cut += 97) {
      String some = json.substring(0, cut);
      assertThatThrownBy(() -> JunosConfig.parse(some)).isInstanceOf(DeviceException.class);
    }
    if (!junosConfig.active().has("class-of-service congestion-notification-profile")) {
      return;
    }
    CosView view = new CosView(junosConfig, Map.of("best-effort", 0));
    String port = "et-0/0/0:0";
    assertThat(view.trust(port)).isEqualTo(new Trust(Trust.Field.DSCP));
    assertThat(PortSettings.pfc(view, port)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(PortSettings.watchdog(view, port).on()).isTrue();
    var content = view.content(ProfileKind.QUEUES, port);
    assertThat(PortSettings.ets(view.classes(), content).text()).contains("tc3=strict");
    OptionalLong buffer = OptionalLong.of(1_000_000);
    assertThat(PortSettings.ecn(view, content, _ -> buffer, port).setting().text())
        .isEqualTo("3=550KB..900KB@100%");
    assertThatThrownBy(() -> PortSettings.ecn(view, content, _ -> OptionalLong.empty(), port))
        .hasMessageContaining("55..90 %");
    assertThatThrownBy(view::dscpMap).hasMessageContaining("CNP is on queue 3");
  }

  @TestFactory
  Stream<DynamicTest> everyWalkIsServedAndRead() throws IOException {
    return Captures.each("snmp", name -> name.startsWith("junos"), JunosConformanceTest::walk);
  }

  private static void walk(Path file) throws Exception {
    try (SnmpWalk walk = new SnmpWalk(file)) {
      Map<Integer, String> ports = walk.ports(Interfaces::isPort);
      assumeTrue(!ports.isEmpty(), file.getFileName() + " has no names of ports");
      for (Map.Entry<Integer, String> port : ports.entrySet()) {
        SnmpSweeper sweeper =
            new SnmpSweeper(
                new PortId(LEAF, port.getValue()),
                walk.client(),
                JunosCounters.columns(OptionalInt::of),
                UnaryOperator.identity());
        Sweep sweep = sweeper.sweep(1_000, 2_000);
        for (int n = 0; n < sweep.schema().size(); n++) {
          if (sweep.schema().counters().get(n).rawName().startsWith("jnxCos")) {
            assertThat(sweep.has(n)).isFalse(); // no walk has them: missing, never zero
          }
        }
      }
      int rows = walk.column("1.0.8802.1.1.2.1.4.1.1.9").size();
      var heard = Neighbours.read(LEAF, walk.client());
      assertThat(heard).hasSizeLessThanOrEqualTo(Math.max(rows, 0));
      Optional<String> bad =
          heard.stream()
              .map(one -> one.localPort().name())
              .filter(n -> !Interfaces.isPort(n))
              .findFirst();
      assertThat(bad).isEmpty();
    }
  }
}
