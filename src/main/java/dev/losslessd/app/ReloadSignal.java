package dev.losslessd.app;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP: read the config file again. One that comes before the daemon is up is obeyed once it is.
 * Those that come while the file is read are one more reading, however many they are: the last of
 * them is obeyed after it came, and a storm of signals is no storm of readings.
 */
final class ReloadSignal {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadSignal.class);

  /** Name of the actor in the audit. */
  static final String ACTOR = "signal@SIGHUP";

  private final AtomicBoolean asked = new AtomicBoolean();
  private final AtomicBoolean obeyed = new AtomicBoolean();
  private final Consumer<Runnable> threads;
  private volatile @Nullable Runnable reload;

  /**
   * @param threads runs what it is given, meanwhile
   */
  ReloadSignal(Consumer<Runnable> threads) {
    this.threads = threads;
  }

  /** From now on SIGHUP does not end the process. */
  static ReloadSignal caught() {
    ReloadSignal signal =
        new ReloadSignal(task -> Thread.ofPlatform().daemon().name("reload").start(task));
    try {
      hear("HUP", signal::raised);
    } catch (ReflectiveOperationException e) {
      LOG.warn("SIGHUP ends the daemon, as this Java lacks jdk.unsupported: {}", e.toString());
    }
    return signal;
  }

  /** By reflection: the JDK has no other way to hear a signal, and javac warns of this one. */
  @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone
  private static void hear(String name, Runnable heard) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object receiver =
        Proxy.newProxyInstance(
            ReloadSignal.class.getClassLoader(),
            new Class<?>[] {handler},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "toString" -> name;
                  default -> {
                    heard.run();
                    yield null;
                  }
                });
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), receiver);
  }

  void raised() {
    asked.set(true);
    obey();
  }

  /**
   * @param task run after a signal, never twice at a time
   */
  void to(Runnable task) {
    reload = task;
    obey();
  }

  private void obey() {
    Runnable task = reload;
    if (task != null && asked.get() && obeyed.compareAndSet(false, true)) {
      threads.accept(() -> obey(task));
    }
  }

  private void obey(Runnable task) {
    try {
      while (asked.getAndSet(false)) {
        task.run();
      }
    } finally {
      obeyed.set(false);
    }
    obey(); // one may have come between the last look and the end
  }
}
