package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every source file is as google-java-format leaves it; {@code -Dformat=true} rewrites instead. */
class StyleTest {
  private static final int MOST_LINES = 400;

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

  private static List<Path> javaFiles() throws Exception {
    try (var files = Files.walk(Path.of("src"))) {
      return files.filter(f -> f.toString().endsWith(".java")).toList();
    }
  }
}
