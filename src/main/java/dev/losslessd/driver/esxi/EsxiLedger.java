package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;

/**
 * Every line that may be sent to a host. {@code esxcli --formatter} is not among them: no source
 * says which builds have which.
 */
public final class EsxiLedger {
  static final String DCB = "esxi.dcb-status";
  static final String SET_PAUSE = "esxi.set-pause";
  static final String SET_OPTIONS = "esxi.set-module-options";

  /** Most characters of plain text: a line that is sent has 400 at most. */
  private static final int LONGEST = 320;

  private static final String NIC = "[A-Za-z][A-Za-z0-9]{0,31}";
  private static final String MODULE = "nmlx5_(?:core|rdma)";
  private static final String NVIDIA = "NVIDIA ConnectX native ESXi driver user manual";
  private static final String FIELD = "field notes of RoCE on ESXi";

  /** Text that needs no escape between the shell's double quotes. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_=,.:/+% -]{0," + LONGEST + "}");

  public static final Ledger LEDGER =
      new Ledger(
          List.of(
              Entry.read("esxi.nics", "esxcli network nic list", "VMware ESXCLI reference"),
              Entry.read(
                  "esxi.nic-driver", "esxcli network nic get -n " + NIC, "VMware ESXCLI reference"),
              Entry.read("esxi.pause", "esxcli network nic pauseParams list", NVIDIA),
              Entry.read("esxi.module-options", "esxcfg-module -g " + MODULE, NVIDIA),
              Entry.read(
                  "esxi.uptime",
                  "esxcli system stats uptime get",
                  "VMware ESXCLI reference; govmomi host.esxcli: xsd:long"),
              Entry.read(
                  "esxi.platform", "esxcli hardware platform get", "VMware ESXCLI reference"),
              Entry.read("esxi.vsish-stats", "vsish -e cat /net/pNics/" + NIC + "/stats", FIELD),
              new Entry(
                  DCB,
                  "esxcli network nic dcb status get -n NIC",
                  FIELD + ": the names of its fields, no raw output",
                  Ledger.Evidence.UNVERIFIED,
                  Ledger.Access.READ,
                  Pattern.compile("esxcli network nic dcb status get -n " + NIC)),
              Entry.write(
                  SET_PAUSE,
                  "esxcli network nic pauseParams set -n " + NIC + " -r [01] -t [01]",
                  NVIDIA),
              Entry.write(
                  SET_OPTIONS,
                  "esxcli system module parameters set -m " + MODULE + " -p \"" + PLAIN + "\"",
                  NVIDIA)));

  private EsxiLedger() {}

  /**
   * Replaces all parameters of a module.
   *
   * @throws DeviceException UNSUPPORTED if one of them would not arrive as it is
   */
  static Line setOptions(Module module, String options) {
    if (!PLAIN.matcher(options).matches()) {
      throw DeviceException.unsupported(
          ("the parameters of %s would be '%s': expected at most %s of A-Z a-z 0-9 _ = , . : / + %%"
                  + " - and blanks, as all of them are sent again; set them by hand")
              .formatted(module.word(), PrintableText.brief(options), LONGEST));
    }
    return Line.of(
        LEDGER,
        SET_OPTIONS,
        "esxcli system module parameters set -m " + module.word() + " -p \"" + options + "\"");
  }

  /** Returns the line that sets both directions of 802.3x pause, at once and in force. */
  static Line setPause(String nic, boolean receive, boolean send) {
    return Line.of(
        LEDGER,
        SET_PAUSE,
        "esxcli network nic pauseParams set -n %s -r %s -t %s"
            .formatted(nic, receive ? 1 : 0, send ? 1 : 0));
  }
}
