package dev.losslessd.model;

import static dev.losslessd.house.ReferencePage.coded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.ReferencePage;
import dev.losslessd.text.Worded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every rule that finds something is on its reference page, in a source and in a test. */
class FindingReferenceTest {
  private static final Path CATALOGUE = Path.of("src/main/java/dev/losslessd/model");
  private static final String NAME = "FindingRule";
  private static final Path RUNBOOKS = Path.of("src/docs");
  private static final Pattern MEANING =
      Pattern.compile("(?m)^  /\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s+([A-Z_]+)\\(");

  @Test
  void thePageNamesEveryRule() {
    ReferencePage page = new ReferencePage("findings", "Findings");
    page.paragraph(
        "Rules of `losslessd findings`, `/api/v1/findings` and the label `rule` of `roce_findings`."
            + " Where people work (`losslessd maintenance`) all are info. `SUBJECT` stands for the"
            + " device, port, setting or link of the finding. Without advice here, the finding says"
            + " what to do case by case. More about some of them is in [rules](rules.md).");
    page.table("Rule", "Severity", "Meaning", "What to do", "Runbook");
    Map<String, String> meanings = meanings();
    for (FindingRule rule : FindingRule.values()) {
      String meaning = meanings.getOrDefault(rule.name(), "");
      assertThat(meaning).as("the comment of " + rule).isNotBlank();
      page.row(
          coded(rule.id()),
          severities(rule),
          meaning,
          rule.advice().replace("{}", "SUBJECT").replace("{port}", "PORT"),
          rule.runbook().isEmpty() ? "" : "[%1$s](../runbooks/%1$s.md)".formatted(rule.runbook()));
    }
    page.check();
  }

  @Test
  void eachRuleIsFoundBySomeSourceAndShownByATest() throws IOException {
    assertThat(lacking(texts("src/main/java", "src/test/java"))).isEmpty();
  }

  @Test
  void aRuleThatNothingFindsOrShowsIsNamed() {
    String main = "src/main/java/A.java";
    String test = "src/test/java/ATest.java";
    String all =
        Arrays.stream(FindingRule.values())
            .map(rule -> NAME + "." + rule.name())
            .collect(Collectors.joining(" "));
    String less = all.replace(NAME + ".DRIFT", "");

    assertThat(lacking(Map.of(main, all, test, all))).isEmpty();
    assertThat(lacking(Map.of(main, less, test, all))).containsExactly("drift is in no source");
    assertThat(lacking(Map.of(main, all, test, less))).containsExactly("drift is in no test");
  }

  @Test
  void everyRunbookIsThere() throws IOException {
    try (Stream<Path> files = Files.walk(RUNBOOKS)) {
      List<String> pages = files.map(file -> file.getFileName().toString()).toList();
      assertThat(FindingRule.values())
          .allMatch(rule -> rule.runbook().isEmpty() || pages.contains(rule.runbook() + ".md"));
    }
  }

  private static String severities(FindingRule rule) {
    return Stream.of(rule.severity(), rule.worst())
        .distinct()
        .map(Worded::of)
        .collect(Collectors.joining(" or "));
  }

  /** Comments of the catalogue by the rule that each stands before. */
  private static Map<String, String> meanings() {
    Map<String, String> all = new LinkedHashMap<>();
    Matcher matcher = MEANING.matcher(read(CATALOGUE.resolve(NAME + ".java")));
    while (matcher.find()) {
      String text = matcher.group(1).replaceAll("\\s*\\n\\s*\\*", "").strip();
      all.put(matcher.group(2), text);
    }
    return all;
  }

  /** Which rules no source or no test names, in words. */
  private static List<String> lacking(Map<String, String> texts) {
    String main = joined(texts, "src/main");
    String test = joined(texts, "src/test");
    return Arrays.stream(FindingRule.values())
        .flatMap(rule -> {
          String word = "\\b" + NAME + "\\s*\\.\\s*" + rule.name() + "\\b";
          String either = word + "|\"[^\"\\n]*\\b" + rule.id() + "\\b";
          return Stream.of(
                  Pattern.compile(word).matcher(main).find() ? "" : " is in no source",
                  Pattern.compile(either).matcher(test).find() ? "" : " is in no test")
              .filter(what -> !what.isEmpty())
              .map(what -> rule.id() + what);
        })
        .toList();
  }

  private static String joined(Map<String, String> texts, String root) {
    return texts.entrySet().stream()
        .filter(one -> one.getKey().startsWith(root))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining("\n"));
  }

  private static Map<String, String> texts(String... roots) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    for (String root : roots) {
      try (Stream<Path> files = Files.walk(Path.of(root))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> all.put(file.toString(), read(file)));
      }
    }
    all.keySet().removeIf(name -> name.endsWith("FindingReferenceTest.java"));
    return all;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
