package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.OutputFormat;
import dev.losslessd.cli.Table;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.ParameterName;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.model.DcqcnParameter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code losslessd nic params}: congestion control parameters and their names. Touches no NIC. */
final class NicParams {
  /** Source of ranges and defaults; each name carries a source of its own. */
  private static final String SOURCE =
      "mstflint 4.33 mlxconfig_host.db; NVIDIA DCQCN CC Parameters (DOCA 3.4)";

  private NicParams() {}

  static int print(OutputFormat format, PrintStream out) {
    switch (format) {
      case TABLE -> table(out);
      case JSON ->
          out.println(
              write(JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build()));
      case YAML -> out.print(write(YAMLMapper.builder().build()));
    }
    return ExitCode.OK;
  }

  private static void table(PrintStream out) {
    Table parameters = new Table("PARAMETER", "UNIT", "RANGE", "DEFAULT", "ADVICE");
    Table names = new Table("PARAMETER", "DRIVER", "PLACE", "NAME");
    Map<String, String> sources = new LinkedHashMap<>();
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      parameters.row(
          parameter.key(),
          parameter.unit().symbol(),
          parameter.min() + ".." + parameter.max(),
          String.valueOf(parameter.usual()),
          parameter.advice().isEmpty() ? "-" : parameter.advice());
      for (NicDriver driver : Drivers.NICS) {
        for (ParameterName name : names(driver, parameter)) {
          names.row(parameter.key(), driver.name(), name.place(), name.name());
          sources.put(driver.name() + " " + name.place(), name.source());
        }
      }
    }
    parameters.lines(false).forEach(out::println);
    out.println();
    names.lines(false).forEach(out::println);
    out.println();
    out.println("ranges, defaults: " + SOURCE);
    sources.forEach((place, source) -> out.println(place + ": " + source));
  }

  private static List<ParameterName> names(NicDriver driver, DcqcnParameter parameter) {
    return driver.parameterNames().stream().filter(name -> name.parameter() == parameter).toList();
  }

  private static String write(ObjectMapper mapper) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("key", parameter.key());
      item.put("jsonKey", parameter.jsonKey());
      item.put("unit", parameter.unit().symbol());
      item.put("min", parameter.min());
      item.put("max", parameter.max());
      item.put("default", parameter.usual());
      item.put("advice", parameter.advice());
      item.put("source", SOURCE);
      item.put(
          "names",
          Drivers.NICS.stream()
              .flatMap(driver -> names(driver, parameter).stream().map(name -> name(driver, name)))
              .collect(Collectors.toList()));
      items.add(item);
    }
    return mapper.writeValueAsString(Map.of("items", items));
  }

  private static Map<String, Object> name(NicDriver driver, ParameterName name) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("driver", driver.name());
    item.put("place", name.place());
    item.put("name", name.name());
    item.put("source", name.source());
    return item;
  }
}
