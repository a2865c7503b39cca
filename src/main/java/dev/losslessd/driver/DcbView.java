package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.DcbState;
import java.util.Optional;
import java.util.function.Function;

/** Result of one IEEE_GET: the state, or the reason why there is none. */
public sealed interface DcbView {
  /** State that the driver answered with. */
  record Known(DcbState state) implements DcbView {}

  /** The kernel driver has no dcbnl operations. */
  record None(String why) implements DcbView {}

  /** The state could not be read now. */
  record Failed(String why) implements DcbView {}

  static DcbView read(DcbClient dcb, Nic nic) {
    try {
      return new Known(dcb.read(nic.port().name()));
    } catch (TransportException e) {
      if (e.errno() == Errno.EOPNOTSUPP) {
        return new None(noOperations(nic));
      }
      return new Failed(String.valueOf(e.getMessage()));
    }
  }

  static String noOperations(Nic nic) {
    String driver = nic.kernelDriver().isEmpty() ? "of " + nic.port().name() : nic.kernelDriver();
    return "the kernel driver " + driver + " has no dcbnl operations (EOPNOTSUPP)";
  }

  /**
   * The reading of one attribute.
   *
   * @param attribute for the message where it is absent: {@code IEEE_PFC}
   */
  default <T> Reading reading(
      Function<DcbState, Optional<T>> part, String attribute, Function<T, Setting> meaning) {
    return switch (this) {
      case Known known ->
          part.apply(known.state())
              .<Reading>map(value -> new Reading.Value(meaning.apply(value)))
              .orElseGet(() -> new Reading.Unsupported(notShown(attribute)));
      case None none -> new Reading.Unsupported(none.why());
      case Failed failed -> new Reading.Unread(failed.why());
    };
  }

  /** Writable where IEEE_GET shows the attribute: sets of what it does not show do nothing. */
  default Capability capability(
      Function<DcbState, Optional<?>> part, String attribute, Capability writable) {
    return switch (this) {
      case Known known ->
          part.apply(known.state()).isPresent() ? writable : Capability.none(notShown(attribute));
      case None none -> Capability.none(none.why());
      case Failed failed -> Capability.none("could not be read: " + failed.why());
    };
  }

  static String notShown(String attribute) {
    return "IEEE_GET shows no " + attribute + ": the kernel driver has no such operation";
  }
}
