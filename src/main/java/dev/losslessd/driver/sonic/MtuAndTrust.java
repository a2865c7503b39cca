package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.text.PrintableText;
import java.util.Optional;

/** Settings of a port that have one cell each. */
final class MtuAndTrust {
  private static final String FIELD = "mtu";

  /** Least MTU in bytes; the range is 68..9216 (sonic-port.yang). */
  private static final int LEAST = 68;

  private static final int MOST = 9216;

  /** The MTU of a port channel without a field (DEFAULT_MTU_STR of sonic-swss). */
  private static final String OF_BUNDLE = "9100";

  /** The field {@code mtu} in the table PORT. */
  static final PortSetting MTU =
      new PortSetting(
          SettingKind.MTU,
          port -> Owned.fields(new Row(Tables.PORT, port), FIELD),
          MtuAndTrust::mtu,
          MtuAndTrust::writeMtu);

  /** A port that names a map of DSCP, or whose switch does, classifies by it. */
  static final PortSetting TRUST =
      new PortSetting(
          SettingKind.TRUST,
          port -> Owned.fields(new Row(Tables.PORT_QOS_MAP, port), RowReferences.DSCP_MAP),
          MtuAndTrust::trust,
          MtuAndTrust::writeTrust);

  private MtuAndTrust() {}

  /**
   * The port channel that a port is a member of. Queues, maps and PFC are those of the member's own
   * rows; its MTU is that of the port channel (sonic-swss, cfgmgr/teammgr.cpp, addLagMember).
   */
  static Optional<String> bundle(ConfigDb db, String port) {
    return db.keys(Tables.PORTCHANNEL_MEMBER).stream()
        .filter(key -> key.endsWith("|" + port))
        .map(key -> key.substring(0, key.indexOf('|')))
        .findFirst();
  }

  private static Reading.Value mtu(ConfigDb db, String port) {
    return bundle(db, port)
        .map(bundle ->
            new Reading.Value(
                mtu(db, new Row(Tables.PORTCHANNEL, bundle), OF_BUNDLE),
                "",
                "of " + PrintableText.brief(bundle)))
        .orElseGet(() -> new Reading.Value(mtu(db, new Row(Tables.PORT, port), "nothing")));
  }

  private static Mtu mtu(ConfigDb db, Row row, String otherwise) {
    String text = db.get(row, FIELD, otherwise, "\\d{2,5}", "bytes");
    return Mtu.parse(text).orElseThrow(() -> row.garbled(FIELD, text, "bytes"));
  }

  /** Returns why the MTU of a port is only read; empty where it can be written. */
  static Optional<String> ofBundle(ConfigDb db, String port) {
    return bundle(db, port)
        .map(bundle ->
            "it is a member of %s, whose mtu its members have: set it there by hand"
                .formatted(PrintableText.brief(bundle)));
  }

  private static void writeMtu(ConfigDb draft, String port, Setting wanted) {
    int bytes = ((Mtu) wanted).bytes();
    DeviceException.throwFor(
        ofBundle(draft, port),
        why -> DeviceException.unsupported("mtu " + bytes + " of " + port + ": " + why));
    if (bytes < LEAST || bytes > MOST) {
      throw DeviceException.unsupported(
          "mtu " + bytes + " of " + port + ": SONiC takes " + LEAST + ".." + MOST);
    }
    draft.set(new Row(Tables.PORT, port), FIELD, "" + bytes);
  }

  private static Reading.Value trust(ConfigDb db, String port) {
    if (DscpMaps.of(db, port).isPresent()) {
      return new Reading.Value(new Trust(Trust.Field.DSCP));
    }
    boolean pcp =
        PortRows.of(db, Tables.PORT_QOS_MAP, port)
            .flatMap(row -> db.get(row, "dot1p_to_tc_map"))
            .isPresent();
    return new Reading.Value(
        new Trust(Trust.Field.PCP),
        "",
        pcp ? "" : "no map of either field: all packets have traffic class 0");
  }

  private static void writeTrust(ConfigDb draft, String port, Setting wanted) {
    Row row = PortRows.own(draft, Tables.PORT_QOS_MAP, port);
    if (((Trust) wanted).field() == Trust.Field.DSCP) {
      if (DscpMaps.of(draft, port).isEmpty()) {
        Row map = DscpMaps.main(draft);
        if (!draft.has(map)) {
          throw DeviceException.unsupported(
              port + " trust dscp: there is no " + map.text() + "; set dscp of the switch first");
        }
        RowReferences.set(draft, row, RowReferences.DSCP_MAP, map);
      }
    } else if (draft.has(DscpMaps.GLOBAL)) {
      throw DeviceException.unsupported(
          port + " trust pcp: " + DscpMaps.GLOBAL.text() + " classifies all ports by DSCP");
    } else {
      draft.unsetWithRow(row, RowReferences.DSCP_MAP);
    }
  }
}
