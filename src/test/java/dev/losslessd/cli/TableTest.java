package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsLineUpAndLinesEndWithoutBlanks() {
    Table table = new Table("A", "NUMBER", "C").alignRight(1);
    table.row("x", "7", "");
    table.row("longer", "1234567", "é\n\u001b");

    assertThat(table.lines(0, false))
        .containsExactly("A        NUMBER  C", "x             7", "longer  1234567  é\\x0a\\x1b");
  }

  @Test
  void colourDoesNotMoveColumns() {
    Table table = new Table("A", "B");
    table.row(Paint.BAD, "x", "y");

    assertThat(table.lines(0, true).getLast().replaceAll("\u001b\\[\\d+m", ""))
        .isEqualTo(table.lines(0, false).getLast());
    assertThat(table.lines(0, true).getLast()).contains("\u001b[31mx\u001b[0m");
  }

  @Test
  void spansShowTheTwoLargestUnits() {
    assertThat(Shown.span(Duration.ofSeconds(4))).isEqualTo("4s");
    assertThat(Shown.span(Duration.ofSeconds(598))).isEqualTo("9m58s");
    assertThat(Shown.span(Duration.ofMinutes(133))).isEqualTo("2h13m");
    assertThat(Shown.span(Duration.ofHours(50))).isEqualTo("2d2h");
  }
}
