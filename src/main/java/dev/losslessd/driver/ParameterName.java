package dev.losslessd.driver;

import dev.losslessd.model.DcqcnParameter;

/**
 * Name of a congestion control parameter in a driver, in one of the places where it has it.
 *
 * @param place {@code debugfs}, {@code sysfs}, {@code configfs}; {@code mlxconfig} is read only and
 *     takes effect after a reset
 * @param name of the file, or of the firmware's entry
 * @param source kernel file or vendor manual
 */
public record ParameterName(DcqcnParameter parameter, String place, String name, String source) {}
