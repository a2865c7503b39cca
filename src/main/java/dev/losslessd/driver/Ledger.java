package dev.losslessd.driver;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every write that a driver may send, and every command line that it may read with, each with its
 * source. Nothing else is ever sent, and enforce mode refuses what is unverified.
 */
public record Ledger(List<Entry> entries) {
  /** How sure we are of an entry. */
  public enum Evidence {
    /** Documented or seen in the source named. */
    SOURCED,
    /** Believed, but not confirmed by any source. */
    UNVERIFIED
  }

  /** Whether an entry may change the device. */
  public enum Access {
    READ,
    WRITE
  }

  /**
   * @param id what sessions ask for: {@code dcbnl.ieee-set.pfc}
   * @param form the write itself, with placeholders: {@code DCB_CMD_IEEE_SET{IEEE_PFC}}
   * @param source kernel file, vendor manual or capture
   * @param line the whole command lines that it allows, for devices with a command line
   */
  public record Entry(
      String id,
      String form,
      String source,
      Evidence evidence,
      Access access,
      @Nullable Pattern line) {

    public Entry {
      if (source.isBlank()) {
        throw new IllegalArgumentException("ledger entry " + id + " has no source");
      }
    }

    /** A write that is no command line. */
    public Entry(String id, String form, String source, Evidence evidence) {
      this(id, form, source, evidence, Access.WRITE, null);
    }

    /**
     * A sourced line that only asks.
     *
     * @param lines regular expression of whole command lines; shown as the form
     */
    public static Entry read(String id, String lines, String source) {
      return new Entry(
          id, form(lines), source, Evidence.SOURCED, Access.READ, Pattern.compile(lines));
    }

    /** A sourced line that changes the device. */
    public static Entry write(String id, String form, String lines, String source) {
      return new Entry(id, form, source, Evidence.SOURCED, Access.WRITE, Pattern.compile(lines));
    }

    /** A sourced line that changes the device; the form is made from the lines. */
    public static Entry write(String id, String lines, String source) {
      return write(id, form(lines), lines, source);
    }

    /**
     * A sourced SNMP SET of an INTEGER.
     *
     * @param name of the object in its MIB
     * @param oid of its instance
     * @param values all that may be set
     */
    public static Entry set(
        String id, String name, String oid, List<Integer> values, String source) {
      String numbers = values.stream().map(String::valueOf).collect(Collectors.joining("|"));
      return write(
          id,
          "SET " + name + " (" + oid + ") INTEGER " + numbers,
          Pattern.quote("SET " + oid + " INTEGER ") + "(?:" + numbers + ")",
          source);
    }

    /**
     * Returns a regular expression with the parts that are named in it, as {@code <PORT>}.
     *
     * @param parts regular expressions by name
     */
    public static String filled(Map<String, String> parts, String template) {
      return Pattern.compile("<([A-Z]+)>")
          .matcher(template)
          .replaceAll(part ->
              Matcher.quoteReplacement(Objects.requireNonNull(parts.get(part.group(1)), template)));
    }

    /** One regular expression of several. */
    public static String anyOf(String... patterns) {
      return String.join("|", patterns);
    }

    private static String form(String lines) {
      return lines.replace("(?:", "(").replace("\\", "");
    }

    /** Whether this is one of the command lines of the entry. */
    public boolean allows(String text) {
      return line != null && line.matcher(text).matches();
    }
  }

  /**
   * Where sourced lines are from.
   *
   * @param parts regular expressions that stand in lines as {@code <NAME>}
   */
  public record Source(String name, Map<String, String> parts) {
    /** A line that only asks, as {@link Entry#read}. */
    public Entry read(String id, String lines) {
      return Entry.read(id, Entry.filled(parts, lines), name);
    }

    /** A line that changes the device, as {@link Entry#write(String, String, String, String)}. */
    public Entry write(String id, String form, String lines) {
      return Entry.write(id, form, Entry.filled(parts, lines), name);
    }

    /** A line that changes the device; the form is made from the lines. */
    public Entry write(String id, String lines) {
      return Entry.write(id, Entry.filled(parts, lines), name);
    }
  }

  public Ledger {
    entries = List.copyOf(entries);
  }

  /** Returns the ledger of some lists of entries, in their order. */
  @SafeVarargs
  public static Ledger of(List<Entry>... parts) {
    List<Entry> all = new ArrayList<>();
    for (List<Entry> part : parts) {
      all.addAll(part);
    }
    return new Ledger(all);
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger has no such entry, or it is unverified
   */
  public void require(String id) {
    Entry entry = entry(id);
    if (entry.evidence() == Evidence.UNVERIFIED) {
      throw DeviceException.unsupported(
          "write '" + id + "' is unverified (" + entry.source() + ")");
    }
  }

  /**
   * @param line a whole command line
   * @throws DeviceException UNSUPPORTED if the entry does not allow this line
   */
  public void requireLine(String id, String line) {
    Entry entry = entry(id);
    if (!entry.allows(line)) {
      throw DeviceException.unsupported(
          "line '%s' is not in the ledger as %s: %s"
              .formatted(PrintableText.brief(line), id, entry.form()));
    }
  }

  /** The first entry that allows a command line. */
  public Optional<Entry> find(String line) {
    return entries.stream().filter(entry -> entry.allows(line)).findFirst();
  }

  /** Returns the first of some entries that allows a command line. */
  public Optional<Entry> find(String line, Collection<String> ids) {
    return entries.stream()
        .filter(entry -> ids.contains(entry.id()) && entry.allows(line))
        .findFirst();
  }

  /**
   * Returns a line that writes, by the first entry that allows it.
   *
   * @throws DeviceException UNSUPPORTED if none does
   */
  public Line line(String text) {
    return find(text)
        .filter(entry -> entry.access() == Access.WRITE)
        .map(entry -> Line.of(this, entry.id(), text))
        .orElseThrow(() ->
            DeviceException.unsupported(
                "line '%s' is not in the ledger: it is neither set nor copied"
                    .formatted(PrintableText.brief(text))));
  }

  /**
   * Returns a line with a word that was read from the device or came from an operator.
   *
   * @throws DeviceException UNSUPPORTED if it means more than itself, or no entry allows it
   */
  public Line line(String literal, String argument) {
    return Line.of(this, line(literal + " " + argument).entry(), literal, argument);
  }

  private Entry entry(String id) {
    return entries.stream()
        .filter(e -> e.id().equals(id))
        .findFirst()
        .orElseThrow(() -> DeviceException.unsupported("write '" + id + "' is not in the ledger"));
  }
}
