package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.List;

/** {@code show dcb ets interface ethernet X}: how the traffic classes of a port are scheduled. */
final class EtsTable {
  private static final String MODE = "S.Mode";
  private static final String SHARE = "W(%)";

  private EtsTable() {}

  static String command(String port) {
    return "show dcb ets interface ethernet " + Ports.number(port) + " | json-print";
  }

  /**
   * @param classOfPriority from {@link QosTable}
   */
  static Ets parse(String port, String text, List<Integer> classOfPriority) {
    List<DeviceJson> classes = DeviceJson.parse(command(port), text).rows(port, "ETS per TC");
    List<Ets.Selection> selection = new ArrayList<>();
    List<Integer> shares = new ArrayList<>();
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      DeviceJson row = row(classes, tc, command(port));
      boolean strict = isStrict(row);
      selection.add(strict ? Ets.Selection.STRICT : Ets.Selection.ETS);
      shares.add(strict ? 0 : share(row));
    }
    return new Ets(selection, shares, classOfPriority);
  }

  private static DeviceJson row(List<DeviceJson> classes, int tc, String command) {
    return classes.stream()
        .flatMap(one -> one.rows(Integer.toString(tc)).stream())
        .findFirst()
        .orElseThrow(() -> ParseErrors.at(command, "no traffic class " + tc, "all 8"));
  }

  private static boolean isStrict(DeviceJson row) {
    return switch (row.text(MODE)) {
      case "Strict" -> true;
      case "WRR" -> false;
      default -> throw row.garbled(MODE, "Strict or WRR");
    };
  }

  private static int share(DeviceJson row) {
    long share = row.whole(SHARE);
    row.garbledIf(share < 0 || share > 100, SHARE, "0..100 percent");
    return (int) share;
  }
}
