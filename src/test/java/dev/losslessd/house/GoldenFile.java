package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Text that the code makes and that is reviewed as a file. A file that differs fails its test,
 * which names the command that writes the file again.
 */
public final class GoldenFile {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private GoldenFile() {}

  /** Whether this run writes golden files instead of comparing with them. */
  public static boolean writes() {
    return "write".equals(System.getProperty("golden"));
  }

  /** The file is this text, or becomes it. */
  public static void check(Path file, String text) {
    try {
      if (writes()) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
      }
      assertThat(file).as(rewritten(file)).isRegularFile();
      assertThat(text).as(rewritten(file)).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The part of a page between two texts, of which the page has the first once, is this text. */
  public static void part(Path page, String begin, String end, String text) {
    try {
      String whole = Files.readString(page);
      int from = whole.indexOf(begin) + begin.length();
      int to = whole.indexOf(end, from);
      assertThat(whole.indexOf(begin)).as(page + " has " + begin).isNotNegative();
      assertThat(to).as(page + " has " + end).isNotNegative();
      check(page, whole.substring(0, from) + text + whole.substring(to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a failure says: how the file is written again. */
  public static String rewritten(Path file) {
    return file
        + " is not what the code says. If the code is right: mvn test -Dtest="
        + STACK.walk(GoldenFile::test).orElse("'*Test'")
        + " -Dgolden=write (bin/check --write rewrites all), and review git diff";
  }

  private static Optional<String> test(Stream<StackWalker.StackFrame> frames) {
    return frames
        .map(frame -> frame.getDeclaringClass().getSimpleName())
        .filter(name -> name.endsWith("Test"))
        .findFirst();
  }
}
