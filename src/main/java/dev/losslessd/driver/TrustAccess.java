package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.netlink.DcbApp;
import dev.losslessd.transport.netlink.DcbState;

/** The field that a NIC classifies by; it follows from the DSCP map and has no write of its own. */
public record TrustAccess() implements SettingAccess {
  private static final String WHERE = "follows from the DSCP map: any entry means dscp, none pcp";

  @Override
  public SettingKind kind() {
    return SettingKind.TRUST;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return dcb.capability(DcbState::apps, DscpAccess.ATTRIBUTE, Capability.readOnly(WHERE));
  }

  @Override
  public Reading read(DcbView dcb) {
    return dcb.reading(
        DcbState::apps,
        DscpAccess.ATTRIBUTE,
        apps ->
            new Trust(
                apps.stream().anyMatch(app -> app.selector() == DcbApp.DSCP)
                    ? Trust.Field.DSCP
                    : Trust.Field.PCP));
  }

  @Override
  public void write(Setting after) {
    throw DeviceException.unsupported("trust: " + WHERE);
  }
}
