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
      case Reading.Value value when value.whole() && holds(wanted, value.setting()) ->
          new InSync(Verdict.TRUE, "the device shows what is wanted");
      case Reading.Value value ->
          new InSync(
              Verdict.FALSE,
              "wanted "
                  + wanted.text()
                  + ", the device shows "
                  + (value.whole() ? value.setting().text() : value.text()));
      case Reading.Staged staged
          when holds(wanted, staged.now()) && !holds(wanted, staged.next()) ->
          new InSync(
              Verdict.FALSE,
              "wanted " + wanted.text() + ", but " + staged.next().text() + after(staged));
      case Reading.Staged staged when holds(wanted, staged.now()) ->
          new InSync(Verdict.TRUE, "the device shows what is wanted");
      case Reading.Staged staged ->
          new InSync(
              Verdict.FALSE,
              "wanted "
                  + wanted.text()
                  + ", the device shows "
                  + staged.now().text()
                  + " and "
                  + staged.next().text()
                  + after(staged));
      case Reading.Unsupported no -> new InSync(Verdict.UNKNOWN, "unsupported: " + no.why());
      case Reading.Unread no -> new InSync(Verdict.UNKNOWN, "not read: " + no.why());
    };
  }

  private static String after(Reading.Staged staged) {
    return " comes after " + staged.until();
  }

  private static boolean holds(Setting wanted, Setting is) {
    return wanted.over(is).equals(is);
  }
}
