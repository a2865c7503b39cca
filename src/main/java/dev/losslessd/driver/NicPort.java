package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.Dcbx;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One NIC port as its settings see it: the ways into the kernel, and how dcbnl is written.
 *
 * @param takesHostMode whether the driver may take DCBX from a willing firmware to the host
 * @param agentOff how the operator switches the firmware's LLDP agent off, for the message
 */
public record NicPort(
    Nic nic, HostAccess access, Ledger ledger, boolean takesHostMode, String agentOff) {
  /** Ledger id of the step from firmware to host DCBX mode. */
  public static final String HOST_MODE = "dcbnl.sdcbx.host";

  private static final Logger LOG = LoggerFactory.getLogger(NicPort.class);
  private static final int VERSIONS = Dcbx.CEE | Dcbx.IEEE;

  public DcbClient client() {
    return access.dcb();
  }

  public HostFiles files() {
    return access.files();
  }

  public String ifname() {
    return nic.port().name();
  }

  public DcbState read() {
    return client().read(ifname());
  }

  /**
   * The state, now that the host decides on it. Firmware in charge would overwrite what we write.
   *
   * @param now what was read just before
   * @throws DeviceException REFUSED where an LLDP agent of the firmware holds the settings
   */
  public DcbState inHostMode(DcbState now) {
    OptionalInt mode = now.dcbx();
    if (mode.isEmpty() || hostDecides(mode.getAsInt())) {
      return now;
    }
    String text = Dcbx.text(mode.getAsInt());
    if ((mode.getAsInt() & Dcbx.LLD_MANAGED) != 0 || !takesHostMode) {
      throw DeviceException.refused(
          "%s: DCBX mode %s: the NIC's firmware decides, expected host; %s"
              .formatted(nic.port(), text, agentOff));
    }
    ledger.require(HOST_MODE);
    int host = hostMode(mode.getAsInt());
    client().setDcbx(ifname(), host);
    LOG.info("{}: DCBX mode {} set to {}", nic.port(), text, Dcbx.text(host));
    return read();
  }

  /** Returns host mode with the DCBX versions that are set; with both where none is. */
  private static int hostMode(int mode) {
    int versions = mode & VERSIONS;
    return Dcbx.HOST | (versions == 0 ? VERSIONS : versions);
  }

  static boolean hostDecides(int mode) {
    return (mode & Dcbx.HOST) != 0 && (mode & Dcbx.LLD_MANAGED) == 0;
  }

  public DeviceException refuse(String why) {
    return DeviceException.refused(nic.port() + " " + why);
  }

  /**
   * @throws DeviceException REFUSED if there is a reason
   */
  public void refuseFor(Optional<String> why) {
    DeviceException.throwFor(why, this::refuse);
  }

  DeviceException unsupported(String attribute) {
    return DeviceException.unsupported(nic.port() + ": " + DcbView.notShown(attribute));
  }
}
