package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Rate limits of the traffic classes by dcbnl.
 *
 * @param kept what the NIC makes of a limit in Kbit/s; another value is refused before it is
 *     written. The identity where we do not know it: reading back tells
 * @param steps how limits are kept, for the message
 */
public record MaxRateAccess(NicPort port, Capability writable, LongUnaryOperator kept, String steps)
    implements DcbnlAccess<List<Long>> {
  /** Ledger id of the write of rate limits. */
  public static final String WRITE = "dcbnl.ieee-set.maxrate";

  private static final Attribute<List<Long>> ATTRIBUTE =
      new Attribute<>(
          SettingKind.MAX_RATE, "IEEE_MAXRATE", WRITE, DcbState::maxRateKbit, MaxRate::new);

  @Override
  public Attribute<List<Long>> attribute() {
    return ATTRIBUTE;
  }

  @Override
  public Optional<String> limit(Setting wanted, List<Long> is) {
    return ((MaxRate) wanted)
            .kbitPerSecond().stream().allMatch(rate -> kept.applyAsLong(rate) == rate)
        ? Optional.empty()
        : Optional.of("max-rate " + wanted.text() + ": " + steps);
  }

  @Override
  public void send(Setting after, List<Long> is) {
    port.client().setMaxRate(port.ifname(), ((MaxRate) after).kbitPerSecond());
  }
}
