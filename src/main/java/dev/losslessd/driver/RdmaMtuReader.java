package dev.losslessd.driver;

import dev.losslessd.model.RdmaMtu;
import dev.losslessd.model.RdmaMtu.Source;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Optional;

/**
 * Parser of the {@code active_mtu} that ibv_devinfo(1) prints for a port. The program opens {@code
 * /dev/infiniband}, which the daemon's unit does not give it: it is for a command's own process.
 */
public final class RdmaMtuReader {
  private static final Pattern PORT = Pattern.compile("\\s*port:\\s*(\\d+)");
  private static final Pattern ACTIVE = Pattern.compile("\\s*active_mtu:\\s*(\\d+) \\(\\d\\)");

  private RdmaMtuReader() {}

  /**
   * @param text output of {@code ibv_devinfo -d DEVICE}
   * @return empty where the port is not in it, or tells no such value
   */
  public static Optional<RdmaMtu> parse(String text, int port) {
    int current = 0;
    for (String line : text.lines().toList()) {
      Matcher of = PORT.matcher(line);
      Matcher active = ACTIVE.matcher(line);
      if (of.matches()) {
        current = Integer.parseInt(of.group(1));
      } else if (current == port && active.matches()) {
        return Optional.of(new RdmaMtu(Integer.parseInt(active.group(1)), Source.DEVICE));
      }
    }
    return Optional.empty();
  }
}
