package dev.losslessd.fabric.host;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Faults and events that an operator orders for one NIC. Safe for threads. */
public final class NicControl {
  private final FakeNic nic;
  private final FakeHost host;

  NicControl(FakeNic nic, FakeHost host) {
    this.nic = nic;
    this.host = host;
  }

  /**
   * Reports success for writes and changes nothing.
   *
   * @param count of writes; {@link Long#MAX_VALUE} = until cleared
   */
  public void lie(WriteKind setting, long count) {
    host.fabricLock().locked(() -> nic.faults().lie(setting, count));
  }

  /** Refuses the next writes. A file cannot tell an errno: it keeps its old value. */
  public void refuse(WriteKind setting, Errno errno, long count) {
    host.fabricLock().locked(() -> nic.faults().refuse(setting, errno, count));
  }

  /** Delays as many answers as {@code count} says, each by this time. */
  public void stall(long millis, long count) {
    host.fabricLock().locked(() -> nic.faults().stall(millis, count));
  }

  public void clear() {
    host.fabricLock()
        .locked(() -> {
          nic.faults().clear();
          nic.port().storm(PrioritySet.NONE);
        });
  }

  /** Takes the link down and keeps it from training until switched off again. */
  public void dark(boolean on) {
    host.fabricLock()
        .locked(() -> {
          nic.dark(on);
          nic.port().link(!on);
          host.tell(LinkMessages.state(nic));
        });
    host.refresh();
  }

  /** Removes the device: ENODEV, and its files are gone. */
  public void vanish() throws IOException {
    host.fabricLock()
        .locked(() -> {
          nic.present(false);
          nic.port().link(false);
          host.tell(LinkMessages.gone(nic));
        });
    host.files().vanish(nic);
  }

  /** Brings the device back in factory state, as after a hot plug. */
  public void comeBack() throws IOException {
    boolean gone = host.fabricLock().lockedGet(() -> !nic.present());
    if (!gone) {
      throw new IllegalArgumentException(nic.port().id() + " has not vanished");
    }
    host.fabricLock()
        .locked(() -> {
          nic.reset();
          nic.present(true);
          nic.port().link(true);
        });
    host.files().appear(nic);
    host.fabricLock().locked(() -> host.tell(LinkMessages.state(nic)));
  }

  /** Replaces the card by another of the same kind, in factory state. */
  public void replace() throws IOException {
    vanish();
    host.fabricLock().locked(nic::replace);
    comeBack();
  }

  /** Restores factory state with all counters at zero, as after a reboot. */
  public void reset() {
    host.fabricLock()
        .locked(() -> {
          nic.reset();
          host.bounce(nic);
        });
    host.refresh();
  }

  /** Sets PFC as another program would. */
  public void foreignPfc(PrioritySet lossless) {
    host.fabricLock()
        .locked(() -> {
          boolean changes = !nic.dcb().pfc().equals(lossless);
          nic.dcb().setPfc(lossless.mask(), nic.dcb().cableMetres());
          host.tellDcb(nic, DcbWire.IEEE_SET);
          if (changes) {
            host.bounce(nic);
          }
        });
    host.refresh();
  }

  /** On ice: so many DSCP entries to come fail in its firmware, which it answers with 1. */
  public void refuseEntries(long count) {
    if (!(nic.dcb() instanceof IceDcb ice)) {
      throw new IllegalArgumentException(nic.port().id() + " is none of ice");
    }
    host.fabricLock().locked(() -> ice.refuseEntries(count));
  }

  /** Maps a DSCP as another program would. */
  public void foreignDscp(Dscp dscp, Priority priority) {
    host.fabricLock()
        .locked(() -> {
          nic.dcb().setApp(new AppEntry(AppEntry.DSCP, priority.value(), dscp.value()));
          host.tellDcb(nic, DcbWire.IEEE_SET);
        });
  }

  /** Connects a number of queue pairs and leaves them idle. */
  public void queuePairs(int count) {
    host.fabricLock().locked(() -> nic.queuePairs(count));
  }

