package dev.losslessd.driver.sonic;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes that a switch is given at one time, and the database that it has before.
 *
 * @param changes from what the session reads
 */
record Trial(String name, ObjectNode start, Function<SwitchSession, List<Change>> changes) {
  /** Rows of a port in a database. */
  private record OfPort(ObjectNode db, String port) {
    void isDown() {
      db.withObject("/PORT/" + port).put("admin_status", "down");
    }

    void withoutGlobalMap() {
      dropRow("PORT_QOS_MAP", "global");
    }

    void withoutTrust() {
      withoutGlobalMap();
      if (db.path("PORT_QOS_MAP").path(port) instanceof ObjectNode row) {
        row.remove("dscp_to_tc_map");
      }
    }

    /** As on a switch whose QoS was never set up. */
    void isBare() {
      for (String table : List.of("PORT_QOS_MAP", "QUEUE", "BUFFER_PG", "PFC_WD")) {
        List.copyOf(db.path(table).propertyNames()).stream()
            .filter(key -> key.equals(port) || key.startsWith(port + "|"))
            .forEach(key -> dropRow(table, key));
      }
    }

    private void dropRow(String table, String key) {
      if (db.path(table) instanceof ObjectNode rows) {
        rows.remove(key);
        if (rows.isEmpty()) {
          db.remove(table);
        }
      }
    }
  }

  /** Every setting of the driver on one port, and the policy as a whole. */
  static List<Trial> all(ObjectNode db, PortId id) {
    List<Trial> all = new ArrayList<>();
    Target port = Target.port(id);
    boolean watched = db.path("PFC_WD").has(id.name());
    for (Setting one :
        List.of(
            SonicLeaf.THREE,
            new Pfc(new PrioritySet(0b0011_1000)),
            new Pfc(PrioritySet.of(5)),
            Pfc.OFF,
            SonicLeaf.shares(),
            Wishes.ecn(400_000, 1_600_000, 20),
            Ecn.of(Map.of(Priority.of(4), new Ecn.Marking(9, 99, 1))),
            Ecn.OFF,
            new Mtu(9000),
            new PfcWatchdog(!watched))) {
      all.add(single(db, port, one));
    }
    all.add(single(db, new Target.Device(id.device()), otherMap(db)));
    all.add(with("a port that is down", db, id, OfPort::isDown, SonicLeaf.THREE));
    all.add(
        with("no map of the switch", db, id, OfPort::withoutGlobalMap, new Trust(Trust.Field.PCP)));
    all.add(with("no map", db, id, OfPort::withoutTrust, Wishes.dscp()));
    all.addAll(policies(db, id));
    return all;
  }

  /** The policy alone, on the port as it is and on one without QoS. */
  static List<Trial> policies(ObjectNode db, PortId id) {
    ObjectNode bare = db.deepCopy();
    new OfPort(bare, id.name()).isBare();
    return List.of(
        new Trial(id.name() + " policy", db, session -> SonicPolicy.plan(session, id)),
        new Trial(
            id.name() + " policy, a port without QoS",
            bare,
            session -> SonicPolicy.plan(session, id)));
  }

  /** Revisions one after the other on one port, the first from the database as it is. */
  static List<Trial> revisions(ObjectNode db, PortId id) {
    Target port = Target.port(id);
    List<Trial> all = new ArrayList<>(List.of(policies(db, id).getFirst()));
    for (Setting one :
        List.of(new Pfc(new PrioritySet(0b0011_1000)), new Mtu(9000), new Pfc(PrioritySet.of(5)))) {
      all.add(single(db, port, one));
    }
    return all;
  }

  /** Maps DSCP 26 to another class than now. */
  private static Setting otherMap(ObjectNode db) {
    Set<Integer> now = new HashSet<>();
    for (JsonNode map : db.path("DSCP_TO_TC_MAP")) {
      now.add(map.path("" + Dscp.of(26).value()).asInt(0));
    }
    return Wishes.map(Map.of(26, now.contains(3) ? 4 : 3, 48, 6));
  }

  private static Trial with(
      String what, ObjectNode db, PortId id, Consumer<OfPort> prepare, Setting wanted) {
    ObjectNode start = db.deepCopy();
    prepare.accept(new OfPort(start, id.name()));
    Trial plain = single(start, Target.port(id), wanted);
    return new Trial(plain.name() + ", " + what, start, plain.changes());
  }

  private static Trial single(ObjectNode db, Target target, Setting wanted) {
    return new Trial(
        target + " " + wanted.kind().word() + " " + wanted.text(),
        db,
        session -> List.of(change(session, target, wanted)));
  }

  /** With the risks that a plan would show. */
  private static Change change(SwitchSession session, Target target, Setting wanted) {
    Capability can = session.capabilities(target).of(wanted.kind());
    if (can.access() != Capability.Access.WRITE) {
      throw new TrialRun.Held(can.why());
    }
    Reading is = session.read(target).reading(wanted.kind());
    if (is instanceof Reading.Unread unread) {
      throw new TrialRun.Unread(target + ": " + unread.why());
    }
    Setting before = SonicLeaf.value(session, target, wanted);
    return new Change(target, before, wanted.over(before), is.words(), "", List.of(), can.risks());
  }
}
