package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every source file is as google-java-format leaves it; {@code -Dformat=true} rewrites instead. */
class StyleTest {
  private static final int MOST_LINES = 400;
  private static final int FEWEST_WORDS = 4;
  private static final int COLUMNS = 100;
  private static final Pattern DOC_COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

  /** Comments, text blocks, strings and characters. */
  private static final Pattern NO_CODE =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'",
          Pattern.DOTALL);

  private static final Pattern FULL_NAME =
      Pattern.compile(
          "(?<![\\w.])(?:javax?|jakarta|dev|org|tools|com|io)(?:\\.[a-z]\\w*)+\\.[A-Z]\\w*");

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void sourcesAreFormatted() throws Exception {
    Formatter formatter =
        new Formatter(
            JavaFormatterOptions.builder()
                .style(JavaFormatterOptions.Style.GOOGLE)
                .formatJavadoc(true)
                .build());
    List<Path> wrong = new ArrayList<>();
    for (Path file : javaFiles()) {
      String text = Files.readString(file);
      String formatted = formatter.formatSourceAndFixImports(text);
      if (formatted.equals(text)) {
        continue;
      }
      if (Boolean.getBoolean("format")) {
        Files.writeString(file, formatted);
      } else {
        wrong.add(file);
      }
    }
    assertThat(wrong).as("run mvn test -Dtest=StyleTest -Dformat=true").isEmpty();
  }

  @Test
  void filesAreSmall() throws Exception {
    List<String> large = new ArrayList<>();
    for (Path file : javaFiles()) {
      int lines = Files.readAllLines(file).size();
      if (lines > MOST_LINES) {
        large.add(file + ": " + lines);
      }
    }
    assertThat(large).as("split by subject; at most " + MOST_LINES + " lines").isEmpty();
  }

  @Test
  void commentsSayWhatNamesDoNot() throws Exception {
    List<String> empty = new ArrayList<>();
    for (Path file : javaFiles()) {
      for (MatchResult comment : matches(DOC_COMMENT, Files.readString(file))) {
        String text = comment.group(1).replaceAll("(?m)^\\s*\\*", " ").strip();
        String summary = text.split("(?m)^\\s*@|\\s@param", 2)[0].replaceAll("\\{@\\w+|}", " ");
        boolean said = text.startsWith("@") || summary.strip().split("\\s+").length >= FEWEST_WORDS;
        if (!said || text.startsWith("Of ")) {
          empty.add(file + ": " + text);
        }
      }
    }
    assertThat(empty)
        .as("a doc comment has " + FEWEST_WORDS + " words or more, and does not begin with Of")
        .isEmpty();
  }

  @Test
  void whatIsUsedIsImported() throws Exception {
    List<String> full = new ArrayList<>();
    for (Path file : javaFiles()) {
      String code = NO_CODE.matcher(Files.readString(file)).replaceAll(" ");
      for (MatchResult name :
          matches(FULL_NAME, code.replaceAll("(?m)^(?:import|package) .*", ""))) {
        full.add(file + ": " + name.group());
      }
    }
    assertThat(full).as("types are imported, and not named in full inside code").isEmpty();
  }

  @Test
  void documentsAreNarrow() throws Exception {
    List<String> wide = new ArrayList<>();
    for (Path file : documents()) {
      boolean code = false;
      for (String line : Files.readAllLines(file)) {
        code ^= line.strip().startsWith("```");
        if (!code && line.length() > COLUMNS && !line.startsWith("|") && !line.contains("](")) {
          wide.add(file + ": " + line);
        }
      }
    }
    assertThat(wide).as("at most " + COLUMNS + " columns, but for tables and links").isEmpty();
  }

  /** The compiler finds them in code; a document with one is shown as it is. */
  @Test
  void documentsHaveNoConflictsOfMerges() throws Exception {
    for (Path file : documents()) {
      assertThat(Files.readAllLines(file))
          .as(file.toString())
          .noneMatch(line -> line.startsWith("<<<<<<< ") || line.startsWith(">>>>>>> "));
    }
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  private static List<Path> documents() throws Exception {
    List<Path> all =
        new ArrayList<>(
            List.of(Path.of("README.md"), Path.of("CHANGELOG.md"), Path.of("SECURITY.md")));
    for (String folder : List.of("src/docs", "dashboards")) {
      try (var files = Files.walk(Path.of(folder))) {
        files.filter(f -> f.toString().endsWith(".md")).forEach(all::add);
      }
    }
    return all;
  }

  private static List<Path> javaFiles() throws Exception {
    try (var files = Files.walk(Path.of("src"))) {
      return files.filter(f -> f.toString().endsWith(".java")).toList();
    }
  }
}
