package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Captures;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Databases, captures and walks that stand beside the repository on some machines. */
class SonicConformanceTest {
  private static final List<PortSetting> SETTINGS =
      List.of(PfcRows.setting(() -> Image.UNKNOWN), EtsRows.SETTING, EcnRows.SETTING);

  private static final Image MAIN = new Image(OptionalInt.empty(), "master.1-2", "broadcom");
  private static final Path DATA = Path.of("../shared/data/switch");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Pattern PRIORITIES =
      Pattern.compile("(Ethernet\\d+)\\s+([0-7](?:,[0-7])*)\\s*");

  private record Capture(String name, String text) {}

  private static List<Capture> captures(String folder, String names) throws IOException {
    List<Capture> all = new ArrayList<>();
    for (Path file : Captures.files(folder, name -> name.matches(names))) {
      all.add(new Capture(file.getFileName().toString(), Files.readString(file)));
    }
    return all;
  }

  private static List<ConfigDb> databases(Capture capture) {
    return List.copyOf(
        ConfigJson.databases(DeviceJson.parse(capture.name(), capture.text())).values());
  }

  @Test
  void everyPortOfEveryDatabaseIsReadAsItsRowsSay() throws Exception {
    int ports = 0;
    for (Capture capture : captures("sonic", ".*(?:config|db-|qos).*\\.json")) {
      for (ConfigDb db : databases(capture)) {
        for (Row row :
            db.rows(Tables.PORT).filter(row -> SonicSnapshot.isPort(row.key())).toList()) {
          port(capture.name() + " " + row.key(), db, row.key());
          ports++;
        }
      }
    }
    assertThat(ports).isPositive();
  }

  private static void port(String what, ConfigDb db, String port) {
    String enabled = db.get(Tables.PORT_QOS_MAP, port, "pfc_enable").orElse("");
    Pfc pfc = (Pfc) PfcRows.read(db, port).setting();
    assertThat(pfc.lossless().toString().replace("none", "").split(",", -1))
        .as(what)
        .containsExactlyInAnyOrder(enabled.replace(" ", "").split(",", -1));
    ecn(what, db, port);
    ets(what, db, port);
    MtuAndTrust.TRUST.read(db, port);
    WatchdogRows.read(db, port, () -> MAIN);
    DscpMaps.read(db, port);
    PfcRows.lossless(db, port);
    db.get(Tables.PORT, port, "mtu")
        .ifPresent(
            mtu -> assertThat(MtuAndTrust.MTU.read(db, port).setting().text()).isEqualTo(mtu));
  }

