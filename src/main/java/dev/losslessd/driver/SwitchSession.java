package dev.losslessd.driver;

import java.util.List;

/** A conversation with a switch. */
public interface SwitchSession extends Session {
  /**
   * Who is at the far end of each cable, as the switch heard by LLDP; empty without SNMP.
   *
   * @throws DeviceException if the switch does not answer
   */
  List<Neighbour> neighbours();

  /**
   * Makes what is in force survive a reboot. Never done by {@link #apply}.
   *
   * @throws DeviceException refused, or the gate is closed
   */
  void save();

  /** Commands of ours that this account may not run, with the switch's words; empty is good. */
  List<String> forbidden();
}
