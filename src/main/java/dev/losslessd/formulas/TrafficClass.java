package dev.losslessd.formulas;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;

/**
 * The ToS byte of IPv4, the traffic class of IPv6 and of verbs: six bits DSCP, two bits ECN (RFC
 * 2474, RFC 3168).
 *
 * @param value 0..255; 106 is DSCP 26 with ECT(0)
 */
public record TrafficClass(int value) {
  /** The two lower bits. */
  public enum EcnField {
    NOT_ECT,
    ECT1,
    ECT0,
    CE;

    /** 0..3 as on the wire. */
    @SuppressWarnings("EnumOrdinal") // the order is the wire's
    public int bits() {
      return ordinal();
    }
  }

  public TrafficClass {
    if (value < 0 || value > 255) {
      throw new IllegalArgumentException("traffic class " + value + " is outside 0..255");
    }
  }

  public static TrafficClass of(int value) {
    return new TrafficClass(value);
  }

  public static TrafficClass of(Dscp dscp, EcnField ecn) {
    return new TrafficClass(dscp.value() << 2 | ecn.bits());
  }

  /** Traffic class of a DSCP for NCCL and others: with ECT(0), so 4 * DSCP + 2. */
  public static TrafficClass forRoce(Dscp dscp) {
    return of(dscp, EcnField.ECT0);
  }

  public Dscp dscp() {
    return Dscp.of(value >> 2);
  }

  public EcnField ecn() {
    return EcnField.values()[value & 3];
  }

  /** Priority that mlx5 gives an unmapped DSCP once it trusts DSCP: its upper three bits. */
  public static Priority defaultPriority(Dscp dscp) {
    return Priority.of(dscp.value() >> 3);
  }
}
