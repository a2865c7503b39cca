package dev.losslessd.driver.sonic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The shape of the tables of CONFIG_DB in the YANG models of a release: which module has a table,
 * which keys its lists have, and which fields are lists. Types and conditions are left to yanglint.
 */
final class YangModels {
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'|([{};])|([^\\s{};\"']+)",
          Pattern.DOTALL);

  /** RFC 7950, 6.3: a keyword, its argument, and what stands in its braces. */
  private record Statement(String keyword, String argument, List<Statement> below) {
    Stream<Statement> all(String wanted) {
      return below.stream().filter(one -> one.keyword.equals(wanted));
    }

    Optional<String> value(String wanted) {
      return all(wanted).map(Statement::argument).findFirst();
    }
  }

  /**
   * A list of rows in a YANG model.
   *
   * @param keys in the order of the parts of a row's key
   * @param cells the list within, if fields are its rows: name, key leaf and value leaf
   */
  record Rows(String name, List<String> keys, Set<String> leafLists, Optional<Cells> cells) {}

  /** Fields that are rows themselves, as those of maps are. */
  record Cells(String name, String key, String value) {}

  /**
   * A table of CONFIG_DB as a YANG model has it.
   *
   * @param fixed rows that the model knows by name, with their fields that are lists
   */
  record Table(String module, String namespace, Map<String, Set<String>> fixed, List<Rows> lists) {}

  private final Map<String, Statement> groupings = new HashMap<>();
  private final Map<String, Table> tables = new TreeMap<>();

  private YangModels() {}

  static YangModels read(Path folder) throws IOException {
    YangModels models = new YangModels();
    List<Statement> modules = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".yang")).sorted().toList()) {
        modules.add(parse(Files.readString(file)));
      }
    }
    modules.forEach(
        module -> module.all("grouping").forEach(one -> models.groupings.put(one.argument(), one)));
    modules.forEach(models::module);
    return models;
  }

  /** Returns a table; empty if no model has it, so that SONiC leaves it unchecked. */
  Optional<Table> table(String name) {
    return Optional.ofNullable(tables.get(name));
  }

  private void module(Statement module) {
    String namespace = module.value("namespace").orElse("");
    module
        .all("container")
        .filter(top -> top.argument().equals(module.argument()))
        .flatMap(top -> top.all("container"))
        .forEach(table -> {
          Map<String, Set<String>> fixed = new TreeMap<>();
          table
              .all("container")
              .forEach(row -> fixed.put(row.argument(), leafLists(row, new HashSet<>())));
          List<Rows> lists = table.all("list").map(this::rows).toList();
          tables.put(table.argument(), new Table(module.argument(), namespace, fixed, lists));
        });
  }

  private Rows rows(Statement list) {
    List<String> keys = keys(list);
    Optional<Cells> cells =
        list.all("list")
            .findFirst()
            .map(inner -> {
              String key = keys(inner).getFirst();
              String value =
                  inner
                      .all("leaf")
                      .map(Statement::argument)
                      .filter(leaf -> !leaf.equals(key))
                      .findFirst()
                      .orElseThrow();
              return new Cells(inner.argument(), key, value);
            });
    return new Rows(list.argument(), keys, leafLists(list, new HashSet<>()), cells);
  }

  private static List<String> keys(Statement list) {
    return List.of(list.value("key").orElse("").strip().split("\\s+"));
  }

  private Set<String> leafLists(Statement in, Set<String> found) {
    for (Statement one : in.below()) {
      switch (one.keyword()) {
        case "leaf-list" -> found.add(one.argument());
        case "choice", "case" -> leafLists(one, found);
        case "uses" -> {
          Statement grouping = groupings.get(one.argument().replaceFirst("^.*:", ""));
          if (grouping != null) {
            leafLists(grouping, found);
          }
        }
        default -> {}
      }
    }
    return found;
  }

  private static Statement parse(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher m = TOKEN.matcher(text);
    while (m.find()) {
      if (m.group(1) != null || m.group(2) != null) {
        tokens.add("\"" + (m.group(1) != null ? m.group(1) : m.group(2)));
      } else if (m.group(3) != null || m.group(4) != null) {
        tokens.add(m.group());
      }
    }
    List<Statement> all = new ArrayList<>();
    statements(tokens, 0, all);
    return all.getFirst();
  }

  /** Returns where the block ends. */
  private static int statements(List<String> tokens, int from, List<Statement> into) {
    int at = from;
    while (at < tokens.size() && !tokens.get(at).equals("}")) {
      String keyword = tokens.get(at++);
      StringBuilder argument = new StringBuilder();
      while (!tokens.get(at).matches("[{;]")) {
        String word = tokens.get(at++);
        // quoted parts are joined by a plus
        argument.append(word.equals("+") ? "" : word.replaceFirst("^\"", ""));
      }
      List<Statement> below = new ArrayList<>();
      if (tokens.get(at++).equals("{")) {
        at = statements(tokens, at, below) + 1;
      }
      into.add(new Statement(keyword, argument.toString(), below));
    }
    return at;
  }
}
