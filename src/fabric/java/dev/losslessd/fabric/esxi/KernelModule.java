package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A kernel module: the parameters that it was loaded with, and those of the next boot. */
final class KernelModule {
  /**
   * A parameter of the module.
   *
   * @param type as {@code parameters list} prints it
   */
  record Parameter(String name, String type, String description) {}

  private final String name;
  private final List<Parameter> parameters;
  private String next = "";
  private String loaded = "";

  KernelModule(String name, Parameter... parameters) {
    this.name = name;
    this.parameters = Arrays.asList(parameters);
  }

  String name() {
    return name;
  }

  List<Parameter> parameters() {
    return parameters;
  }

  String next() {
    return next;
  }

  /** Sets all parameters of the next boot at once. */
  void set(String options) throws CliError {
    for (String word : options.strip().split("\\s+", -1)) {
      String key = word.split("=", 2)[0];
      boolean known = parameters.stream().anyMatch(one -> one.name().equals(key));
      if (!word.isEmpty() && (!known || !word.contains("="))) {
        throw Esxcli.option("Unable to set module parameters: " + word + " is invalid");
      }
    }
    next = options;
  }

  void load() {
    loaded = next;
  }

  void reset() {
    next = "";
    loaded = "";
  }

  /** A parameter of the next boot. */
  Optional<String> configured(String parameter) {
    return value(next, parameter);
  }

  /** Value that the module was loaded with; 0 if the parameter was not given. */
  int running(String parameter) {
    return value(loaded, parameter).map(Integer::decode).orElse(0);
  }

  private static Optional<String> value(String options, String parameter) {
    Matcher m = Pattern.compile("(?:^|\\s)" + parameter + "=(\\S*)").matcher(options);
    return m.find() ? Optional.of(m.group(1)) : Optional.empty();
  }
}
