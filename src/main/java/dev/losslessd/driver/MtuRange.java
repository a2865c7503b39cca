package dev.losslessd.driver;

import dev.losslessd.model.Mtu;
import dev.losslessd.model.Setting;
import dev.losslessd.model.ValueLimit;
import java.util.Optional;

/**
 * MTUs that a system takes on a port.
 *
 * @param least bytes, as the system counts them
 * @param most bytes, as the system counts them; its chip may end below
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
