package dev.losslessd.fabric.nxos;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snmp4j.agent.security.VACM;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;

/**
 * Who may read: one community by SNMPv2c, and users of SNMPv3 who are authenticated and encrypted.
 * Nobody may write.
 */
record ReadView(String community, Set<String> users) implements VACM {
  private static final OctetString ALL = new OctetString("all");

  private boolean knows(OctetString name, int model, int level) {
    return switch (model) {
      case SecurityModel.SECURITY_MODEL_SNMPv2c -> name.toString().equals(community);
      case SecurityModel.SECURITY_MODEL_USM ->
          users.contains(name.toString()) && level == SecurityLevel.AUTH_PRIV;
      default -> false;
    };
  }

  @Override
  public int isAccessAllowed(
      OctetString context, OctetString name, int model, int level, int viewType, OID variable) {
    return knows(name, model, level) && viewType == VIEW_READ ? VACM_OK : VACM_NO_ACCESS_ENTRY;
  }

  @Override
  public int isAccessAllowed(OctetString viewName, OID variable) {
    return viewName.equals(ALL) ? VACM_OK : VACM_NO_SUCH_VIEW;
  }

  @Override
  public @Nullable OctetString getViewName(
      OctetString context, OctetString name, int model, int level, int viewType) {
    return knows(name, model, level) && viewType == VIEW_READ ? ALL : null;
  }
}
