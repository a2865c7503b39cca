package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.transport.snmp.Oid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The counters that a kind of switch may tell of a port by SNMP: OID tables as data. */
public final class SnmpColumns {
  private static final String MIB_2 = "1.3.6.1.2.1.";

  private static final String CISCO_PFC = "1.3.6.1.4.1.9.9.813.1.2.1.";

  /** OID prefix outside of 1.3.6.1, where all else is. */
  private static final String IEEE_PFC = "1.3.111.2.802.1.1.21.1.1.1.";

  /**
   * One counter and the cells that may hold it.
   *
   * @param cells where it may be, as suffixes behind the ifIndex: the first that the agent has
   * @param guard a TruthValue that says whether the agent counts at all, if it has such a thing
   */
  record Column(Counter counter, List<Cell> cells, Optional<Cell> guard) {}

  /**
   * Place of a number in a table.
   *
   * @param column before the ifIndex
   * @param behind after the ifIndex: priority, queue
   */
  public record Cell(Oid column, List<Integer> behind) {
    public static Cell of(String column, Integer... behind) {
      return new Cell(Oid.of(column), Arrays.asList(behind));
    }

    Oid at(long ifIndex) {
      Oid oid = column.append(ifIndex);
      for (int part : behind) {
        oid = oid.append(part);
      }
      return oid;
    }
  }

  private final List<Column> columns = new ArrayList<>();

  /**
   * Adds a counter to the columns.
   *
   * @param cells where it may be; the first that the agent has is taken
   */
  public SnmpColumns add(Counter counter, Cell... cells) {
    columns.add(new Column(counter, List.of(cells), Optional.empty()));
    return this;
  }

  /** A counter that means nothing unless a TruthValue of the agent's says {@code true}. */
  public SnmpColumns guarded(Counter counter, Cell guard, Cell... cells) {
    columns.add(new Column(counter, List.of(cells), Optional.of(guard)));
    return this;
  }

  /** IF-MIB (RFC 2863): bytes, packets, discards and errors of the port. */
  public SnmpColumns ifMib() {
    ifMib(Signal.PORT_BYTES, Direction.RX, "ifHCInOctets", "31.1.1.1.6", 64);
    ifMib(Signal.PORT_BYTES, Direction.TX, "ifHCOutOctets", "31.1.1.1.10", 64);
    ifMib(Signal.PORT_PACKETS, Direction.RX, "ifHCInUcastPkts", "31.1.1.1.7", 64);
    ifMib(Signal.PORT_PACKETS, Direction.TX, "ifHCOutUcastPkts", "31.1.1.1.11", 64);
    ifMib(Signal.PORT_DISCARDS, Direction.RX, "ifInDiscards", "2.2.1.13", 32);
    ifMib(Signal.PORT_DISCARDS, Direction.TX, "ifOutDiscards", "2.2.1.19", 32);
    ifMib(Signal.PORT_ERRORS, Direction.RX, "ifInErrors", "2.2.1.14", 32);
    ifMib(Signal.PORT_ERRORS, Direction.TX, "ifOutErrors", "2.2.1.20", 32);
    return this;
  }

  /** IF-MIB: packets to many, which {@link #ifMib} does not count. */
  public SnmpColumns ifMibToMany() {
    ifMib(Signal.PORT_MULTICAST_PACKETS, Direction.RX, "ifHCInMulticastPkts", "31.1.1.1.8", 64);
    ifMib(Signal.PORT_MULTICAST_PACKETS, Direction.TX, "ifHCOutMulticastPkts", "31.1.1.1.12", 64);
    ifMib(Signal.PORT_BROADCAST_PACKETS, Direction.RX, "ifHCInBroadcastPkts", "31.1.1.1.9", 64);
    ifMib(Signal.PORT_BROADCAST_PACKETS, Direction.TX, "ifHCOutBroadcastPkts", "31.1.1.1.13", 64);
    return this;
  }

  private void ifMib(Signal signal, Direction direction, String name, String oid, int bits) {
    add(Counter.of(signal, direction, name, bits), Cell.of(MIB_2 + oid));
  }

  /**
   * EtherLike-MIB (RFC 3635): 802.3x pause frames, of 64 bits and of 32. Readers take the first
   * that has a number, so that those of 32 bits, which wrap, stand in where the agent has no
   * others.
   */
  public SnmpColumns etherLike() {
    pause(Direction.RX, "dot3HCInPauseFrames", "10.7.10.1.5", 64);
    pause(Direction.TX, "dot3HCOutPauseFrames", "10.7.10.1.6", 64);
    pause(Direction.RX, "dot3InPauseFrames", "10.7.10.1.3", 32);
    pause(Direction.TX, "dot3OutPauseFrames", "10.7.10.1.4", 32);
    return this;
  }

  private void pause(Direction direction, String name, String oid, int bits) {
    add(Counter.of(Signal.GLOBAL_PAUSE_FRAMES, direction, name, bits), Cell.of(MIB_2 + oid));
  }

  /**
   * IEEE8021-PFC-MIB: PFC pause frames, all priorities together. Requests are what this port sent,
   * indications what it received.
   */
  public SnmpColumns ieeePfc() {
    pfc(Direction.TX, "ieee8021PfcRequests", "2");
    pfc(Direction.RX, "ieee8021PfcIndications", "3");
    return this;
  }

  private void pfc(Direction direction, String name, String column) {
    add(Counter.of(Signal.PFC_PAUSE_FRAMES, direction, name, 32), Cell.of(IEEE_PFC + column));
  }

  /** PFC frames sent and received, by {@link #byPriority}. */
  public SnmpColumns pfcByPriority(
      String sent, String sentColumn, String received, String receivedColumn) {
    return byPriority(Signal.PFC_PAUSE_FRAMES, Direction.TX, sent, sentColumn)
        .byPriority(Signal.PFC_PAUSE_FRAMES, Direction.RX, received, receivedColumn);
  }

  /** CISCO-PFC-EXT-MIB: requests are what this port sent, indications what it received. */
  public SnmpColumns ciscoPfc() {
    return pfcByPriority(
        "cpfcIfPriorityRequests", CISCO_PFC + "2", "cpfcIfPriorityIndications", CISCO_PFC + "3");
  }

  /** A counter for each of the 8 priorities; their number follows the ifIndex. */
  public SnmpColumns byPriority(Signal signal, Direction direction, String name, String column) {
    for (int n = 0; n < Priority.COUNT; n++) {
      add(ofPriority(signal, direction, name, n, 64), Cell.of(column, n));
    }
    return this;
  }

  /** A counter's name with its priority behind. */
  public static Counter ofPriority(
      Signal signal, Direction direction, String name, int priority, int bits) {
    return Counter.of(signal, direction, Priority.of(priority), name + "." + priority, bits);
  }

  List<Column> columns() {
    return List.copyOf(columns);
  }

  Schema schema() {
    return new Schema(columns.stream().map(Column::counter).toList());
  }
}
