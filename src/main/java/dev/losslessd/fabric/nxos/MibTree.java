package dev.losslessd.fabric.nxos;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snmp4j.agent.DefaultMOScope;
import org.snmp4j.agent.MOScope;
import org.snmp4j.agent.ManagedObject;
import org.snmp4j.agent.request.SubRequest;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.Variable;

/** All instances of a switch's MIBs in their order. Nothing can be written: NX-OS is set by CLI. */
final class MibTree implements ManagedObject<SubRequest<?>> {
  /** The value of now; null while there is no such instance. */
  @FunctionalInterface
  interface Value {
    @Nullable Variable read();
  }

  private static final MOScope EVERYTHING =
      new DefaultMOScope(new OID("1"), true, new OID("2"), false);

  private final NxosSwitch device;
  private final NavigableMap<OID, Value> values = new TreeMap<>();

  MibTree(NxosSwitch device) {
    this.device = device;
  }

  void put(OID oid, Value value) {
    values.put(oid, value);
  }

  private @Nullable Variable read(OID oid) {
    Value value = values.get(oid);
    return value == null
        ? null
        : device.locked(() -> Optional.ofNullable(value.read())).orElse(null);
  }

  @Override
  public MOScope getScope() {
    return EVERYTHING;
  }

  @Override
  public @Nullable OID find(MOScope range) {
    OID from = range.getLowerBound();
    OID to = range.getUpperBound();
    for (Map.Entry<OID, Value> entry : values.tailMap(from, range.isLowerIncluded()).entrySet()) {
      OID oid = entry.getKey();
      int past = to == null ? -1 : oid.compareTo(to);
      if (past > 0 || (past == 0 && !range.isUpperIncluded())) {
        return null;
      }
      if (read(oid) != null) {
        return oid;
      }
    }
    return null;
  }

  @Override
  public void get(SubRequest<?> request) {
    Variable value = read(request.getVariableBinding().getOid());
    request.getVariableBinding().setVariable(value == null ? Null.noSuchInstance : value);
    request.completed();
  }

  @Override
  @SuppressWarnings("deprecation") // abstract all the same, and what its successor calls
  public boolean next(SubRequest<?> request) {
    OID oid = find(request.getScope());
    Variable value = oid == null ? null : read(oid);
    if (oid == null || value == null) {
      return false;
    }
    request.getVariableBinding().setOid(oid);
    request.getVariableBinding().setVariable(value);
    request.completed();
    return true;
  }

  @Override
  public void prepare(SubRequest<?> request) {
    request.setErrorStatus(SnmpConstants.SNMP_ERROR_NOT_WRITEABLE);
  }

  @Override
  public void commit(SubRequest<?> request) {
    request.setErrorStatus(SnmpConstants.SNMP_ERROR_COMMIT_FAILED);
  }

  @Override
  public void undo(SubRequest<?> request) {
    request.completed();
  }

  @Override
  public void cleanup(SubRequest<?> request) {
    request.completed();
  }
}
