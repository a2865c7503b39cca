package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbApp;
import dev.losslessd.transport.netlink.DcbState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * DSCP to priority as APP entries of selector 5.
 *
 * @param addReplaces the driver itself replaces an entry of the same DSCP (mlx5, hns3); so a change
 *     needs no moment without it. Others refuse or keep both: the old one is deleted first
 */
public record DscpAccess(NicPort port, Capability writable, boolean addReplaces)
    implements SettingAccess {
  /** Ledger id of adding. */
  public static final String ADD = "dcbnl.ieee-set.app";

  /** Ledger id of deleting. */
  public static final String DELETE = "dcbnl.ieee-del.app";

  static final String ATTRIBUTE = "IEEE_APP_TABLE";

  @Override
  public SettingKind kind() {
    return SettingKind.DSCP_MAP;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return dcb.capability(DcbState::apps, ATTRIBUTE, writable);
  }

  @Override
  public Reading read(DcbView dcb) {
    if (dcb instanceof DcbView.Known known) {
      TreeMap<Dscp, Priority> map = new TreeMap<>();
      for (DcbApp app : entries(known.state())) {
        Priority earlier = map.put(new Dscp(app.protocol()), new Priority(app.priority()));
        if (earlier != null) {
          return new Reading.Unread(
              "DSCP %s has two entries, priorities %s and %s: only the driver knows which one holds"
                  .formatted(app.protocol(), earlier, app.priority()));
        }
      }
    }
    return dcb.reading(DcbState::apps, ATTRIBUTE, DscpAccess::meaning);
  }

  private static DscpMap meaning(List<DcbApp> apps) {
    TreeMap<Dscp, Priority> map = new TreeMap<>();
    for (DcbApp app : apps) {
      if (app.selector() == DcbApp.DSCP) {
        map.put(new Dscp(app.protocol()), new Priority(app.priority()));
      }
    }
    return new DscpMap(map);
  }

  /** The entries of DSCPs among all that are there. */
  public static List<DcbApp> entries(DcbState state) {
    return state.apps().orElse(List.of()).stream()
        .filter(app -> app.selector() == DcbApp.DSCP)
        .toList();
  }

  @Override
  public void write(Setting after) {
    List<DcbApp> wanted = entries((DscpMap) after);
    DcbState now = port.read();
    if (now.apps().isEmpty()) {
      throw port.unsupported(ATTRIBUTE);
    }
    if (without(wanted, entries(now)).isEmpty() && without(entries(now), wanted).isEmpty()) {
      return;
    }
    List<DcbApp> there = entries(port.inHostMode(now));
    if (addReplaces) {
      add(without(wanted, there));
      // what it replaced is gone already; deleting that would be refused
      delete(without(entries(port.read()), wanted));
    } else {
      delete(without(there, wanted));
      add(without(wanted, there));
    }
  }

  /** A map as entries. */
  public static List<DcbApp> entries(DscpMap map) {
    List<DcbApp> all = new ArrayList<>();
    map.entries().forEach((dscp, priority) -> all.add(DcbApp.dscp(dscp.value(), priority.value())));
    return all;
  }

  /** Adds entries, none of which is there. */
  public void add(List<DcbApp> apps) {
    if (!apps.isEmpty()) {
      port.ledger().require(ADD);
      port.client().addApps(port.ifname(), apps);
    }
  }

  /** Deletes entries, all of which are there. */
  public void delete(List<DcbApp> apps) {
    if (!apps.isEmpty()) {
      port.ledger().require(DELETE);
      port.client().deleteApps(port.ifname(), apps);
    }
  }

  /** Returns the entries that are not among the others. */
  public static List<DcbApp> without(List<DcbApp> apps, List<DcbApp> others) {
    return apps.stream().filter(app -> !others.contains(app)).toList();
  }
}
