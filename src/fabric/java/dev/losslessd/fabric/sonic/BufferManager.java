package dev.losslessd.fabric.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Model of buffermgrd with the traditional buffer model, when pfc_enable of a port changes. It
 * makes a row of BUFFER_PG for each run of priorities, with a profile by speed and cable length
 * (sonic-swss, buffermgr.cpp). Rows that were there before stay.
 */
final class BufferManager {
  private BufferManager() {}

  static void settle(Tables before, Tables after) {
    boolean dynamic = after.hasDynamicBuffers();
    for (String port : after.keys("PORT")) {
      if (!dynamic && isMellanox(after)) {
        follow(before, after, port);
      }
      Optional<String> enabled = after.get("PORT_QOS_MAP", port, "pfc_enable");
      if (!dynamic
          && enabled.isPresent()
          && !enabled.equals(before.get("PORT_QOS_MAP", port, "pfc_enable"))) {
        carve(after, port, enabled.get());
      }
    }
  }

  /** Returns true if the name of the platform says that its ASIC is Mellanox's. */
  static boolean isMellanox(Tables db) {
    return db.metadata("platform").filter(name -> name.matches(".*-(mlnx|nvidia)_.*")).isPresent();
  }

  /** A port that goes down loses its lossless rows, and gets them again as it comes up. */
  private static void follow(Tables before, Tables after, String port) {
    String was = before.get("PORT", port, "admin_status").orElse("down");
    String is = after.get("PORT", port, "admin_status").orElse("down");
    if (was.equals("up") && !is.equals("up")) {
      after.keys("BUFFER_PG").stream()
          .filter(key -> key.startsWith(port + "|"))
          .filter(
              key -> after.get("BUFFER_PG", key, "profile").orElse("").startsWith("pg_lossless_"))
          .forEach(key -> after.remove("BUFFER_PG", key));
    } else if (!was.equals("up") && is.equals("up")) {
      after.get("PORT_QOS_MAP", port, "pfc_enable").ifPresent(on -> carve(after, port, on));
    }
  }

  private static void carve(Tables db, String port, String enabled) {
    Optional<String> profile = profileName(db, port);
    if (profile.isPresent()) {
      profile(db, port);
      runs(enabled).forEach(run -> db.put("BUFFER_PG", port + "|" + run, "profile", profile.get()));
    }
  }

  static Optional<String> profileName(Tables db, String port) {
    Optional<String> cable = db.get("CABLE_LENGTH", "AZURE", port).filter(one -> !one.equals("0m"));
    return cable.flatMap(length ->
        db.get("PORT", port, "speed")
            .map(speed -> "pg_lossless_" + speed + "_" + length + "_profile"));
  }

  static void profile(Tables db, String port) {
    profileName(db, port)
        .ifPresent(name ->
            db.put(
                "BUFFER_PROFILE",
                name,
                "dynamic_th",
                "0",
                "pool",
                "ingress_lossless_pool",
                "size",
                "103424",
                "xoff",
                "84224",
                "xon",
                "19200"));
  }

  private static List<String> runs(String enabled) {
    List<String> runs = new ArrayList<>();
    int first = -1;
    for (int n = 0; n <= 8; n++) {
      boolean on = ("," + enabled + ",").contains("," + n + ",");
      if (on && first < 0) {
        first = n;
      }
      if (!on && first >= 0) {
        runs.add(first == n - 1 ? "" + first : first + "-" + (n - 1));
        first = -1;
      }
    }
    return runs;
  }
}
