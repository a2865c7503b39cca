package dev.losslessd.driver;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Translates names of things that this agent made. On a switch they carry the host, {@code
 * losslessd-gpu01-p3}; within a driver, and in the words that it keeps for an undo, they do not:
 * {@code losslessd-p3}. A switch where early releases have left a name without a host keeps it for
 * as long as it has it: to rename it would repoint the ports that refer to it.
 */
public final class HostNames {
  private static final String AGENT = "losslessd";
  private static final String LEFT = "(?<![A-Za-z0-9_.:])";

  private final String host;
  private final Pattern within;
  private final Pattern mine;
  private final Pattern others;
  private final UnaryOperator<String> pack;
  private final UnaryOperator<String> unpack;

  /** Ends of names that stand without a host on the switch. */
  private volatile Set<String> early = Set.of();

  /**
   * @param host as it stands in names
   * @param end of all names that there are, behind agent and host: a regular expression that begins
   *     with a hyphen, or is empty with what may not follow
   */
  public HostNames(String host, String end) {
    this(host, end, UnaryOperator.identity(), UnaryOperator.identity());
  }

  /**
   * @param pack what makes an end as short as the switch needs it
   * @param unpack the inverse
   */
  public HostNames(
      String host, String end, UnaryOperator<String> pack, UnaryOperator<String> unpack) {
    this.host = host;
    this.within = Pattern.compile(LEFT + AGENT + "(" + end + ")");
    this.mine = Pattern.compile(LEFT + AGENT + "-" + Pattern.quote(host) + "(" + end + ")");
    this.others = Pattern.compile(AGENT + "-(" + AgentName.HOST + "?)(?:" + end + ")");
    this.pack = pack;
    this.unpack = unpack;
  }

  /** Takes in what the switch has now, in its own words. */
  public void learn(Collection<String> texts) {
    Set<String> found = new HashSet<>();
    for (String text : texts) {
      Matcher name = within.matcher(text);
      while (name.find()) {
        found.add(name.group(1));
      }
    }
    early = Set.copyOf(found);
  }

  /** Translates from the switch's words to those of the driver. */
  public String inward(String text) {
    return mine.matcher(text)
        .replaceAll(name -> {
          String end = unpack.apply(name.group(1));
          return Matcher.quoteReplacement(early.contains(end) ? name.group() : AGENT + end);
        });
  }

  /** Translates from the driver's words to those of the switch. */
  public String outward(String text) {
    return within
        .matcher(text)
        .replaceAll(name ->
            Matcher.quoteReplacement(
                early.contains(name.group(1))
                    ? name.group()
                    : AGENT + "-" + host + pack.apply(name.group(1))));
  }

  /** The host of the other agent whose name this is, in the words of the driver. */
  public Optional<String> other(String name) {
    Matcher found = others.matcher(name);
    return within.matcher(name).lookingAt() || !found.lookingAt() || found.group(1).equals(host)
        ? Optional.empty()
        : Optional.of(found.group(1));
  }
}
