package dev.losslessd.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a wave goes: so many links, or such a part of all, are changed when it is done; those of
 * earlier waves count.
 *
 * @param amount links from 1, or percent 1..100
 */
public record WaveSize(int amount, boolean percent) {
  public static final WaveSize ALL = new WaveSize(100, true);

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})(%?)");

  public WaveSize {
    if (amount < 1 || (percent && amount > 100)) {
      throw new IllegalArgumentException(
          "wave " + amount + (percent ? "%" : "") + ": expected 1 link or more, or 1%..100%");
    }
  }

  /**
   * @param text {@code 1} or {@code 5%}
   * @throws IllegalArgumentException naming the text
   */
  public static WaveSize parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "wave '" + text + "': expected a number of links like 1, or a part of all like 5%");
    }
    return new WaveSize(Integer.parseInt(form.group(1)), !form.group(2).isEmpty());
  }

  /** Number of links in a wave out of {@code links}; a percentage is rounded up. */
  public int of(int links) {
    return percent ? (int) Math.ceilDiv((long) links * amount, 100L) : Math.min(amount, links);
  }

  @Override
  public String toString() {
    return amount + (percent ? "%" : "");
  }
}
