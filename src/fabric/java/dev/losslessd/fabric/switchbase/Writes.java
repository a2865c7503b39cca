package dev.losslessd.fabric.switchbase;

import java.util.List;
import java.util.Optional;
import org.snmp4j.PDU;
import org.snmp4j.smi.VariableBinding;

/**
 * SET of an agent: all of a request or nothing, by those who may. Everything here comes with the
 * fabric's lock held.
 */
record Writes(SimulatedSwitch device, MibTree tree) {
  /** First words of a SET for {@link Faults}, as of a command line. */
  static final String WORDS = "snmp set";

  /**
   * Result of a SET request.
   *
   * @param status of the answer
   * @param index of the binding that is to blame, from 1
   * @param answered whether an answer leaves
   */
  record Outcome(int status, int index, boolean answered) {}

  /**
   * @param who asks, for the log
   * @param may whether they may write at all
   */
  Outcome take(List<VariableBinding> wanted, String who, boolean may) {
    wanted.forEach(one ->
        device.log(who + " snmp# " + WORDS + " " + one.getOid() + " = " + one.getVariable()));
    Faults faults = device.faults();
    if (!may || faults.forbids(WORDS)) {
      return new Outcome(PDU.noAccess, 1, true);
    }
    if (faults.takeLoss(Faults.Lost.REQUEST)) {
      return new Outcome(PDU.noError, 0, false);
    }
    Outcome checked = check(wanted);
    if (checked.status() == PDU.noError && !faults.takeLie(WORDS)) {
      wanted.forEach(one -> tree.setter(one.getOid()).orElseThrow().set(one.getVariable()));
    }
    return new Outcome(checked.status(), checked.index(), !faults.takeLoss(Faults.Lost.ANSWER));
  }

  /** RFC 3416, 4.2.5: everything is checked before anything is set. */
  private Outcome check(List<VariableBinding> wanted) {
    for (int n = 0; n < wanted.size(); n++) {
      VariableBinding one = wanted.get(n);
      Optional<MibTree.Setter> setter = tree.setter(one.getOid());
      int status = setter.map(found -> found.check(one.getVariable())).orElse(PDU.notWritable);
      if (status != PDU.noError) {
        return new Outcome(status, n + 1, true);
      }
    }
    return device.faults().takeRefusal(WORDS)
        ? new Outcome(PDU.resourceUnavailable, 1, true)
        : new Outcome(PDU.noError, 0, true);
  }
}
