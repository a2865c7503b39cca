package dev.losslessd.driver;

import dev.losslessd.model.DcqcnParameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Name of a congestion control parameter in a driver, in one of the places where it has it.
 *
 * @param place {@code debugfs}, {@code sysfs}, {@code configfs}; {@code mlxconfig} is read only and
 *     takes effect after a reset
 * @param name of the file, or of the firmware's entry
 * @param source kernel file or vendor manual
 */
public record ParameterName(DcqcnParameter parameter, String place, String name, String source) {
  /** Lists the names of one place. */
  public static List<ParameterName> in(
      String place, Function<DcqcnParameter, Optional<String>> name, String source) {
    return Arrays.stream(DcqcnParameter.values())
        .flatMap(
            one -> name.apply(one).map(of -> new ParameterName(one, place, of, source)).stream())
        .toList();
  }
}
