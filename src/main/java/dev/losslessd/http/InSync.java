package dev.losslessd.http;

import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import java.util.Optional;

/**
 * Whether a device shows what is wanted.
 *
 * @param message one sentence with both values
 */
record InSync(Verdict verdict, String message) {
  /** Unknown is neither yes nor no: what could not be read may be either. */
  enum Verdict {
    TRUE,
    FALSE,
    UNKNOWN
  }

  static InSync of(Optional<Setting> spec, Reading reading) {
    return spec.map(wanted -> of(wanted, reading))
        .orElseGet(() -> new InSync(Verdict.TRUE, "nothing is wanted of this setting"));
  }

  static InSync of(Setting wanted, Reading reading) {
    return switch (reading) {
      case Reading.Value value when holds(wanted, value.setting()) ->
          new InSync(Verdict.TRUE, "the device shows what is wanted");
      case Reading.Value value ->
          new InSync(
              Verdict.FALSE,
              "wanted " + wanted.text() + ", the device shows " + value.setting().text());
      case Reading.Staged staged -> staged(wanted, staged);
      case Reading.Unsupported no -> new InSync(Verdict.UNKNOWN, "unsupported: " + no.why());
      case Reading.Unread no -> new InSync(Verdict.UNKNOWN, "not read: " + no.why());
    };
  }

  private static InSync staged(Setting wanted, Reading.Staged staged) {
    boolean comes = staged.comes(wanted);
    if (staged.inForce().isEmpty() && comes) {
      return new InSync(
          Verdict.UNKNOWN,
          wanted.text() + after(staged) + "; the device does not tell whether it is in force yet");
    }
    if (staged.inForce().filter(now -> holds(wanted, now)).isPresent()) {
      return comes
          ? new InSync(Verdict.TRUE, "the device shows what is wanted")
          : new InSync(
              Verdict.FALSE,
              "wanted " + wanted.text() + ", but " + staged.next().text() + after(staged));
    }
    return new InSync(
        Verdict.FALSE,
        "wanted "
            + wanted.text()
            + ", the device shows "
            + staged.inForce().map(Setting::text).orElse("nothing of it")
            + " and "
            + staged.next().text()
            + after(staged));
  }

  private static String after(Reading.Staged staged) {
    return " comes after " + staged.until();
  }

  private static boolean holds(Setting wanted, Setting is) {
    return wanted.over(is).equals(is);
  }
}
