package dev.losslessd.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A regular expression read for samples of what it matches, and for what may go on without end. */
final class Expression {
  private static final String USUAL = "a7 -.,:Z/x\"'\\_#|<>()[]{}\t\n\r\u0085=%";
  private static final int MOST = 3;

  /** A part of an expression. */
  sealed interface Node {}

  record Chars(List<Character> all) implements Node {}

  record Sequence(List<Node> parts) implements Node {}

  record Choice(List<Node> branches) implements Node {}

  record Repeat(Node body, int least, int most) implements Node {}

  /** Text that is put before a part, and the part that may come again. */
  record Pump(String before, String body) {}

  private final String regex;
  private int at;

  private Expression(String regex) {
    this.regex = regex;
  }

  static Node read(String regex) {
    Expression expression = new Expression(regex);
    Node all = expression.choice();
    if (expression.at < regex.length()) {
      throw new IllegalArgumentException(regex + " at " + expression.at);
    }
    return all;
  }

  private boolean peek(char c) {
    return at < regex.length() && regex.charAt(at) == c;
  }

  private Node choice() {
    List<Node> branches = new ArrayList<>(List.of(sequence()));
    while (peek('|')) {
      at++;
      branches.add(sequence());
    }
    return branches.size() == 1 ? branches.getFirst() : new Choice(branches);
  }

  private Node sequence() {
    List<Node> parts = new ArrayList<>();
    while (at < regex.length() && !peek('|') && !peek(')')) {
      parts.add(repeated(one()));
    }
    return new Sequence(parts);
  }

  private Node repeated(Node body) {
    int least;
    int most;
    if (peek('*') || peek('+') || peek('?')) {
      char c = regex.charAt(at++);
      least = c == '+' ? 1 : 0;
      most = c == '?' ? 1 : Integer.MAX_VALUE;
    } else if (peek('{')) {
      int end = regex.indexOf('}', at);
      String[] numbers = regex.substring(at + 1, end).split(",", -1);
      least = Integer.parseInt(numbers[0]);
      boolean endless = numbers.length == 2 && numbers[1].isEmpty();
      most = endless ? Integer.MAX_VALUE : Integer.parseInt(numbers[numbers.length - 1]);
      at = end + 1;
    } else {
      return body;
    }
    at += peek('?') || peek('+') ? 1 : 0;
    return new Repeat(body, least, most);
  }

  private Node one() {
    char c = regex.charAt(at++);
    return switch (c) {
      case '(' -> group();
      case '[' -> new Chars(set());
      case '.' -> new Chars(of("a7 -.:x"));
      case '^', '$' -> new Sequence(List.of());
      case '\\' -> escape();
      default -> new Chars(List.of(c));
    };
  }

  private Node group() {
    boolean looks = false;
    if (peek('?')) {
      looks = regex.startsWith("?=", at) || regex.startsWith("?!", at);
      looks |= regex.startsWith("?<=", at) || regex.startsWith("?<!", at);
      boolean named = regex.startsWith("?<", at) && !looks;
      int end = at;
      while (named ? regex.charAt(end) != '>' : ":)=!".indexOf(regex.charAt(end)) < 0) {
        end++;
      }
      at = end + 1;
      if (regex.charAt(end) == ')') {
        return new Sequence(List.of());
      }
    }
    Node inner = choice();
    at++;
    return looks ? new Sequence(List.of()) : inner;
  }

  private Node escape() {
    char c = regex.charAt(at++);
    if ("bBAzZG".indexOf(c) >= 0) {
      return new Sequence(List.of());
    }
    if (c == 'Q') {
      int end = regex.indexOf("\\E", at);
      List<Node> parts = new ArrayList<>();
      of(regex.substring(at, end)).forEach(one -> parts.add(new Chars(List.of(one))));
      at = end + 2;
      return new Sequence(parts);
    }
    return new Chars(escaped(c));
  }

