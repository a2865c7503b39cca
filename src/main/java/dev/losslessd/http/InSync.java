package dev.losslessd.http;

import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Verdict;
import java.util.Optional;

/**
 * Whether a device shows what is wanted.
 *
 * @param message one sentence with both values
 */
record InSync(Verdict verdict, String message) {
  String word() {
    return Verdict.Words.IN_SYNC.of(verdict);
  }

  static InSync of(Optional<Setting> spec, Reading reading) {
    return spec.map(wanted -> of(wanted, reading))
        .orElseGet(() -> new InSync(Verdict.OK, "nothing is wanted of this setting"));
  }

  static InSync of(Setting wanted, Reading reading) {
    return switch (reading) {
      case Reading.Value value when value.whole() && holds(wanted, value.setting()) ->
          new InSync(Verdict.OK, "the device shows what is wanted");
      case Reading.Value value ->
          new InSync(
              Verdict.BROKEN,
              "wanted %s, the device shows %s"
                  .formatted(wanted.text(), value.whole() ? value.setting().text() : value.text()));
      case Reading.Staged staged -> staged(wanted, staged);
      case Reading.Unsupported no -> new InSync(Verdict.UNKNOWN, "unsupported: " + no.why());
      case Reading.Unread no -> new InSync(Verdict.UNKNOWN, "not read: " + no.why());
    };
  }

  private static InSync staged(Setting wanted, Reading.Staged staged) {
    Optional<Setting> now = staged.inForce();
    boolean runs = now.filter(is -> holds(wanted, is)).isPresent();
    String comes = staged.next().text() + " comes after " + staged.until().text();
    if (staged.comes(wanted)) {
      return runs
          ? new InSync(Verdict.OK, "the device shows what is wanted")
          : now.map(is -> new InSync(Verdict.BROKEN, shows(wanted, is) + " and " + comes))
              .orElse(
                  new InSync(
                      Verdict.UNKNOWN,
                      comes + "; the device does not tell whether it is in force yet"));
    }
    return new InSync(
        Verdict.BROKEN,
        now.filter(_ -> !runs)
            .map(is -> shows(wanted, is) + " and " + comes)
            .orElse("wanted " + wanted.text() + ", but " + comes));
  }

  private static String shows(Setting wanted, Setting is) {
    return "wanted " + wanted.text() + ", the device shows " + is.text();
  }

  private static boolean holds(Setting wanted, Setting is) {
    return wanted.over(is).equals(is);
  }
}
