package dev.losslessd.model;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;

/** How far a wave goes; what earlier waves changed counts. */
public sealed interface WaveSize {
  WaveSize ALL = new Links(100, true);

  /**
   * So many links, or such a part of all, are changed when the wave is done.
   *
   * @param amount links from 1, or percent 1..100
   */
  record Links(int amount, boolean percent) implements WaveSize {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})(%?)");

    public Links {
      if (amount < 1 || (percent && amount > 100)) {
        throw new IllegalArgumentException(
            "wave " + amount + (percent ? "%" : "") + ": expected 1 link or more, or 1%..100%");
      }
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

  /** Every link of the devices with a label is changed when the wave is done. */
  record Labelled(DeviceLabel label) implements WaveSize {
    @Override
    public String toString() {
      return label.toString();
    }
  }

  /**
   * @param text {@code 1}, {@code 5%} or {@code rail=0}
   * @throws IllegalArgumentException naming the text
   */
  static WaveSize parse(String text) {
    if (text.contains("=")) {
      return new Labelled(DeviceLabel.parse(text));
    }
    Matcher form = Links.FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          ("wave '%s': expected a number of links like 1, a part of all like 5%%, or a label like"
                  + " rail=0")
              .formatted(text));
    }
    return new Links(Integer.parseInt(form.group(1)), !form.group(2).isEmpty());
  }
}