  private List<Character> escaped(char c) {
    return switch (c) {
      case 'd' -> of("0379");
      case 's', 'h' -> of(" \t");
      case 'w' -> of("aZ_5");
      case 'D', 'S', 'W' -> of("-.;/");
      case 'n', 'R' -> of("\n");
      case 't' -> of("\t");
      case 'r' -> of("\r");
      case 'e' -> of("\u001b");
      case 'x' -> hex();
      case 'p', 'P' -> {
        at = regex.indexOf('}', at) + 1;
        yield of(c == 'p' ? "\u0001\u007f" : "a -");
      }
      default -> List.of(c);
    };
  }

  private List<Character> hex() {
    int end = peek('{') ? regex.indexOf('}', at) + 1 : at + 2;
    String digits = regex.substring(at, end).replaceAll("[{}]", "");
    at = end;
    return List.of((char) Integer.parseInt(digits, 16));
  }

  private List<Character> set() {
    boolean not = peek('^');
    at += not ? 1 : 0;
    Set<Character> all = new LinkedHashSet<>();
    int first = at;
    while (!peek(']') || at == first) {
      char c = regex.charAt(at++);
      List<Character> ones = c == '\\' ? escaped(regex.charAt(at++)) : List.of(c);
      all.addAll(ones);
      if (peek('-') && regex.charAt(at + 1) != ']' && ones.size() == 1) {
        at++;
        char last = regex.charAt(at++);
        last = last == '\\' ? escaped(regex.charAt(at++)).getFirst() : last;
        for (int n = ones.getFirst(); n <= last; n++) {
          all.add((char) n);
        }
      }
    }
    at++;
    if (!not) {
      return List.copyOf(all);
    }
    List<Character> others = new ArrayList<>(of(USUAL));
    others.removeAll(all);
    return others.isEmpty() ? of("\u0002") : others;
  }

  private static List<Character> of(String text) {
    return text.chars().mapToObj(c -> (char) c).toList();
  }

  /** A text that the expression may match, but for what it looks at. */
  static String sample(Node node, Random random) {
    return switch (node) {
      case Chars chars ->
          chars.all().isEmpty()
              ? ""
              : String.valueOf(chars.all().get(random.nextInt(chars.all().size())));
      case Choice choice ->
          sample(choice.branches().get(random.nextInt(choice.branches().size())), random);
      case Sequence sequence -> {
        StringBuilder text = new StringBuilder();
        sequence.parts().forEach(part -> text.append(sample(part, random)));
        yield text.toString();
      }
      case Repeat repeat -> {
        int most = Math.min(repeat.most(), repeat.least() + MOST);
        int times = repeat.least() + random.nextInt(most - repeat.least() + 1);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < times; n++) {
          text.append(sample(repeat.body(), random));
        }
        yield text.toString();
      }
    };
  }

  /** Every part that may come again often, with samples of what is before it. */
  static Set<Pump> pumps(Node node, Random random) {
    Set<Pump> all = new LinkedHashSet<>();
    pumps(node, "", random, all);
    List.copyOf(all).forEach(pump -> all.add(new Pump("", pump.body())));
    all.add(new Pump("", sample(node, random) + " "));
    all.add(new Pump("", sample(node, random) + "a"));
    return all;
  }

  private static void pumps(Node node, String before, Random random, Set<Pump> all) {
    switch (node) {
      case Chars _ -> {}
      case Choice choice -> choice.branches().forEach(branch -> pumps(branch, before, random, all));
      case Sequence sequence -> {
        String text = before;
        for (Node part : sequence.parts()) {
          pumps(part, text, random, all);
          text += sample(part, random);
        }
      }
      case Repeat repeat -> {
        for (int n = 0; n < MOST && repeat.most() > 50; n++) {
          String body = sample(repeat.body(), random);
          all.add(new Pump(before, body.isEmpty() ? "a" : body));
        }
        pumps(repeat.body(), before, random, all);
      }
    }
  }
}