  /** Lets the application ask for a type of service. */
  public void jobAsks(int tos) {
    host.fabricLock().locked(() -> nic.mark().asks(tos));
  }

  /**
   * Lets the application ask for no type of service, and connect anew.
   *
   * @param cm by rdma_cm; else it opens queue pairs itself, as NCCL does
   */
  public void jobAsksNone(boolean cm) {
    host.fabricLock().locked(() -> nic.mark().asksNone(cm));
  }

  /** Binds queue pairs that connect from now on to counters by their type, as an operator does. */
  public void bindPairs(boolean on) {
    host.fabricLock().locked(() -> nic.boundPairs().on(on));
  }

  /** Another switch port at the other end of the cable, which says so by LLDP. */
  public void wire(String system, String port) {
    host.wire(nic.port().id(), system, port);
  }

  /** Sends the switch's last LLDP frame; the NIC hears none after it. */
  public void unwire() {
    host.unwire(nic);
  }

  /** The host hangs on a priority: with PFC it pauses its switch port without end. */
  public void storm(Priority priority, boolean on) {
    host.fabricLock().locked(() -> nic.storm(priority, on));
  }

  /** Drops packets that the NIC received, for lack of buffer. */
  public void drop(Priority priority, long packets) {
    host.fabricLock().locked(() -> nic.port().discard(priority, packets));
    host.refresh();
  }

  /**
   * Increases a hardware counter; it wraps where the hardware's does.
   *
   * @throws IllegalArgumentException if this NIC has no such counter
   */
  public void count(String counter, long more) {
    host.fabricLock().locked(() -> nic.count(counter, more));
    host.refresh();
  }

  /** Restarts the firmware's counters and keeps the settings. */
  public void zero() {
    host.fabricLock().locked(nic::zero);
    host.refresh();
  }

  /** The DCB state as text, a line per setting. */
  public List<String> state() {
    return host.fabricLock().lockedGet(this::describe);
  }

  private List<String> describe() {
    Mlx5Dcb dcb = nic.dcb();
    List<String> lines = new ArrayList<>();
    lines.add("present " + nic.present());
    lines.add("link " + (nic.port().linkUp() ? "up" : "down"));
    lines.add("queue-pairs " + nic.queuePairs());
    lines.add("bind-pairs " + (nic.boundPairs().on() ? "on" : "off"));
    lines.add("pfc " + dcb.pfc());
    lines.add("delay " + dcb.cableMetres());
    lines.add("trust " + (nic.port().trustsDscp() ? "dscp" : "pcp"));
    lines.add(
        "app " + dcb.apps().stream().map(app -> app.protocol() + ":" + app.priority()).toList());
    lines.add("tsa " + Arrays.toString(dcb.tsa()));
    lines.add("bandwidth " + Arrays.toString(dcb.bandwidth()));
    lines.add("prio-tc " + Arrays.toString(dcb.priorityToClass()));
    lines.add("maxrate " + Arrays.toString(dcb.maxRateKbps()));
    lines.add("prio-buffer " + Arrays.toString(dcb.buffers().priorityToBuffer()));
    lines.add("buffer-size " + Arrays.toString(dcb.buffers().sizes()));
    lines.add("buffer-total " + dcb.buffers().totalBytes());
    lines.add("dcbx 0x%02x".formatted(dcb.dcbx()));
    lines.add("global-pause rx=%b tx=%b".formatted(dcb.rxPause(), dcb.txPause()));
    lines.add("roce-tos " + nic.mark().defaultTos());
    lines.add("traffic-class " + nic.mark().trafficClass());
    lines.add("sends-dscp " + nic.port().sentDscp());
    lines.add("mtu " + nic.port().mtu());
    lines.add("optional-counters " + nic.optional());
    if (nic.make() == NicMake.BNXT) {
      nic.bnxtCc().inForce().forEach((name, value) -> lines.add("cc " + name + " " + value));
    } else {
      CcFile.files()
          .values()
          .forEach(file -> lines.add(file.name() + " " + nic.port().dcqcn(file.parameter())));
    }
    return lines;
  }
}
