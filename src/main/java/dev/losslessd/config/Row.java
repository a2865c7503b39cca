package dev.losslessd.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component of a record says of its key: {@link Reload}, {@link Restart} or {@link Keys}
 * with its help, then its form and its default. Its type is the type of the component, its name the
 * component's.
 */
final class Row {
  private Row() {}

  /** A running daemon takes another value over; the value is the help, one line. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Reload {
    String value();
  }

  /** Another value takes effect at the next start only; the value is the help, one line. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Restart {
    String value();
  }

  /** A section that is always there, whose keys say themselves what a reload takes; the help. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Keys {
    String value();
  }

  /** The default, as the file would have it. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Usual {
    String value();
  }

  /** The range of a number, with units as in the file: {@code 10s..24h}. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface In {
    String value();
  }

  /** The form of a text. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Is {
    TextForm value();
  }

  /** The words that a text is one of. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface OneOf {
    String[] value();
  }

  /** A word that may stand in place of the value, and makes it empty. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Or {
    String value();
  }

  /** The name in the file, where Java has no such name. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Name {
    String value();
  }

  /** No key, but file and line of one. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface PlaceOf {
    String value();
  }
}
