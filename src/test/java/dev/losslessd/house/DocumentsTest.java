package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.NicDriver;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents are found by links, and every link leads somewhere. */
class DocumentsTest {
  private static final Path README = Path.of("README.md");
  private static final Path DOCS = Path.of("src/docs");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");

  /** A link of a document: the file that it names, and a heading in it or nothing. */
  private record Link(Path file, String heading) {}

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      for (Link link : links(document)) {
        if (!Files.exists(link.file())) {
          broken.add(document + ": no file " + link.file());
        } else if (!link.heading().isEmpty() && !headings(link.file()).contains(link.heading())) {
          broken.add(document + ": no heading #" + link.heading() + " in " + link.file());
        }
      }
    }
    assertThat(broken).as("links of documents that lead nowhere").isEmpty();
  }

  @Test
  void everyDocumentIsReachableFromTheReadme() throws IOException {
    Set<Path> reached = new HashSet<>(Set.of(README));
    Deque<Path> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      Path document = open.pop();
      for (Link link : links(document)) {
        boolean there = link.file().toString().endsWith(".md") && Files.exists(link.file());
        if (there && reached.add(link.file())) {
          open.push(link.file());
        }
      }
    }
    Set<Path> lost = new TreeSet<>(documents());
    lost.removeAll(reached);
    assertThat(lost)
        .as("no link leads here from README.md: add one to the folder's index")
        .isEmpty();
  }

  @Test
  void everyFolderHasAnIndexOfItsPages() throws IOException {
    assertThat(targets(README)).contains(DOCS.resolve("README.md"));
    for (Path folder : folders()) {
      Path index = folder.resolve("README.md");
      assertThat(targets(DOCS.resolve("README.md"))).as("the index of all").contains(index);
      assertThat(targets(index)).as(index.toString()).containsAll(pages(folder));
    }
  }

  static Stream<String> vendors() {
    return Stream.concat(
        Stream.of(SwitchSystem.values()).map(SwitchSystem::word),
        Drivers.NICS.stream().map(NicDriver::name));
  }

  @ParameterizedTest
  @MethodSource
  void vendors(String name) throws IOException {
    Path page = DOCS.resolve("vendors").resolve(name + ".md");

    assertThat(page).as("a page for the vendor").isRegularFile();
    assertThat(Files.readString(page)).contains("verified by");
    assertThat(Files.readAllLines(README))
        .as("a row for " + name + " in the table of README.md")
        .anyMatch(line -> line.startsWith("| ") && line.contains("](" + page + ")"));
  }

  private static List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(DOCS)) {
      return all.filter(Files::isDirectory)
          .filter(folder -> !folder.endsWith("graphs"))
          .sorted()
          .toList();
    }
  }

  private static List<Path> pages(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.endsWith("README.md"))
          .toList();
    }
  }

  private static Set<Path> targets(Path document) throws IOException {
    Set<Path> all = new HashSet<>();
    links(document).forEach(link -> all.add(link.file()));
    return all;
  }

  private static List<Link> links(Path document) throws IOException {
    String text = FENCE.matcher(Files.readString(document)).replaceAll("");
    // a link's text may be code, so only the code letters go, and not what is around them
    text = CODE.matcher(text).replaceAll("code");
    List<Link> all = new ArrayList<>();
    LINK.matcher(text)
        .results()
        .map(one -> one.group(1))
        .filter(target -> !target.contains("://"))
        .forEach(target -> all.add(link(document, target)));
    return all;
  }

  private static Link link(Path document, String target) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    return new Link(file, parts.length > 1 ? parts[1] : "");
  }

  /** The names that GitHub gives to headings; of equal ones the second ends with -1. */
  private static Set<String> headings(Path document) throws IOException {
    String text = FENCE.matcher(Files.readString(document)).replaceAll("");
    TreeMap<String, Integer> seen = new TreeMap<>();
    Set<String> all = new HashSet<>();
    HEADING
        .matcher(text)
        .results()
        .map(one -> one.group(1))
        .forEach(heading -> {
          String name =
              heading
                  .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                  .toLowerCase(Locale.ROOT)
                  .replaceAll("[^\\w\\- ]", "")
                  .replace(' ', '-');
          int before = seen.merge(name, 1, Integer::sum) - 1;
          all.add(before == 0 ? name : name + "-" + before);
        });
    return all;
  }

  /** Every document of the repository but what builds leave and what tests compare with. */
  private static Set<Path> documents() throws IOException {
    Set<Path> all = new TreeSet<>();
    Files.walkFileTree(
        Path.of(""),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts) {
            boolean built = folder.equals(Path.of("target")) || folder.endsWith(".git");
            return built || folder.equals(Path.of("src/test/resources"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
            if (file.toString().endsWith(".md")) {
              all.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return all;
  }
}
