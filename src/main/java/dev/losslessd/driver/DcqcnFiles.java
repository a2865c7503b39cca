package dev.losslessd.driver;

import dev.losslessd.model.DcqcnParameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Files in which a kernel driver keeps the congestion control parameters of one port.
 *
 * @param make for messages: {@code bnxt}
 * @param write ledger id of a write to one of them
 * @param folder of the port, below the root
 * @param name of the file of a parameter, empty for those that the make has not
 * @param switches names of the files that are all on where DCQCN is: a list for each priority, or
 *     one for the port; empty where none tells
 * @param copies name of the file that is 1 while a CNP copies the priority of the packet it
 *     answers; a write of the priority makes it 0. Empty where the make has none
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
    Optional<String> copies,
    String noSwitch,
    ToLongFunction<String> parse,
    LongFunction<String> print) {

  Optional<String> path(DcqcnParameter parameter) {
    return name.apply(parameter).map(this::path);
  }

  public String path(String file) {
    return folder + "/" + file;
  }

  /** Paths of all files that may be written. */
  Stream<String> written() {
    return Stream.of(
            Arrays.stream(DcqcnParameter.values()).map(name).flatMap(Optional::stream),
            switches.stream().flatMap(List::stream),
            copies.stream())
        .flatMap(names -> names)
        .map(this::path);
  }

  /** Whether one switch is of every priority. */
  boolean isSwitchedWhole() {
    return switches.size() == 1;
  }
}
