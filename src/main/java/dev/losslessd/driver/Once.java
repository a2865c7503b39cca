package dev.losslessd.driver;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is worked out when it is first needed; what fails is tried again. */
public final class Once<T> implements Supplier<T> {
  private final Supplier<T> work;
  private @Nullable T known;

  public Once(Supplier<T> work) {
    this.work = work;
  }

  @Override
  public T get() {
    T value = known;
    if (value == null) {
      value = work.get();
      known = value;
    }
    return value;
  }
}
