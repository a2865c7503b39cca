package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbBuffer;
import dev.losslessd.transport.netlink.DcbState;

/** Receive buffers by dcbnl. A manual write moves their ownership from firmware to the host. */
public record HeadroomKnob(DcbPort port, Capability writable) implements SettingAccess {
  /** Ledger id of the write of receive buffers. */
  public static final String WRITE = "dcbnl.ieee-set.buffer";

  private static final String ATTRIBUTE = "DCB_BUFFER";

  @Override
  public SettingKind kind() {
    return SettingKind.HEADROOM;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return dcb.capability(DcbState::buffer, ATTRIBUTE, writable);
  }

  @Override
  public Reading read(DcbView dcb) {
    return dcb.reading(DcbState::buffer, ATTRIBUTE, HeadroomKnob::meaning);
  }

  private static Headroom meaning(DcbBuffer buffer) {
    return new Headroom(buffer.bufferOfPriority(), buffer.bytes());
  }

  @Override
  public void write(Setting after) {
    Headroom wanted = (Headroom) after;
    DcbState now = port.read();
    DcbBuffer buffer = now.buffer().orElseThrow(() -> port.unsupported(ATTRIBUTE));
    if (meaning(buffer).equals(wanted)) {
      return;
    }
    check(wanted, buffer, now);
    port.ledger().require(WRITE);
    long total = port.inHostMode(now).buffer().orElse(buffer).totalBytes();
    port.client()
        .setBuffer(
            port.ifname(), new DcbBuffer(wanted.bufferOfPriority(), wanted.bufferBytes(), total));
  }

  private void check(Headroom wanted, DcbBuffer buffer, DcbState now) {
    long sum = wanted.bufferBytes().stream().mapToLong(Long::longValue).sum();
    if (sum > buffer.totalBytes()) {
      throw port.refuse(
          "headroom " + wanted.text() + ": " + sum + " bytes, the NIC has " + buffer.totalBytes());
    }
    int lossless = now.pfc().map(pfc -> pfc.enabled()).orElse(0);
    for (int priority = 0; priority < 8; priority++) {
      int used = wanted.bufferOfPriority().get(priority);
      if ((lossless & 1 << priority) != 0 && wanted.bufferBytes().get(used) == 0) {
        throw port.refuse(
            "headroom "
                + wanted.text()
                + ": lossless priority "
                + priority
                + " uses buffer "
                + used
                + " of 0 bytes");
      }
    }
  }
}
