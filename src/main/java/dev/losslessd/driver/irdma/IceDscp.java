package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DscpAccess;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Setting;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.DcbApp;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeeEts;
import dev.losslessd.transport.netlink.IeeePfc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DSCP entries of ice. Each is a reset of the netdev, so only those are written that differ. The
 * first begins DSCP mode and makes the schedule anew; deleting the last ends it, with PFC off and
 * the schedule of a load (ice_dcbnl_setapp, ice_dcbnl_delapp). So the last is never deleted while
 * others are to come, and what stood beside them is put back.
 */
record IceDscp(DscpAccess plain, NicPort port) implements ForwardingAccess {
  private static final Logger LOG = LoggerFactory.getLogger(IceDscp.class);

  /** DSCP 9n is in class n with an entry, without, and after one: it can come and go unseen. */
  private static final int NEUTRAL = 9;

  @Override
  public void write(Setting after) {
    List<DcbApp> wanted = DscpAccess.entries((DscpMap) after);
    DcbState now = port.read();
    if (now.apps().isEmpty()) {
      plain.write(after); // which says that it cannot
      return;
    }
    List<DcbApp> there = DscpAccess.entries(now);
    if (wanted.containsAll(there) && there.containsAll(wanted)) {
      return;
    }
    check(wanted, now);
    DcbState before = port.inHostMode(now);
    if (there.isEmpty()) {
      begin(wanted, before);
    } else if (wanted.isEmpty()) {
      end(there, before);
    } else {
      change(there, wanted);
    }
  }

  private void check(List<DcbApp> wanted, DcbState now) {
    Optional<IeeeEts> ets = now.ets();
    int classes = ets.map(IeeeEts::classes).filter(count -> count > 0).orElse(8);
    for (DcbApp app : wanted) {
      if (app.priority() >= classes) {
        throw port.refuse(
            "dscp %s: priority %s is a traffic class of ice, and it has %s"
                .formatted(app.protocol(), app.priority(), classes));
      }
    }
    boolean fits =
        ets.filter(one -> !IceDcbRules.isOneToOne(one) && !IceDcbRules.isDefaultMap(one)).isEmpty();
    if (!wanted.isEmpty() && !IceDcbRules.inDscpMode(now) && !fits) {
      throw port.refuse(
          "dscp: the first entry puts priority n into class n, and ets has prio-tc="
              + text(ets.orElseThrow())
              + "; expected 0,1,2,3,4,5,6,7: set ets first");
    }
  }

  private static String text(IeeeEts ets) {
    return String.join(",", ets.classOfPriority().stream().map(String::valueOf).toList());
  }

  private void begin(List<DcbApp> wanted, DcbState before) {
    add(wanted);
    boolean kept = before.ets().filter(ets -> !IceDcbRules.isDefaultMap(ets)).isPresent();
    restore(kept ? before.ets() : Optional.empty(), before.pfc());
  }

  private void end(List<DcbApp> there, DcbState before) {
    delete(there);
    restore(
        before.ets().map(ets -> IceDcbRules.isFresh(ets) ? IceDcbRules.byDefault(ets) : ets),
        before.pfc());
  }

  /** A write of one brings what ice remembers of the other, so ETS goes first and PFC last. */
  private void restore(Optional<IeeeEts> ets, Optional<IeeePfc> pfc) {
    DcbState now = port.read();
    boolean pfcDiffers = pfc.filter(one -> differs(one, now)).isPresent();
    boolean etsDiffers = ets.filter(one -> differs(one, now)).isPresent();
    if (ets.isPresent() && (pfcDiffers || etsDiffers)) {
      LOG.info("{}: ETS started anew with the DSCP entries, and is put back", port.nic().port());
      port.ledger().require(EtsAccess.WRITE);
      port.client().setEts(port.ifname(), ets.get());
    }
    DcbState then = port.read();
    if (pfc.filter(one -> differs(one, then)).isPresent()) {
      LOG.info("{}: PFC changed with the DSCP entries, and is put back", port.nic().port());
      port.ledger().require(PfcAccess.WRITE);
      port.client().setPfc(port.ifname(), pfc.orElseThrow());
    }
  }

  private static boolean differs(IeeePfc pfc, DcbState now) {
    return now.pfc().filter(is -> is.enabled() != pfc.enabled()).isPresent();
  }

  private static boolean differs(IeeeEts ets, DcbState now) {
    return now.ets().filter(is -> !IceDcbRules.equal(is, ets)).isPresent();
  }

  /** A DSCP that has an entry is refused another: its old one goes first, but never as the last. */
  private void change(List<DcbApp> there, List<DcbApp> wanted) {
    List<DcbApp> fresh = wanted.stream().filter(app -> !isMapped(app, there)).toList();
    List<DcbApp> moved =
        DscpAccess.without(wanted, there).stream().filter(app -> isMapped(app, there)).toList();
    List<DcbApp> gone = DscpAccess.without(there, wanted);
    add(fresh);
    boolean othersStay = !fresh.isEmpty() || gone.size() < there.size();
    if (othersStay) {
      delete(gone);
      add(moved);
    } else if (gone.size() > 1) {
      DcbApp last =
          gone.stream()
              .filter(app -> !isMapped(app, List.of(moved.getFirst())))
              .findAny()
              .orElseThrow();
      delete(gone.stream().filter(app -> !app.equals(last)).toList());
      add(moved.stream().filter(app -> !isMapped(app, List.of(last))).toList());
      delete(List.of(last));
      add(moved.stream().filter(app -> isMapped(app, List.of(last))).toList());
    } else {
      List<DcbApp> keeper = List.of(keeper(there.getFirst()));
      add(keeper);
      delete(gone);
      add(moved);
      delete(keeper);
    }
  }

  private static DcbApp keeper(DcbApp other) {
    return IntStream.range(0, 8)
        .mapToObj(n -> DcbApp.dscp(NEUTRAL * n, n))
        .filter(app -> app.protocol() != other.protocol())
        .findFirst()
        .orElseThrow();
  }

  private static boolean isMapped(DcbApp app, List<DcbApp> there) {
    return there.stream().anyMatch(one -> one.protocol() == app.protocol());
  }

  /** An entry that failed stands on the kernel's list, and no packet knows of it. */
  private void add(List<DcbApp> apps) {
    List<DcbApp> before = apps.isEmpty() ? List.of() : DscpAccess.entries(port.read());
    try {
      plain.add(apps);
    } catch (TransportException e) {
      List<DcbApp> left = new ArrayList<>(DscpAccess.entries(port.read()));
      left.removeAll(before);
      LOG.warn("{}: entries {} are taken back: {}", port.nic().port(), left, e.getMessage());
      try {
        delete(left);
      } catch (RuntimeException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /** The kernel ends at an answer that is not 0, and 2 is a success of ice: the rest goes again. */
  private void delete(List<DcbApp> apps) {
    List<DcbApp> left = apps;
    while (!left.isEmpty()) {
      plain.delete(left);
      List<DcbApp> there = DscpAccess.entries(port.read());
      List<DcbApp> still = left.stream().filter(there::contains).toList();
      if (still.size() == left.size()) {
        throw port.refuse("dscp: entries " + still + " were deleted and are there");
      }
      left = still;
    }
  }
}
