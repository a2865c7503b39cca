package dev.losslessd.formulas;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Bytes that can still arrive after XOFF is decided, for which the receiver must have room.
 *
 * @param bytes rounded as the source rounds it
 * @param terms what it is made of, in the order of the source's formula; before factor and rounding
 * @param source of formula and numbers
 * @param verified whether the source's formula was compared with a published table
 */
public record HeadroomNeed(long bytes, List<Term> terms, String source, boolean verified) {
  /**
   * One part of the sum, in bytes.
   *
   * @param name {@code cable}, {@code peer response}
   */
  public record Term(String name, double bytes) {}

  public HeadroomNeed {
    terms = List.copyOf(terms);
  }

  /** {@code 113664 bytes (port MTU 9216 + cable 631 + ...)}: for refusals. */
  public String text() {
    return bytes
        + " bytes ("
        + terms.stream()
            .map(term -> String.format(Locale.ROOT, "%s %.0f", term.name(), term.bytes()))
            .collect(Collectors.joining(" + "))
        + ")";
  }
}
