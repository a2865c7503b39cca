package dev.losslessd.house;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A page of {@code src/docs/reference}, made from the code in Markdown: a golden file. */
public final class ReferencePage {
  private static final String COMMAND = "mvn test -Dtest='*ReferenceTest' -Dgolden=write";

  private final String name;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param name of the file without its ending
   * @param title first heading
   */
  public ReferencePage(String name, String title) {
    this.name = name;
    lines.add("# " + title);
    paragraph("Made from the code; `" + COMMAND + "` writes it anew.");
  }

  /** A part of a page, without a title. */
  public ReferencePage() {
    name = "";
  }

  /** Puts a part at the end. */
  public void add(ReferencePage part) {
    lines.addAll(part.lines);
  }

  /** The part's text, to compare it with that of another. */
  public String text() {
    return String.join("\n", lines) + "\n";
  }

  /** A blank line and a heading. */
  public void heading(int level, String text) {
    lines.add("");
    lines.add("#".repeat(level) + " " + text);
  }

  /** A blank line and text, wrapped as documents are. */
  public void paragraph(String text) {
    lines.add("");
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > 100) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
  }

  /** Lines that stay as they are. */
  public void code(String language, List<String> text) {
    lines.add("");
    lines.add("```" + language);
    lines.addAll(text);
    lines.add("```");
  }

  /** A blank line and the head of a table, whose rows follow. */
  public void table(String... columns) {
    lines.add("");
    row(columns);
    lines.add("|" + "---|".repeat(columns.length));
  }

  /** A row of the table; bars in a cell are told from those between cells. */
  public void row(String... cells) {
    StringBuilder row = new StringBuilder("|");
    for (String cell : cells) {
      row.append(' ').append(cell.replace("|", "\\|").replace("\n", " ")).append(" |");
    }
    lines.add(row.toString().replace("  |", " |"));
  }

  /** Text in the letters of code; nothing stays nothing. */
  public static String coded(String text) {
    return text.isEmpty() ? "" : "`" + text + "`";
  }

  /** The page in the folder is this one. */
  public void check() {
    GoldenFile.check(Path.of("src/docs/reference", name + ".md"), text());
  }
}
