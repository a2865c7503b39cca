package dev.losslessd.fabric.switchbase;

import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.snmp4j.CommandResponder;
import org.snmp4j.CommandResponderEvent;
import org.snmp4j.MessageException;
import org.snmp4j.PDU;
import org.snmp4j.mp.StatusInformation;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.VariableBinding;

/**
 * Answers GET, GETNEXT and GETBULK: by SNMPv2c to communities, by SNMPv3 to users who are
 * authenticated and encrypted. SET is for those who may write; most systems have nothing to set, as
 * they are set by their command line.
 *
 * @param communities that may read
 * @param users who may read
 * @param writers communities and users among them that may write
 */
record Agent(
    SimulatedSwitch device,
    MibTree tree,
    Set<String> communities,
    Set<String> users,
    Set<String> writers)
    implements CommandResponder {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  /** Bytes of a message around the PDU. */
  private static final int ENVELOPE = 256;

  @Override
  public <A extends Address> void processPdu(CommandResponderEvent<A> event) {
    PDU request = event.getPDU();
    if (request == null || !request.isConfirmedPdu()) {
      return;
    }
    event.setProcessed(true);
    boolean known = knows(event);
    if (!known && event.getSecurityModel() == SecurityModel.SECURITY_MODEL_SNMPv2c) {
      LOG.debug("a community that is not ours");
      return;
    }
    PDU response = (PDU) request.clone();
    response.setType(PDU.RESPONSE);
    response.setErrorStatus(PDU.noError);
    response.setErrorIndex(0);
    if (known && request.getType() == PDU.SET) {
      if (!set(event, request, response)) {
        return;
      }
    } else if (known) {
      answer(request, response, event.getMaxSizeResponsePDU() - ENVELOPE);
    } else {
      response.setErrorStatus(PDU.authorizationError);
    }
    send(event, response);
  }

  /** Whether it is answered. */
  private boolean set(CommandResponderEvent<?> event, PDU request, PDU response) {
    String who = name(event);
    List<VariableBinding> wanted = List.copyOf(request.getVariableBindings());
    Writes.Outcome outcome =
        device.locked(() -> new Writes(device, tree).take(wanted, who, writers.contains(who)));
    response.setErrorStatus(outcome.status());
    response.setErrorIndex(outcome.index());
    return outcome.answered();
  }

  private static String name(CommandResponderEvent<?> event) {
    return new OctetString(event.getSecurityName()).toString();
  }

  private boolean knows(CommandResponderEvent<?> event) {
    String name = name(event);
    return switch (event.getSecurityModel()) {
      case SecurityModel.SECURITY_MODEL_SNMPv2c -> communities.contains(name);
      case SecurityModel.SECURITY_MODEL_USM ->
          users.contains(name) && event.getSecurityLevel() == SecurityLevel.AUTH_PRIV;
      default -> false;
    };
  }

  private void answer(PDU request, PDU response, int most) {
    List<OID> asked = request.getVariableBindings().stream().map(VariableBinding::getOid).toList();
    switch (request.getType()) {
      case PDU.GET -> {
        response.setVariableBindings(List.of());
        asked.forEach(oid -> response.add(tree.get(oid)));
      }
      case PDU.GETNEXT -> {
        response.setVariableBindings(List.of());
        asked.forEach(oid -> response.add(tree.next(oid)));
      }
      case PDU.GETBULK -> bulk(request, response, asked, most);
      default -> {
        response.setErrorStatus(PDU.notWritable);
        response.setErrorIndex(1);
      }
    }
  }

  /** RFC 3416, 4.2.3: as many rounds as fit in the answer. */
  private void bulk(PDU request, PDU response, List<OID> asked, int most) {
    int once = Math.clamp(request.getNonRepeaters(), 0, asked.size());
    int rounds = Math.max(0, request.getMaxRepetitions());
    response.setVariableBindings(List.of());
    asked.subList(0, once).forEach(oid -> response.add(tree.next(oid)));
    List<OID> at = asked.subList(once, asked.size());
    for (int round = 0; round < rounds && !at.isEmpty(); round++) {
      List<VariableBinding> row = at.stream().map(tree::next).toList();
      for (VariableBinding each : row) {
        if (response.getBERLength() + each.getBERLength() > most) {
          return;
        }
        response.add(each);
      }
      if (row.stream().allMatch(VariableBinding::isException)) {
        return;
      }
      at = row.stream().map(VariableBinding::getOid).toList();
    }
  }

  private void send(CommandResponderEvent<?> event, PDU response) {
    device.requests().varbinds(response.size());
    try {
      event
          .getMessageDispatcher()
          .returnResponsePdu(
              event.getMessageProcessingModel(),
              event.getSecurityModel(),
              event.getSecurityName(),
              event.getSecurityLevel(),
              response,
              event.getMaxSizeResponsePDU(),
              event.getStateReference(),
              new StatusInformation());
    } catch (MessageException e) {
      LOG.debug("an answer did not leave", e);
    }
  }
}
