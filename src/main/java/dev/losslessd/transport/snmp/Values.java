package dev.losslessd.transport.snmp;

import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.SnmpValue.Missing;
import org.snmp4j.asn1.BER;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.IpAddress;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.SMIConstants;
import org.snmp4j.smi.UnsignedInteger32;
import org.snmp4j.smi.Variable;

/** Between the library's words and ours. */
final class Values {
  private Values() {}

  static Oid oid(OID oid) {
    return Oid.ofRaw(oid.getValue());
  }

  static OID oid(Oid oid) {
    return new OID(oid.raw());
  }

  static SnmpValue value(SnmpTarget from, Oid at, Variable variable) {
    return switch (variable.getSyntax()) {
      case SMIConstants.SYNTAX_COUNTER32 -> new SnmpValue.Counter32(unsigned(variable));
      case SMIConstants.SYNTAX_GAUGE32 -> new SnmpValue.Gauge(unsigned(variable));
      case SMIConstants.SYNTAX_TIMETICKS -> new SnmpValue.Ticks(unsigned(variable));
      case SMIConstants.SYNTAX_COUNTER64 ->
          new SnmpValue.Counter64(((Counter64) variable).getValue());
      case SMIConstants.SYNTAX_INTEGER -> new SnmpValue.Int(((Integer32) variable).getValue());
      // Opaque is a kind of octet string here: the raw bytes
      case SMIConstants.SYNTAX_OCTET_STRING, SMIConstants.SYNTAX_OPAQUE ->
          new SnmpValue.Octets(octets(from, at, (OctetString) variable));
      case SMIConstants.SYNTAX_OBJECT_IDENTIFIER -> new SnmpValue.OidValue(oid((OID) variable));
      case SMIConstants.SYNTAX_IPADDRESS ->
          new SnmpValue.Address(((IpAddress) variable).getInetAddress());
      case BER.NOSUCHOBJECT, BER.NOSUCHINSTANCE, BER.ENDOFMIBVIEW -> new Missing();
      default ->
          throw TransportException.garbled(
              "%s: %s has type %s: expected a type of SMIv2"
                  .formatted(from.label(), at, variable.getSyntaxString()));
    };
  }

  private static byte[] octets(SnmpTarget from, Oid at, OctetString text) {
    if (text.length() > from.limits().value()) {
      throw TransportException.garbled(
          "%s: %s has %s bytes, more than %s (input.snmp.value)"
              .formatted(from.label(), at, text.length(), InputLimits.size(from.limits().value())));
    }
    return text.getValue();
  }

  private static long unsigned(Variable variable) {
    return ((UnsignedInteger32) variable).getValue();
  }
}
