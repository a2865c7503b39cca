package dev.losslessd.driver.os10;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.text.Pattern;
import java.util.List;

/** Every line that may be sent to a switch: it is asked, and never changed. */
public final class Os10Ledger {
  private static final String ANSIBLE = "ansible dellemc.os10, facts and terminal plug-ins";
  private static final String MFD = "Intel mfd-switchmanagement, dell_os10/base.py";

  public static final Ledger LEDGER =
      new Ledger(
          List.of(
              Entry.read("os10.terminal", "terminal length 0", "netmiko; unverified on a switch"),
              Entry.read(
                  "os10.show",
                  "show (?:version|running-configuration" + "|lldp neighbors(?: \\| display-xml)?)",
                  ANSIBLE + "; " + MFD),
              Entry.read(
                  "os10.show-port",
                  "show interface ethernet\\d{1,2}/\\d{1,2}/\\d{1,3}(?::\\d{1,2})?",
                  MFD),
              Entry.unverified(
                  "os10.qos",
                  "priority-flow-control mode, ets mode, service-policy, trust-map, qos-map, wred",
                  "sourced as whole examples; no source has the undo of wred, nor what a refused"
                      + " line leaves, and there is no timer that takes back"),
              Entry.unverified("os10.dscp", "trust dscp-map NAME", "no source has its lines"),
              Entry.unverified("os10.watchdog", "", "no source has a PFC watchdog of OS10"),
              Entry.unverified(
                  "os10.headroom",
                  "queue-limit, pfc-max-buffer-size, pfc-shared-buffer-size",
                  "no source has their effect")));

  private static final Pattern FORBIDDEN =
      Pattern.compile("(?im)^.*(?:permission denied|not authori[sz]ed|authorization failed).*$");

  /** From the ansible and netmiko plug-ins. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?im)^(?:% ?error.*|% ?bad secret.*|.*syntax error:.*|.*invalid input.*"
              + "|.*(?:incomplete|ambiguous) command.*|.*illegal parameter.*)$");

  static final Console.Dialect DIALECT =
      new Console.Dialect(LEDGER, List.of("terminal length 0"), FORBIDDEN, REFUSED);

  private Os10Ledger() {}
}
