package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Rate limits of the traffic classes by dcbnl.
 *
 * @param kept what the NIC makes of a limit in Kbit/s; another value is refused before it is
 *     written
 * @param steps how limits are kept, for the message
 */
public record MaxRateKnob(DcbPort port, Capability writable, LongUnaryOperator kept, String steps)
    implements SettingAccess {
  /** Ledger id of the write of rate limits. */
  public static final String WRITE = "dcbnl.ieee-set.maxrate";

  private static final String ATTRIBUTE = "IEEE_MAXRATE";

  /** A NIC of which we do not know how it keeps limits; reading back tells. */
  public MaxRateKnob(DcbPort port, Capability writable) {
    this(port, writable, LongUnaryOperator.identity(), "");
  }

  @Override
  public SettingKind kind() {
    return SettingKind.MAX_RATE;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return dcb.capability(DcbState::maxRateKbit, ATTRIBUTE, writable);
  }

  @Override
  public Reading read(DcbView dcb) {
    return dcb.reading(DcbState::maxRateKbit, ATTRIBUTE, MaxRate::new);
  }

  @Override
  public void write(Setting after) {
    List<Long> wanted = ((MaxRate) after).kbitPerSecond();
    DcbState now = port.read();
    if (now.maxRateKbit().orElseThrow(() -> port.unsupported(ATTRIBUTE)).equals(wanted)) {
      return;
    }
    for (long rate : wanted) {
      if (kept.applyAsLong(rate) != rate) {
        throw port.refuse("max-rate " + after.text() + ": " + steps);
      }
    }
    port.ledger().require(WRITE);
    port.inHostMode(now);
    port.client().setMaxRate(port.ifname(), wanted);
  }
}