  private static void ecn(String what, ConfigDb db, String port) {
    boolean plain = true;
    List<Row> rows = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      Optional<Row> marks =
          PortRows.of(db, Tables.QUEUE, port, n)
              .filter(row -> db.get(row, RowReferences.WRED).isPresent());
      marks.ifPresent(rows::add);
      plain &= marks.isEmpty() || EtsRows.hasOwnQueue(db, port, n);
    }
    boolean whole =
        rows.stream()
            .allMatch(
                row -> RowReferences.of(db, row, RowReferences.WRED).map(db::has).orElse(true));
    if (plain && whole) {
      Reading.Value told = EcnRows.read(db, port);
      int silent = told.note().split("marks nothing", -1).length - 1;
      assertThat(((Ecn) told.setting()).marking()).as(what).hasSize(rows.size() - silent);
    } else {
      assertThatThrownBy(() -> EcnRows.read(db, port)).as(what).isInstanceOf(DeviceException.class);
    }
  }

  /** Parts of databases lack the schedulers that their queues name. */
  private static void ets(String what, ConfigDb db, String port) {
    boolean whole = true;
    for (int n = 0; n < 8; n++) {
      whole &=
          PortRows.of(db, Tables.QUEUE, port, n)
              .flatMap(row -> RowReferences.of(db, row, RowReferences.SCHEDULER))
              .map(db::has)
              .orElse(true);
    }
    if (whole) {
      Ets ets = (Ets) EtsRows.read(db, port).setting();
      assertThat(ets.sharedPercent()).as(what).isIn(ets.shares() ? 100 : 0, 100);
    } else {
      assertThatThrownBy(() -> EtsRows.read(db, port))
          .as(what)
          .hasMessageContaining("expected a row of SCHEDULER");
    }
  }

  /** A change to each port, and its inverse, as rows: nothing else moves. */
  @Test
  void everyPortOfEveryDatabaseCanBeChangedAndIsThenAsItWas() throws Exception {
    int changed = 0;
    for (Capture capture : captures("sonic", ".*(?:config|db-|qos).*\\.json")) {
      for (ConfigDb db : databases(capture)) {
        for (PortSetting setting : SETTINGS) {
          for (Row row :
              db.rows(Tables.PORT).filter(r -> SonicSnapshot.isPort(r.key())).limit(4).toList()) {
            changed += isThere(capture.name() + " " + row.key(), db, setting, row.key()) ? 1 : 0;
          }
        }
      }
    }
    assertThat(changed).isPositive();
  }

  /** Parts of databases, and rows of several ports, are refused with the reason. */
  private static boolean isThere(String what, ConfigDb db, PortSetting setting, String port) {
    try {
      there(what, db, setting, port);
      return true;
    } catch (DeviceException e) {
      assertThat(e.getMessage()).as(what).containsAnyOf("expected a row of", "split that row");
      return false;
    }
  }

  private static void there(String what, ConfigDb db, PortSetting setting, String port) {
    ConfigDb draft = db.copy();
    String words = Words.of(db, setting.owned().apply(port));
    var wanted =
        switch (setting.kind()) {
          case PFC -> SonicLeaf.THREE;
          case ETS -> SonicLeaf.shares();
          default -> Wishes.ecn(400_000, 1_600_000, 20);
        };
    setting.writer().write(draft, port, wanted);
    OwnedRows.cleanUp(draft);
    assertThat(setting.read(draft, port).setting()).as(what).isEqualTo(wanted);
    assertThat(
            Edit.lines("", db, draft, "losslessd-r12.json", new RowNames(new AgentName("r12")))
                .isEmpty())
        .as(what)
        .isEqualTo(draft.equals(db));
    Words.restore(draft, setting.owned().apply(port), words);
    OwnedRows.cleanUp(draft);
    assertThat(cells(draft)).as(what).isEqualTo(cells(db));
  }

  /** A row without a cell is as good as none. */
  private static ConfigDb cells(ConfigDb db) {
    ConfigDb copy = db.copy();
    db.rows().filter(row -> db.fields(row).isEmpty()).forEach(copy::remove);
    return copy;
  }

  @Test
  void aDatabaseThatIsCutIsAnError() throws Exception {
    for (Capture capture : captures("sonic", ".*(?:config_db|db-|counters_db).*\\.json")) {
      String text = capture.text().strip();
      for (int n = 0; n < 40; n++) {
        String part = text.substring(0, text.length() * n / 40);
        assertThatThrownBy(() -> ConfigJson.parse(capture.name(), part))
            .isInstanceOf(DeviceException.class);
        assertThatThrownBy(() -> CountersDb.parse(capture.name(), part))
            .isInstanceOf(DeviceException.class);
      }
    }
  }

  @Test
  void everyNumberOfACountersDatabaseIsOneOfItsOwn() throws Exception {
    int ports = 0;
    for (Capture capture : captures("sonic", ".*counters_db\\.json")) {
      if (!capture.text().contains("COUNTERS_PORT_NAME_MAP")) {
        assertThatThrownBy(() -> CountersDb.parse(capture.name(), capture.text()))
            .hasMessageContaining("the names of the ports");
        continue;
      }
      CountersDb db = CountersDb.parse(capture.name(), capture.text());
      DeviceJson names =
          DeviceJson.parse(capture.name(), capture.text())
              .branch("COUNTERS_PORT_NAME_MAP")
              .orElseThrow();
      for (String name : names.fields()) {
        Map<QueueCell, Long> cells = db.port(name).orElse(Map.of());
        cells.forEach((cell, value) -> {
          if (cell.priority() >= 0) {
            assertThat(capture.text()).as(name).contains("\"" + value + "\"");
          }
        });
        ports += cells.isEmpty() ? 0 : 1;
      }
    }
    assertThat(ports).isPositive();
  }

  /** The expected text is {@code show pfc priority} of the very databases that are here. */
  @Test
  void prioritiesAreThoseThatTheSwitchItselfShows() throws Exception {
    List<Capture> shown =
        captures("cli/sonic", "su-assert-show-output-pfc-show-priority-all\\.txt");
    ConfigDb db = databases(captures("sonic", "mock-config_db\\.json").getFirst()).getFirst();
    int rows = 0;
    for (Matcher m = PRIORITIES.matcher(shown.getFirst().text()); m.find(); rows++) {
      assertThat(PfcRows.enabled(db, m.group(1)).toString()).isEqualTo(m.group(2));
    }
    assertThat(rows).isPositive();
  }

  @Test
  void everyTableOfNeighboursIsReadRowByRow() throws Exception {
    for (Capture capture : captures("cli/sonic", ".*lldp-table.*\\.txt")) {
      long rows =
          capture.text().lines().filter(line -> line.strip().matches("Ethernet\\d+ .*")).count();
      assertThat(LldpTable.parse(LEAF, capture.text())).as(capture.name()).hasSize((int) rows);
    }
  }

  @Test
  void everyPortOfAWalkHasNameAndCounters() throws Exception {
    for (Capture capture : captures("snmp", ".*(?:sonic|edgecos).*\\.snmprec")) {
      try (SnmpWalk walk = new SnmpWalk(DATA.resolve("snmp").resolve(capture.name()))) {
        Map<Integer, String> ports = walk.ports(name -> name.matches("Eth.*\\d|etp\\d.*"));
        assertThat(ports).as(capture.name()).isNotEmpty();
        for (Map.Entry<Integer, String> port : ports.entrySet()) {
          PortId id = new PortId(LEAF, port.getValue());
          Sweep sweep =
              new SnmpSweeper(id, walk.client(), SonicCounters.OF_A_PORT, UnaryOperator.identity())
                  .sweep(1_000, 2_000);
          assertThat(sweep.port()).isEqualTo(id);
        }
        int heard = LldpMib.read(LEAF, walk.client(), UnaryOperator.identity(), _ -> true).size();
        assertThat(heard > 0)
            .as(capture.name())
            .isEqualTo(!walk.column("1.0.8802.1.1.2.1.4.1.1.9").isEmpty());
      }
    }
  }
}
