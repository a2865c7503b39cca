package dev.losslessd.driver;

import dev.losslessd.model.DcqcnParameter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Files in which a kernel driver keeps the congestion control parameters of one port.
 *
 * @param make for messages: {@code bnxt}
 * @param write ledger id of a write to one of them
 * @param folder of the port, below the root
 * @param name of the file of a parameter, empty for those that the make has not
 * @param switches names of the files that are all on where DCQCN is: a list for each priority, or
 *     one for the port; empty where none tells
 * @param noSwitch why nothing is switched where a file of these is missing, for the message
 * @param parse number of a file's text; NumberFormatException where it has none
 * @param print text of a number
 */
public record DcqcnFiles(
    String make,
    String write,
    String folder,
    Function<DcqcnParameter, Optional<String>> name,
    List<List<String>> switches,
    String noSwitch,
    ToLongFunction<String> parse,
    LongFunction<String> print) {

  Optional<String> path(DcqcnParameter parameter) {
    return name.apply(parameter).map(this::path);
  }

  public String path(String file) {
    return folder + "/" + file;
  }

  /** Whether one switch is of every priority. */
  boolean isSwitchedWhole() {
    return switches.size() == 1;
  }
}
