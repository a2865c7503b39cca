package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.nxos.Token.Choice;
import dev.losslessd.fabric.nxos.Token.Keyword;
import dev.losslessd.fabric.nxos.Token.Rest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the rule that a line means, as the parser of the switch does: word by word. */
final class Grammar {
  /** Result of parsing a line. */
  sealed interface Result {}

  record Found(Rule rule, List<String> words, List<String> values) implements Result {}

  /**
   * @param column of the line where the caret goes
   * @param depth how many words were understood
   */
  record Wrong(String message, int column, int depth) implements Result {}

  /** A word and where it stands. */
  record Word(String text, int column) {}

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|\\S+");

  private Grammar() {}

  /** An interface name with a space in it is one word. */
  static List<Word> words(String line) {
    List<Word> words = new ArrayList<>();
    Matcher m = WORD.matcher(line);
    while (m.find()) {
      String text = m.group(1) == null ? m.group() : m.group(1);
      boolean joins =
          !words.isEmpty() && PortRange.isKind(words.getLast().text()) && text.matches("1/\\d.*");
      if (joins) {
        Word kind = words.removeLast();
        words.add(new Word(kind.text() + text, kind.column()));
      } else {
        words.add(new Word(text, m.start()));
      }
    }
    return words;
  }

  /** The modes' rules in turn, the deepest mode first; the best complaint if none fits. */
  static Result find(List<List<Rule>> modes, List<Word> words, int end) {
    Wrong best = new Wrong("% Invalid command at '^' marker.", words.getFirst().column(), -1);
    for (List<Rule> rules : modes) {
      switch (match(rules, words, end)) {
        case Found found -> {
          return found;
        }
        case Wrong wrong -> best = wrong.depth > best.depth ? wrong : best;
      }
    }
    return best;
  }

  private static Result match(List<Rule> rules, List<Word> words, int end) {
    List<Rule> alive = rules;
    for (int n = 0; n < words.size(); n++) {
      Word word = words.get(n);
      List<Rule> next = next(alive, n, word.text());
      if (next.isEmpty()) {
        return new Wrong(complaint(alive, n, word.text()), word.column(), n);
      }
      if (isAmbiguous(next, n)) {
        return new Wrong("% Ambiguous command at '^' marker.", word.column(), n);
      }
      alive = next;
      if (alive.getFirst().tokens().get(n) instanceof Rest) {
        return found(alive.getFirst(), words);
      }
    }
    for (Rule rule : alive) {
      if (rule.tokens().size() == words.size()) {
        return found(rule, words);
      }
    }
    return new Wrong("% Incomplete command at '^' marker.", end, words.size());
  }

  /** A whole keyword is preferred to a value, and that to the beginning of a keyword. */
  private static List<Rule> next(List<Rule> alive, int n, String word) {
    List<Rule> exact = new ArrayList<>();
    List<Rule> values = new ArrayList<>();
    List<Rule> begun = new ArrayList<>();
    for (Rule rule : alive) {
      if (rule.tokens().size() <= n || rule.tokens().get(n).accept(word) == null) {
        continue;
      }
      Token token = rule.tokens().get(n);
      if (token instanceof Keyword keyword) {
        (keyword.text().equals(word) ? exact : begun).add(rule);
      } else if (token instanceof Choice choice && choice.words().contains(word)) {
        exact.add(rule);
      } else {
        values.add(rule);
      }
    }
    return !exact.isEmpty() ? exact : !values.isEmpty() ? values : begun;
  }

  private static boolean isAmbiguous(List<Rule> rules, int n) {
    return rules.stream()
            .map(rule -> rule.tokens().get(n))
            .filter(Keyword.class::isInstance)
            .distinct()
            .count()
        > 1;
  }

  private static String complaint(List<Rule> alive, int n, String word) {
    return alive.stream()
        .filter(rule -> rule.tokens().size() > n)
        .map(rule -> rule.tokens().get(n).complaint(word))
        .max((a, b) -> Boolean.compare(isPlain(b), isPlain(a)))
        .orElse("% Invalid command at '^' marker.");
  }

  private static boolean isPlain(String complaint) {
    return complaint.startsWith("% Invalid command");
  }

  private static Found found(Rule rule, List<Word> words) {
    List<String> full = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int n = 0; n < rule.tokens().size(); n++) {
      Token token = rule.tokens().get(n);
      String text =
          token instanceof Rest
              ? String.join(" ", words.subList(n, words.size()).stream().map(Word::text).toList())
              : Objects.requireNonNull(token.accept(words.get(n).text()));
      full.add(text);
      if (!(token instanceof Keyword)) {
        values.add(text);
      }
    }
    return new Found(rule, full, values);
  }
}
