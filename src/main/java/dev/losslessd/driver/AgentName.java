package dev.losslessd.driver;

import dev.losslessd.driver.OtherAgent.Open;
import dev.losslessd.text.MatchResult;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Names of what this agent makes on a switch. They carry agent and host and no revision, so that
 * nothing that ports refer to is renamed by a commit. The revision stands in names that nothing
 * refers to: of sessions, of checkpoints, and in the comments of commits.
 *
 * @param mark of this daemon's host, as in {@link SwitchAccess}
 */
public record AgentName(String mark) {
  /** Prefix of all agents' names. */
  public static final String AGENT = "losslessd-";

  /** Longest name of a host in names that switches limit to 40 characters. */
  public static final int LONGEST = 16;

  /** A host's name in one of those. */
  public static final String HOST = "[A-Za-z0-9_-]{1," + LONGEST + "}";

  private static final int RADIX = 36;

  /** Suffix of a mark: the revision, on NX-OS the turn, and the commit or what else it is for. */
  private static final Pattern BEHIND =
      Pattern.compile(
          "(?:-r\\d+(?:-t\\d+)?)?(?:-(?:now|preflight|open|saving|(?:back-)?c[0-9-]*[0-9]))?(?:-n\\d+)?(?:\\.json)?");

  private static final Pattern REST = Pattern.compile(BEHIND.pattern() + "$");

  /** {@code losslessd-gpu01}, with a host of at most {@link #LONGEST}. */
  public String plain() {
    return AGENT + host();
  }

  /** The host's name, as it stands in names of policies and profiles. */
  public String host() {
    return shortened(LONGEST);
  }

  /**
   * A host's name of at most so many characters. The end of a long one is replaced by a sum over
   * all of it, so that two hosts stay two.
   */
  public String shortened(int longest) {
    if (mark.length() <= longest) {
      return mark;
    }
    CRC32 sum = new CRC32();
    sum.update(mark.getBytes(StandardCharsets.US_ASCII));
    String end = Long.toString(sum.getValue(), RADIX);
    if (end.length() + 2 > longest) {
      return end.substring(Math.max(0, end.length() - longest)); // its last digits differ most
    }
    String begin = mark.substring(0, longest - end.length());
    return begin.substring(0, begin.length() - 1) + "-" + end;
  }

  /** {@code losslessd-MARK}: the whole mark, in names that have room for it. */
  public String whole() {
    return AGENT + mark;
  }

  /** Whether a session, checkpoint or comment is this agent's, of this release or one before. */
  public boolean isMine(String text) {
    return text.startsWith(whole()) && BEHIND.matcher(text.substring(whole().length())).matches();
  }

  /**
   * Whether a session, comment or message is of one commit of this agent's, at any revision. One of
   * an early release has no revision; of several sessions the later ones have a number behind.
   */
  public boolean isOf(String commit, String text) {
    String form = "(?:-r\\d+)?-" + Pattern.quote(commit) + "(?:-n\\d+)?";
    return Pattern.compile(Pattern.quote(whole()) + form).matcher(text).matches();
  }

  /** The host of another agent whose session, checkpoint or comment this is. */
  public Optional<String> other(String text) {
    if (!text.startsWith(AGENT) || isMine(text)) {
      return Optional.empty();
    }
    String rest = text.substring(AGENT.length());
    Matcher end = REST.matcher(rest);
    String host = end.find() ? rest.substring(0, end.start()) : rest;
    return Optional.of(host.isEmpty() ? rest : host);
  }

  /**
   * The agents of other hosts by their marks, one of each: rather one that says that a commit is
   * open.
   *
   * @param kind of the marks, in the device's words
   */
  public List<OtherAgent> others(String kind, Stream<String> marks, Predicate<String> isOpen) {
    Map<String, OtherAgent> agents = new TreeMap<>();
    marks.forEach(mark ->
        other(mark)
            .map(host -> new OtherAgent(host, kind, mark, isOpen.test(mark) ? Open.YES : Open.NO))
            .ifPresent(one ->
                agents.merge(
                    one.host(), one, (before, next) -> next.open() == Open.YES ? next : before)));
    return List.copyOf(agents.values());
  }

  /**
   * Names of this agent's in any text of a switch, sorted.
   *
   * @param longest host that the switch's names have room for, beside those with the whole mark
   */
  public List<String> namesIn(String text, int longest) {
    Pattern mine =
        Pattern.compile(
            "(?<![A-Za-z0-9_.:-])%s(?:%s|%s)(?:-[A-Za-z0-9_.:-]*)?(?![A-Za-z0-9_.:-])"
                .formatted(AGENT, Pattern.quote(mark), Pattern.quote(shortened(longest))));
    return mine.matcher(text).results().map(MatchResult::group).distinct().sorted().toList();
  }

  /** The host of another agent, of a short name as {@link #host} gives it. */
  public Optional<String> otherHost(String name) {
    return Optional.of(name).filter(host -> !host.equals(host()));
  }
}
