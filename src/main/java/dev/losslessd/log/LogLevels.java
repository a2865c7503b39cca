package dev.losslessd.log;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Which level a logger writes from. {@code -Dlosslessd.log=error} sets it for all, {@code
 * -Dlosslessd.log.dev.losslessd.commit=debug} for a package and what is below it.
 */
record LogLevels(Function<String, @Nullable String> properties) {
  static final String PROPERTY = "losslessd.log";

  /** Libraries whose own INFO is about themselves. */
  private static final Map<String, Level> LIBRARIES =
      Map.of(
          "org.eclipse.jetty", Level.WARN,
          "io.javalin", Level.WARN,
          "org.apache.sshd", Level.WARN);

  /** Below INFO it writes down what clients send, their tokens too. */
  private static final String NEVER_DETAILED = "org.eclipse.jetty";

  /** The level of a logger: its own, that of the nearest package, a library's, or the usual one. */
  Level of(String logger) {
    Level wanted = wanted(logger);
    boolean tells = logger.startsWith(NEVER_DETAILED) && wanted.toInt() < Level.INFO.toInt();
    return tells ? Level.INFO : wanted;
  }

  private Level wanted(String logger) {
    Level usual = parsed(properties.apply(PROPERTY), Level.INFO);
    for (String name = logger; !name.isEmpty(); name = parent(name)) {
      String text = properties.apply(PROPERTY + "." + name);
      if (text != null) {
        return parsed(text, usual);
      }
      Level library = LIBRARIES.get(name);
      if (library != null) {
        return library.toInt() > usual.toInt() ? library : usual;
      }
    }
    return usual;
  }

  private static String parent(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  /** A log with a wrong level is worth more than no log. */
  private static Level parsed(@Nullable String text, Level otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      return Level.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return otherwise;
    }
  }
}
