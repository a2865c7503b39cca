package dev.losslessd.driver;

import dev.losslessd.model.Mtu;
import dev.losslessd.model.Setting;
import dev.losslessd.model.ValueLimit;
import java.util.Optional;

/**
 * MTUs that a system accepts on a port.
 *
 * @param least bytes of IP packet
 * @param most bytes of IP packet; its chip may end below
 */
public record MtuRange(int least, int most) implements ValueLimit {
  @Override
  public Optional<String> refusal(Setting wanted) {
    int bytes = ((Mtu) wanted).bytes();
    return bytes < least || bytes > most
        ? Optional.of("mtu " + bytes + " is outside " + least + ".." + most)
        : Optional.empty();
  }
}
