package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SnmpColumns.Column;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.Responder;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TableAgent;
import dev.losslessd.transport.snmp.TestAgent;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OctetString;

/** Laws of {@link SwitchContract} for counters by SNMP, with an agent that has any cells. */
public abstract class CounterLaws extends ReadingLaws {
  private static final int ROW = 4711;
  private static final int TWIN = 12;
  private static final int TRUE = 1;
  private static final int FALSE = 2;

  /** IANAifType: ethernetCsmacd and l2vlan. */
  private static final int ETHERNET = 6;

  private static final int VLAN = 135;

  /** A question to a sweeper whose agent the test fills. */
  @FunctionalInterface
  private interface Question {
    void ask(TableAgent agent, SnmpSweeper sweeper) throws Exception;
  }

  private void ask(Question question) throws Exception {
    TableAgent agent = new TableAgent(0, 1);
    try (Responder responder = Responder.start(agent);
        SnmpSocket socket = new SnmpSocket(_ -> {})) {
      SnmpTarget target =
          TestAgent.of(
                  box.id().name(),
                  InetAddress.getLoopbackAddress(),
                  new SnmpVersion.V2c("public"::toCharArray))
              .withPort(responder.port())
              .withPdusPerSecond(10_000)
              .target();
      SnmpClient client = new TestAgent(target).client(socket);
      try (SwitchSession session = box.session(client)) {
        question.ask(agent, (SnmpSweeper) session.sweeper(new PortId(box.id(), port())));
      }
    }
  }

  private void name(TableAgent agent, int row) {
    agent.put(SnmpNames.IF_NAME.append(row).toString(), new OctetString(agentName()));
  }

  /** Sets the guards of a row, and the cells of some columns; each cell has a number of its own. */
  private static Map<Oid, Long> fill(
      TableAgent agent, List<Column> columns, int row, int guard, IntPredicate served) {
    Map<Oid, Long> cells = new TreeMap<>();
    for (int n = 0; n < columns.size(); n++) {
      columns
          .get(n)
          .guard()
          .ifPresent(cell -> agent.put(cell.at(row).toString(), new Integer32(guard)));
      if (served.test(n)) {
        columns.get(n).cells().forEach(cell -> cells.put(cell.at(row), 0L));
      }
    }
    long number = row;
    for (Map.Entry<Oid, Long> cell : cells.entrySet()) {
      number += 1_000_000;
      cell.setValue(number);
      agent.put(cell.getKey().toString(), new Counter64(number));
    }
    return cells;
  }

  /** Each column has the number of its first cell, and none where the agent has none of them. */
  private static void check(Sweep sweep, List<Column> columns, Map<Oid, Long> cells, int guard) {
    for (int n = 0; n < columns.size(); n++) {
      Column column = columns.get(n);
      String name = column.counter().rawName();
      List<Oid> there =
          column.cells().stream().map(cell -> cell.at(ROW)).filter(cells::containsKey).toList();
      Sweep.Missing expected =
          guard == FALSE && column.guard().isPresent()
              ? Sweep.Missing.SWITCHED_OFF
              : there.isEmpty() ? Sweep.Missing.NOT_EXPOSED : Sweep.Missing.NOT;
      assertThat(sweep.missing(n)).as(name).isEqualTo(expected);
      if (sweep.has(n)) {
        assertThat(sweep.value(n)).as(name).isEqualTo(cells.get(there.getFirst()));
      }
    }
  }

  @Test
  void aCounterThatTheAgentDoesNotHaveIsMissingAndNotZero() throws Exception {
    for (int half : new int[] {0, 1}) {
      ask((agent, sweeper) -> {
        List<Column> columns = sweeper.columns().columns();
        name(agent, ROW);
        Map<Oid, Long> cells = fill(agent, columns, ROW, TRUE, n -> n % 2 == half);
        check(sweeper.sweep(1_000, 2_000), columns, cells, TRUE);
      });
    }
    ask((agent, sweeper) -> {
      List<Column> columns = sweeper.columns().columns();
      name(agent, ROW);
      Map<Oid, Long> cells = fill(agent, columns, ROW, FALSE, _ -> true);
      check(sweeper.sweep(1_000, 2_000), columns, cells, FALSE);
    });
  }

  @Test
  void ofTwoRowsWithTheNameOfThePortThePhysicalOneCountsOrNone() throws Exception {
    ask((agent, sweeper) -> {
      List<Column> columns = sweeper.columns().columns();
      for (int row : new int[] {ROW, TWIN}) {
        name(agent, row);
        agent.type(row, row == ROW ? ETHERNET : VLAN);
      }
      fill(agent, columns, TWIN, TRUE, _ -> true);
      Map<Oid, Long> cells = fill(agent, columns, ROW, TRUE, _ -> true);
      check(sweeper.sweep(1_000, 2_000), columns, cells, TRUE);
    });
    ask((agent, sweeper) -> {
      for (int row : new int[] {ROW, TWIN}) {
        name(agent, row);
        agent.type(row, ETHERNET);
        fill(agent, sweeper.columns().columns(), row, TRUE, _ -> true);
      }
      assertThatThrownBy(() -> sweeper.sweep(1_000, 2_000))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("2 rows of the agent have this ifName");
    });
  }

  @Test
  void aPortThatTheAgentDoesNotNameHasNoCounters() throws Exception {
    ask((agent, sweeper) -> {
      fill(agent, sweeper.columns().columns(), ROW, TRUE, _ -> true);
      assertThatThrownBy(() -> sweeper.sweep(1_000, 2_000))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("no ifName says " + port());
    });
  }
}
