package dev.losslessd.fabric.switchbase;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** All instances of a switch's MIBs in their order. */
public final class MibTree {
  /** Reads a value as it is now; null while there is no such instance. */
  @FunctionalInterface
  public interface Value {
    @Nullable Variable read();
  }

  /** Checks and sets a writable object. */
  public interface Setter {
    /** Error status of {@link org.snmp4j.PDU} for a value that is refused; 0 if it is accepted. */
    int check(Variable value);

    /** Sets a value that {@link #check} has accepted. */
    void set(Variable value);
  }

  private final SimulatedSwitch device;
  private final NavigableMap<OID, Value> values = new TreeMap<>();
  private final Map<OID, Setter> setters = new HashMap<>();

  public MibTree(SimulatedSwitch device) {
    this.device = device;
  }

  public void put(OID oid, Value value) {
    values.put(oid, value);
  }

  /** Adds an instance that can be set. */
  public void put(OID oid, Value value, Setter setter) {
    put(oid, value);
    setters.put(oid, setter);
  }

  /** Returns the setter of an instance; empty if it is read-only. */
  Optional<Setter> setter(OID oid) {
    return Optional.ofNullable(setters.get(oid));
  }

  private @Nullable Variable read(Value value) {
    return device.locked(() -> Optional.ofNullable(value.read())).orElse(null);
  }

  /** Returns this instance, or the exception noSuchInstance. */
  VariableBinding get(OID oid) {
    Value value = values.get(oid);
    Variable now = value == null ? null : read(value);
    return new VariableBinding(oid, now == null ? Null.noSuchInstance : now);
  }

  /** Returns the next instance, or the exception endOfMibView. */
  VariableBinding next(OID oid) {
    for (Map.Entry<OID, Value> entry : values.tailMap(oid, false).entrySet()) {
      Variable now = read(entry.getValue());
      if (now != null) {
        return new VariableBinding(entry.getKey(), now);
      }
    }
    return new VariableBinding(oid, Null.endOfMibView);
  }
}
