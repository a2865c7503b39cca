package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbBuffer;
import dev.losslessd.transport.netlink.DcbState;
import java.util.Optional;

/** Receive buffers by dcbnl. A manual write moves their ownership from firmware to the host. */
public record HeadroomAccess(NicPort port, Capability writable) implements DcbnlAccess<DcbBuffer> {
  /** Ledger id of the write of receive buffers. */
  public static final String WRITE = "dcbnl.ieee-set.buffer";

  private static final Attribute<DcbBuffer> ATTRIBUTE =
      new Attribute<>(
          SettingKind.HEADROOM,
          "DCB_BUFFER",
          WRITE,
          DcbState::buffer,
          buffer -> new Headroom(buffer.bufferOfPriority(), buffer.bytes()));

  @Override
  public Attribute<DcbBuffer> attribute() {
    return ATTRIBUTE;
  }

  @Override
  public void send(Setting after, DcbBuffer is) {
    Headroom wanted = (Headroom) after;
    port.client()
        .setBuffer(
            port.ifname(),
            new DcbBuffer(wanted.bufferOfPriority(), wanted.bufferBytes(), is.totalBytes()));
  }

  @Override
  public Optional<String> limit(Setting after, DcbBuffer buffer) {
    Headroom wanted = (Headroom) after;
    long sum = wanted.bufferBytes().stream().mapToLong(Long::longValue).sum();
    return sum <= buffer.totalBytes()
        ? Optional.empty()
        : Optional.of(
            "headroom %s: %s bytes, the NIC has %s"
                .formatted(wanted.text(), sum, buffer.totalBytes()));
  }

  @Override
  public void check(Setting after, DcbBuffer buffer, DcbState now) {
    Headroom wanted = (Headroom) after;
    int lossless = now.pfc().map(pfc -> pfc.enabled()).orElse(0);
    for (int priority = 0; priority < 8; priority++) {
      int used = wanted.bufferOfPriority().get(priority);
      if ((lossless & 1 << priority) != 0 && wanted.bufferBytes().get(used) == 0) {
        throw port.refuse(
            "headroom %s: lossless priority %s uses buffer %s of 0 bytes"
                .formatted(wanted.text(), priority, used));
      }
    }
  }
}
