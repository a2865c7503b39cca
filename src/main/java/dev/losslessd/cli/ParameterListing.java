package dev.losslessd.cli;

import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.text.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code losslessd nic params}: congestion control parameters and their names. Touches no NIC. */
public final class ParameterListing {
  /**
   * What a driver calls a parameter.
   *
   * @param place of the name: {@code debugfs}, {@code configfs}
   * @param source where that is written down
   */
  public record Name(
      String driver, DcqcnParameter parameter, String place, String name, String source) {}

  /** Source of ranges and defaults; each name carries a source of its own. */
  private static final String SOURCE =
      "mstflint 4.33 mlxconfig_host.db; NVIDIA DCQCN CC Parameters (DOCA 3.4)";

  private ParameterListing() {}

  /** Prints all parameters with these names. */
  public static int print(List<Name> names, Screen screen) {
    screen.document(Map.of("items", items(names)));
    table(names, screen);
    return ExitCode.OK;
  }

  private static void table(List<Name> names, Screen screen) {
    Table parameters = new Table("PARAMETER", "UNIT", "RANGE", "DEFAULT", "ADVICE").wrap(4);
    Table rows = new Table("PARAMETER", "DRIVER", "PLACE", "NAME");
    Map<String, String> sources = new LinkedHashMap<>();
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      parameters.row(
          parameter.key(),
          parameter.unit().symbol(),
          parameter.min() + ".." + parameter.max(),
          String.valueOf(parameter.usual()),
          Shown.dash(parameter.advice()));
      for (Name name : of(parameter, names)) {
        rows.row(parameter.key(), name.driver(), name.place(), name.name());
        sources.put(name.driver() + " " + name.place(), name.source());
      }
    }
    screen.table(parameters);
    screen.line("");
    screen.table(rows);
    screen.line("");
    screen.line("ranges, defaults: " + SOURCE);
    sources.forEach((place, source) -> screen.line(place + ": " + source));
  }

  private static List<Name> of(DcqcnParameter parameter, List<Name> names) {
    return names.stream().filter(name -> name.parameter() == parameter).toList();
  }

  private static List<Fields> items(List<Name> names) {
    return Stream.of(DcqcnParameter.values())
        .map(parameter ->
            new Fields()
                .with("key", parameter.key())
                .with("jsonKey", parameter.jsonKey())
                .with("unit", parameter.unit().symbol())
                .with("min", parameter.min())
                .with("max", parameter.max())
                .with("default", parameter.usual())
                .with("advice", parameter.advice())
                .with("source", SOURCE)
                .with("names", of(parameter, names).stream().map(ParameterListing::name).toList()))
        .toList();
  }

  private static Fields name(Name name) {
    return new Fields()
        .with("driver", name.driver())
        .with("place", name.place())
        .with("name", name.name())
        .with("source", name.source());
  }
}
