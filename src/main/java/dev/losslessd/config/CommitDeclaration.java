package dev.losslessd.config;

import static dev.losslessd.config.Declaration.MICROS;
import static dev.losslessd.config.Declaration.time;
import static dev.losslessd.config.Shape.key;
import static dev.losslessd.config.Shape.optional;

import dev.losslessd.config.Shape.Section;
import dev.losslessd.config.Shape.Words;
import java.util.List;

/** Declares the keys below {@code commit}. */
final class CommitDeclaration {
  private CommitDeclaration() {}

  static Section section() {
    return new Section(
        List.of(
            key(
                "confirmWithin",
                time(10 * MICROS, 86_400 * MICROS),
                "600s",
                "a change that nobody confirms in this time is undone"),
            key(
                "deviceDeadline",
                time(100_000, 600 * MICROS),
                "10s",
                "longest time for one write or read-back"),
            key(
                "settle",
                time(0, 600 * MICROS),
                "15s",
                "after a change, before the guard judges its ports: links come up again"),
            key(
                "returnWithin",
                time(MICROS, 600 * MICROS),
                "45s",
                "after the settle time; a link or switch that is not back by then is a breach"),
            optional(
                "waves",
                new Section(
                    List.of(
                        key(
                            WaveLabels.BY,
                            new Words("[a-zA-Z_][a-zA-Z0-9_]*", "the name of a label of switches"),
                            "",
                            "a label of switches: one wave for each of its values, then the"
                                + " rest"))),
                "waves of a commit that names none; absent changes all at once")));
  }
}
