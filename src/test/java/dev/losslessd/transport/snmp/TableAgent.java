package dev.losslessd.transport.snmp;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.TimeTicks;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** The agent of a switch with a few ports: IF-MIB and a table of 8 priorities per port. */
public final class TableAgent implements Responder.Answer {
  public static final String PFC = "1.3.6.1.4.1.99999.1.2";
  private static final String MIB_2 = "1.3.6.1.2.1.";
  private static final String NAMES = MIB_2 + "31.1.1.1.1";
  private static final String UP_TIME = MIB_2 + "1.3.0";
  private static final String TABLE_CHANGE = MIB_2 + "31.1.5.0";

  private final TreeMap<OID, Variable> mib = new TreeMap<>();
  private final Random luck = new Random(7);
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger names = new AtomicInteger();
  private volatile int percentLost;
  private volatile boolean namesLost;
  private volatile int mostObjects = 1000;
  private volatile boolean cuts;

  /** Ports {@code p1} and so on, whose numbers follow each other. */
  public TableAgent(int ports, int firstNumber) {
    put(UP_TIME, new TimeTicks(100_000));
    put("1.3.6.1.6.3.10.2.1.2.0", new Integer32(3));
    put(TABLE_CHANGE, new TimeTicks(50));
    number(ports, firstNumber);
  }

  /** Renumbers the ports without a change of ifTableLastChange. */
  public synchronized void number(int ports, int firstNumber) {
    mib.keySet().removeIf(oid -> oid.size() > 9 && !oid.equals(new OID(TABLE_CHANGE)));
    put("1.3.6.1.6.3.10.2.1.2.0", new Integer32(3));
    put(MIB_2 + "2.1.0", new Integer32(ports));
    for (int n = 1; n <= ports; n++) {
      int index = firstNumber + n - 1;
      put(NAMES + "." + index, new OctetString("p" + n));
      put(MIB_2 + "31.1.1.1.15." + index, new Gauge32(400_000));
      for (int column : new int[] {6, 7, 10, 11}) {
        put(MIB_2 + "31.1.1.1." + column + "." + index, new Counter64(value(n, column)));
      }
      for (int column : new int[] {13, 14, 19, 20}) {
        put(MIB_2 + "2.2.1." + column + "." + index, new Counter32(value(n, column)));
      }
      for (int priority = 0; priority < 8; priority++) {
        put(PFC + "." + index + "." + priority, new Counter64(value(n, 100 + priority)));
      }
    }
  }

  /** Adds a row that has the name of another, with counters of its own. */
  public synchronized void twin(String name, int index) {
    put(NAMES + "." + index, new OctetString(name));
    put(MIB_2 + "31.1.1.1.15." + index, new Gauge32(25_000));
    for (int column : new int[] {6, 7, 10, 11}) {
      put(MIB_2 + "31.1.1.1." + column + "." + index, new Counter64(7));
    }
  }

  /** Takes a row away. */
  public synchronized void remove(int index) {
    mib.keySet().removeIf(oid -> oid.last() == index);
  }

  /** Sets ifType (IANAifType) of a row. */
  public synchronized void type(int index, int type) {
    put(MIB_2 + "2.2.1.3." + index, new Integer32(type));
  }

  /** Sets ifConnectorPresent of a row: 1 is true, 2 is false. */
  public synchronized void connector(int index, int present) {
    put(MIB_2 + "31.1.1.1.17." + index, new Integer32(present));
  }

  /** Sets ifOperStatus of ports from now on: RFC 2863, 1 is up. */
  public synchronized void link(int firstNumber, int... states) {
    for (int n = 0; n < states.length; n++) {
      put(MIB_2 + "2.2.1.8." + (firstNumber + n), new Integer32(states[n]));
    }
  }

  /** Sets ifAdminStatus of ports from now on: 1 is up, 2 is down. */
  public synchronized void admin(int firstNumber, int... states) {
    for (int n = 0; n < states.length; n++) {
      put(MIB_2 + "2.2.1.7." + (firstNumber + n), new Integer32(states[n]));
    }
  }

  /** Value of a port's column; a priority is column 100 and more. */
  public static long value(int port, int column) {
    return port * 1_000_000L + column;
  }

  /** Sets one object of the MIB. */
  public synchronized void put(String oid, Variable value) {
    mib.put(new OID(oid), value);
  }

  public synchronized void tableChanged(int at) {
    put(TABLE_CHANGE, new TimeTicks(at));
  }

  public synchronized void withoutTableChange() {
    mib.remove(new OID(TABLE_CHANGE));
  }

  /** Sets sysUpTime, in hundredths of a second. */
  public synchronized void upTime(long ticks) {
    put(UP_TIME, new TimeTicks(ticks));
  }

  /** Each packet is lost, there or back, with this probability. */
  public void loses(int percent) {
    percentLost = percent;
  }

  /** Whether each request for names of ports is lost. */
  public void losesNames(boolean lost) {
    namesLost = lost;
  }

  /**
   * @param cut whether a longer answer is cut, or refused
   */
  public void most(int objects, boolean cut) {
    mostObjects = objects;
    cuts = cut;
  }

  public int requests() {
    return requests.get();
  }

  /** Number of requests for names of ports. */
  public int names() {
    return names.get();
  }

  @Override
  public synchronized boolean fill(PDU request, PDU response) {
    requests.incrementAndGet();
    if (luck.nextInt(100) < percentLost) {
      return false;
    }
    List<OID> asked = request.getVariableBindings().stream().map(VariableBinding::getOid).toList();
    if (asked.stream().anyMatch(oid -> oid.startsWith(new OID(NAMES)))) {
      names.incrementAndGet();
      if (namesLost) {
        return false;
      }
    }
    if (request.getType() == PDU.GET) {
      asked.forEach(oid ->
          response.add(new VariableBinding(oid, mib.getOrDefault(oid, Null.noSuchInstance))));
    } else {
      bulk(asked, Math.max(1, request.getMaxRepetitions()), response);
    }
    if (response.size() > mostObjects && !cuts) {
      response.setVariableBindings(List.of());
      response.setErrorStatus(PDU.tooBig);
    }
    return true;
  }

  private void bulk(List<OID> asked, int rounds, PDU response) {
    List<OID> at = asked;
    for (int round = 0; round < rounds; round++) {
      List<VariableBinding> row = at.stream().map(this::after).toList();
      for (VariableBinding one : row) {
        if (cuts && response.size() >= mostObjects) {
          return;
        }
        response.add(one);
      }
      at = row.stream().map(VariableBinding::getOid).toList();
    }
  }

  private VariableBinding after(OID oid) {
    Map.Entry<OID, Variable> next = mib.higherEntry(oid);
    return next == null
        ? new VariableBinding(oid, Null.endOfMibView)
        : new VariableBinding(next.getKey(), next.getValue());
  }
}
