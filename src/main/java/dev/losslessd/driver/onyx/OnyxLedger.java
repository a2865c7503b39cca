package dev.losslessd.driver.onyx;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.text.Pattern;
import java.util.List;

/** Every line that may be sent to a switch, all of them questions, and the one SNMP SET. */
public final class OnyxLedger {
  private static final String ANSIBLE = "ansible mellanox.onyx, modules and terminal plug-in";
  private static final String DSS = "OpenMPDK DSS, switch_mellanox_client.py";
  private static final String MFD = "Intel mfd-switchmanagement, mellanox.py";

  /** Entry of the one write. */
  static final String PFC = "onyx.snmp-pfc";

  /** OID of mellanoxPFCProtocolState, with its instance. */
  static final String PFC_STATE = "1.3.6.1.4.1.33049.8.1.1.2.0";

  private static final String NUMBER = "\\d{1,2}/\\d{1,3}(?:/\\d{1,2})?";

  public static final Ledger LEDGER =
      new Ledger(
          List.of(
              Entry.read("onyx.terminal", "enable|no cli session paging enable", ANSIBLE),
              Entry.read(
                  "onyx.show",
                  "show (?:version|interfaces ethernet|dcb priority-flow-control|traffic pool"
                      + "|lldp remote) \\| json-print",
                  ANSIBLE + "; " + DSS),
              Entry.read(
                  "onyx.show-port",
                  "show (?:interfaces ethernet "
                      + NUMBER
                      + " congestion-control|(?:dcb ets|qos) interface ethernet "
                      + NUMBER
                      + ") \\| json-print",
                  ANSIBLE),
              Entry.read("onyx.show-text", "show (?:dcb priority-flow-control|lldp remote)", MFD),
              Entry.unverified(
                  "onyx.pfc",
                  "[no] dcb priority-flow-control enable, priority N enable, mode on, all with"
                      + " force",
                  "no source has an undo that is known to put back what was, and no transaction"),
              Entry.unverified(
                  "onyx.queues",
                  "interface ethernet X traffic-class N congestion-control ecn ..., dcb ets ...",
                  "no source has the chance of a mark, nor what a sum other than 100 leads to"),
              Entry.unverified(
                  "onyx.classification",
                  "interface ethernet X qos trust, qos map dscp",
                  "no source has the line that maps a DSCP"),
              Entry.unverified(
                  "onyx.watchdog",
                  "interface ethernet X pfc-wd",
                  "no source has its timers, its show command or its no form"),
              Entry.write(
                  PFC,
                  "SET " + PFC_STATE.replace(".", "\\.") + " INTEGER [12]",
                  "MELLANOX-DCB-TRAPS-MIB mellanoxPFCProtocolState: read-write, enabled 1, disabled"
                      + " 2; never tried on a switch")));

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "(?im)^%.*(?:permission denied|not authori[sz]ed|insufficient|not allowed).*$");

  /** Ansible and netmiko: a line that begins with a percent sign. */
  private static final Pattern REFUSED = Pattern.compile("(?m)^%.*$");

  static final Console.Dialect DIALECT =
      new Console.Dialect(
          LEDGER, List.of("enable", "no cli session paging enable"), FORBIDDEN, REFUSED);

  private OnyxLedger() {}
}
