package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import java.util.Optional;
import java.util.function.Function;

/**
 * A setting that is one attribute of IEEE_GET.
 *
 * @param <T> the attribute as netlink has it
 */
interface DcbnlAccess<T> extends SettingAccess {
  /**
   * @param name for the message where it is absent: {@code IEEE_PFC}
   * @param write ledger id of its write
   */
  record Attribute<T>(
      SettingKind kind,
      String name,
      String write,
      Function<DcbState, Optional<T>> part,
      Function<T, Setting> meaning) {}

  Attribute<T> attribute();

  NicPort port();

  /** Capability where IEEE_GET shows the attribute. */
  Capability writable();

  @Override
  default SettingKind kind() {
    return attribute().kind();
  }

  @Override
  default Capability capability(DcbView dcb) {
    Capability can = dcb.capability(attribute().part()::apply, attribute().name(), writable());
    return dcb instanceof DcbView.Known known
        ? attribute()
            .part()
            .apply(known.state())
            .map(is -> can.within(wanted -> limit(wanted, is)))
            .orElse(can)
        : can;
  }

  @Override
  default Reading read(DcbView dcb) {
    return dcb.reading(attribute().part(), attribute().name(), attribute().meaning());
  }

  /** Writes what differs and passes the check, when the host decides on the port. */
  @Override
  default void write(Setting after) {
    DcbState now = port().read();
    Function<DcbState, Optional<T>> part = attribute().part();
    T is = part.apply(now).orElseThrow(() -> port().unsupported(attribute().name()));
    if (isMet(after, is)) {
      return;
    }
    port().refuseFor(limit(after, is));
    check(after, is, now);
    port().ledger().require(attribute().write());
    send(after, part.apply(port().inHostMode(now)).orElse(is));
  }

  /** Whether the port has the value already, and nothing is to be written. */
  default boolean isMet(Setting after, T is) {
    return attribute().meaning().apply(is).equals(after);
  }

  /**
   * Returns why the NIC would not keep a value, whatever its other settings are; else empty.
   *
   * @param is for what the attribute tells of the NIC: its classes, its memory
   */
  default Optional<String> limit(Setting wanted, T is) {
    return Optional.empty();
  }

  /**
   * @throws DeviceException REFUSED where the NIC would not keep the value beside its other
   *     settings
   */
  default void check(Setting after, T is, DcbState now) {}

  /** Sends the value, with what the attribute holds beside it. */
  void send(Setting after, T is);
}
