package dev.losslessd.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every pattern that the program matches text with: those that its classes hold, and those that are
 * written where they are used. Those that are put together from a name stand here as a sample.
 */
final class PatternsInUse {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final int DEEPEST = 12;

  private static final Jdk WRITTEN =
      new Jdk(
          "Pattern\\s*\\.(?:of|matches|compile)\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+)[,)]");

  private static final Jdk LITERAL = new Jdk("\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static final Jdk UNICODE = new Jdk("(?<!\\\\)\\\\u([0-9a-f]{4})");

  private final SortedMap<String, String> all = new TreeMap<>();
  private final List<String> failed = new ArrayList<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private PatternsInUse() {}

  /** Expressions, each with the first place that has it. */
  static SortedMap<String, String> collect() throws IOException {
    PatternsInUse patterns = new PatternsInUse();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : (Iterable<Path>) files.filter(PatternsInUse::isClass).sorted()::iterator) {
        String path = SOURCES.relativize(file).toString();
        String name = path.substring(0, path.length() - ".java".length()).replace('/', '.');
        patterns.written(name, Files.readString(file));
        patterns.held(name);
      }
    }
    patterns.madeOfNames();
    assertThat(patterns.failed).isEmpty();
    return patterns.all;
  }

  private static boolean isClass(Path file) {
    return file.toString().endsWith(".java") && !file.endsWith("package-info.java");
  }

  private void add(String where, String regex) {
    all.putIfAbsent(regex, where);
  }

  private void written(String name, String source) {
    for (String call : WRITTEN.firstGroups(source)) {
      StringBuilder regex = new StringBuilder();
      LITERAL.firstGroups(call).forEach(one -> regex.append(unescaped(one)));
      add(name, regex.toString());
    }
  }

  private static String unescaped(String literal) {
    return UNICODE
        .replaceAll(literal, one -> String.valueOf((char) Integer.parseInt(one, 16)))
        .translateEscapes();
  }

  private void held(String name) {
    try {
      classes(Class.forName(name));
    } catch (ReflectiveOperationException | LinkageError e) {
      failed.add(name + ": " + (e.getCause() == null ? e : e.getCause()));
    }
  }

  private void classes(Class<?> type) throws ReflectiveOperationException {
    fields(type, null, type.getName(), 0);
    for (Class<?> inner : type.getDeclaredClasses()) {
      classes(inner);
    }
  }

  private void fields(Class<?> type, @Nullable Object of, String where, int depth)
      throws ReflectiveOperationException {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) == (of == null)
          && !field.getType().isPrimitive()) {
        AccessibleObject.class.cast(field).setAccessible(true);
        look(field.get(of), where, depth);
      }
    }
  }

  private void look(@Nullable Object value, String where, int depth)
      throws ReflectiveOperationException {
    if (value == null || depth > DEEPEST || value instanceof String || !seen.add(value)) {
      return;
    }
    switch (value) {
      case Pattern pattern -> add(where, pattern.pattern());
      case Map<?, ?> map -> {
        look(map.keySet(), where, depth + 1);
        look(map.values(), where, depth + 1);
      }
      case Collection<?> many -> {
        for (Object one : many) {
          look(one, where, depth + 1);
        }
      }
      case Optional<?> one -> look(one.orElse(null), where, depth + 1);
      case Object[] many -> {
        for (int n = 0; n < Array.getLength(many); n++) {
          look(many[n], where, depth + 1);
        }
      }
      default -> {
        if (value.getClass().getName().startsWith("dev.losslessd.")) {
          for (Class<?> one = value.getClass(); one != null; one = one.getSuperclass()) {
            if (one.getName().startsWith("dev.losslessd.")) {
              fields(one, value, where, depth + 1);
            }
          }
        }
      }
    }
  }

  private void madeOfNames() {
    // HostNames with the ends of each system, AgentName, held commits, prompts
    String left = "(?<![A-Za-z0-9_.:])losslessd";
    String host = "\\-gpu\\-01";
    for (String end : ENDS) {
      add("driver.HostNames", left + "(" + end + ")");
      add("driver.HostNames", left + host + "(" + end + ")");
      add("driver.HostNames", "losslessd--([A-Za-z0-9_-]{1,16}?)(?:" + end + ")");
      add("driver.HostNames", "losslessd-([A-Za-z0-9_-]{1,16}?)(?:" + end + ")");
    }
    add(
        "driver.AgentName",
        "(?<![A-Za-z0-9_.:-])losslessd-(?:gpu\\-01|g\\-x1)(?:-[A-Za-z0-9_.:-]*)?(?![A-Za-z0-9_.:-])");
    add("driver.*.Transaction", "losslessd\\-gpu01(?:-r\\d+)?-c\\-000001(?:-n\\d+)?");
    add("transport.ssh.Prompt", "leaf1(?:[^A-Za-z0-9_.@+/\\r\\n-][^\\r\\n]{0,119})?[>#$%\\]]");
    add("driver.esxi.ModuleParameter", "pfctx=[A-Za-z0-9_.:/+%-]*");
    add("driver.onyx.PfcTable", "(?m)^\\s*PFC enabled:[ \\t]*(.*)$");
    add("driver.eos.PortSettings$Pause", "flowcontrol receive (?:on|desired)");
  }

  private static final String[] ENDS = {
    "-(?:rx|tx|both)(?![A-Za-z0-9_-])|(?![A-Za-z0-9_-])",
    "-dwrr-\\d{1,3}(?![0-9])|-strict(?![A-Za-z0-9-])|-(?:queue|pg)-[0-7]{8}(?![0-9])|"
        + "-\\d{1,10}-\\d{1,10}-\\d{1,3}(?![0-9-])|"
        + "-x[0-9a-z]{1,7}-[0-9a-z]{1,7}-[0-9a-z]{1,2}(?![0-9a-z-])",
    "-(?:et|xe|ge|mge)-\\d{1,2}_\\d{1,2}_\\d{1,3}(?:_\\d{1,2})?(?![0-9])"
        + "|-p[0-7](?![A-Za-z0-9_.:])"
        + "|-\\d{1,12}-\\d{1,12}-\\d{1,3}-of-\\d{1,12}"
        + "|(?![A-Za-z0-9_.:-])"
  };
}
