package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.TransportException;
import java.util.Optional;

/** The MTU of a netdev, in bytes of IP packet. Whoever configures addresses sets it. */
public record MtuAccess(NicPort port) implements SettingAccess {
  private static final String WHERE =
      "the host's network configuration sets it (ip link set dev NETDEV mtu BYTES)";

  @Override
  public SettingKind kind() {
    return SettingKind.MTU;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return Capability.readOnly(WHERE);
  }

  @Override
  public Reading read(DcbView dcb) {
    String path = Discovery.NET + port.ifname() + "/mtu";
    Optional<String> text = port.files().readText(path);
    if (text.isEmpty()) {
      return new Reading.Unread("there is no file /" + path);
    }
    try {
      return new Reading.Value(new Mtu(Integer.parseInt(text.get())));
    } catch (IllegalArgumentException e) {
      throw new TransportException(
          TransportException.Kind.GARBLED,
          "/" + path + " says '" + text.get() + "', expected bytes",
          e);
    }
  }

  @Override
  public void write(Setting after) {
    throw new DeviceException(DeviceException.Kind.UNSUPPORTED, "mtu: " + WHERE);
  }
}
