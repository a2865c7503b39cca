package dev.losslessd.model;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a device or port says that it is, whatever its name and its settings are. What it does not
 * tell is not there, and says nothing for or against it.
 *
 * @param facts in their order; a stack of boxes has its serials joined by a plus
 */
public record Identity(SortedMap<Fact, String> facts) {
  /** Identity of a device that reports no facts. */
  public static final Identity NONE = new Identity(new TreeMap<>());

  private static final String AND = "+";
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}");

  /** Words that vendors and hypervisors write where a fact has no value; zeros count too. */
  private static final Set<String> EMPTY =
      Set.of("n/a", "na", "none", "null", "nil", "unknown", "unspecified", "undefined", "default");

  /** A fact that distinguishes devices. */
  public enum Fact implements Worded {
    /** Id of an installed operating system, from {@code /etc/machine-id}. */
    MACHINE_ID,
    /** Permanent MAC address of a NIC port. */
    MAC,
    /** Serial number of a chassis. */
    SERIAL;
  }

  public Identity {
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
  }

  /**
   * @param text as the device tells it; nothing where it is no word, or stands for nothing
   */
  public static Identity of(Fact fact, String text) {
    return of(fact, List.of(text));
  }

  /**
   * @param mac the permanent address of a NIC port; empty where its driver has none
   */
  public static Identity port(Optional<String> mac) {
    return mac.map(address -> of(Fact.MAC, address)).orElse(NONE);
  }

  /** Creates the identity of a box or stack from all serial numbers that it reports. */
  public static Identity serials(Collection<String> texts) {
    return of(Fact.SERIAL, texts);
  }

  private static Identity of(Fact fact, Collection<String> texts) {
    String value =
        texts.stream()
            .map(String::strip)
            .filter(text -> WORD.matcher(text).matches())
            .filter(text -> !EMPTY.contains(text.toLowerCase(Locale.ROOT)))
            .filter(text -> !Pattern.matches("[0:.-]+", text))
            .distinct()
            .sorted()
            .collect(Collectors.joining(AND));
    return value.isEmpty() ? NONE : new Identity(new TreeMap<>(Map.of(fact, value)));
  }

  public boolean isNone() {
    return facts.isEmpty();
  }

  public boolean has(Fact fact) {
    return facts.containsKey(fact);
  }

  /**
   * Whether a found identity is another one. Only facts that both have are compared; a stack stays
   * the same as long as one of its boxes does.
   */
  public boolean isOther(Identity found) {
    return facts.entrySet().stream()
        .anyMatch(one -> {
          String other = found.facts.get(one.getKey());
          return other != null && Collections.disjoint(words(one.getValue()), words(other));
        });
  }

  private static Set<String> words(String value) {
    return new TreeSet<>(List.of(value.split("\\+")));
  }

  /** Returns a copy with facts from another identity that this one lacks. */
  public Identity with(Identity more) {
    Map<Fact, String> all = new EnumMap<>(Fact.class);
    all.putAll(more.facts);
    all.putAll(facts);
    return new Identity(new TreeMap<>(all));
  }

  /** All facts in words: {@code serial FDO21120U8N}. */
  public String text() {
    return facts.isEmpty()
        ? "nothing"
        : facts.entrySet().stream()
            .map(one -> one.getKey().word() + " " + one.getValue())
            .collect(Collectors.joining(", "));
  }
}
