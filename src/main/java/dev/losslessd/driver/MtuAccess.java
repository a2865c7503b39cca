package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import java.util.stream.Stream;

/**
 * The MTU of a netdev, in bytes of IP packet, in sysfs (Linux net/core/net-sysfs.c change_mtu). The
 * kernel refuses what the driver does not take (EINVAL), and tells the bounds of no driver here.
 */
public record MtuAccess(NicPort port, Capability writable) implements SettingAccess {
  /** Ledger id of the write of the MTU. */
  public static final String WRITE = "sysfs.mtu";

  private static final String OF_BOND =
      "the bond's MTU is that of its members (bond_change_mtu): set it where the bond is"
          + " configured";

  /**
   * Access of a driver that stops the netdev's queues for it.
   *
   * @param more risks that its driver has besides
   */
  public static MtuAccess of(NicPort port, Risk... more) {
    Capability writable = Capability.writable(Risk.SHORT_STOP, Risk.PAIRS_KEEP_MTU);
    for (Risk risk : more) {
      writable = writable.with(risk);
    }
    return new MtuAccess(port, writable);
  }

  @Override
  public SettingKind kind() {
    return SettingKind.MTU;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return port.nic().role() == Nic.Role.BOND_MEMBER
        ? Capability.readOnly(OF_BOND)
        : SettingAccess.ofFiles(port.files(), writable, Stream.of(path()));
  }

  @Override
  public Reading read(DcbView dcb) {
    return port.files().readText(path()).isEmpty()
        ? new Reading.Unread("there is no file /" + path())
        : new Reading.Value(new Mtu(now()));
  }

  @Override
  public void write(Setting after) {
    int wanted = ((Mtu) after).bytes();
    if (now() != wanted) {
      port.ledger().require(WRITE);
      port.files().write(path(), wanted + "\n");
    }
  }

  private int now() {
    String text = port.files().requireText(path());
    if (!Pattern.matches("\\d{1,9}", text)) {
      throw TransportException.garbled("/" + path() + " says '" + text + "', expected bytes");
    }
    return Integer.parseInt(text);
  }

  private String path() {
    return Discovery.NET + port.ifname() + "/mtu";
  }
}
