package dev.losslessd.http;

import dev.losslessd.config.ConfigException;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.WebConfig;
import dev.losslessd.config.WebConfigFile;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code web.config.file} of the metrics listener. It is read again when asked; one with a
 * mistake leaves the former in force.
 */
final class WebConfigWatch {
  private static final Logger LOG = LoggerFactory.getLogger(WebConfigWatch.class);

  private static final String TLS_MOVED = "tls_server_config came or went, which needs a restart";

  private volatile Optional<Path> file;
  private final InstantSource clock;
  private volatile WebConfig current;
  private volatile @Nullable FileFailure failure;

  /** Who else can read the passwords, as it was told last. */
  private final ToldOnce open = new ToldOnce();

  private WebConfigWatch(Optional<Path> file, InstantSource clock, WebConfig current) {
    this.file = file;
    this.clock = clock;
    this.current = current;
  }

  /**
   * @param file empty for neither TLS nor passwords
   * @throws ListenException with every mistake in it
   */
  static WebConfigWatch open(Optional<Path> file, InstantSource clock) {
    try {
      WebConfig first = file.map(WebConfigFile::load).orElse(WebConfig.NONE);
      WebConfigWatch watch = new WebConfigWatch(file, clock, first);
      watch.warnOpen();
      return watch;
    } catch (ConfigException e) {
      throw new ListenException("metrics.webConfig: " + e.getMessage(), e);
    }
  }

  /**
   * What another file says, without taking it up.
   *
   * @throws ListenException with every mistake in it, or because TLS comes or goes
   */
  WebConfig tryOut(Optional<Path> other) {
    try {
      WebConfig next = other.map(WebConfigFile::load).orElse(WebConfig.NONE);
      if (next.tls().isPresent() != current.tls().isPresent()) {
        throw new ListenException("metrics.webConfig: " + TLS_MOVED);
      }
      return next;
    } catch (ConfigException e) {
      throw new ListenException("metrics.webConfig: " + e.getMessage(), e);
    }
  }

  /** Takes up another file, which was tried out. */
  void adopt(Optional<Path> other) {
    file = other;
    check();
  }

  WebConfig current() {
    return current;
  }

  /** Why the file as it is now is not in force; empty where it is. */
  Optional<FileFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Takes up what the file says now. */
  synchronized void check() {
    try {
      WebConfig next = file.map(WebConfigFile::load).orElse(WebConfig.NONE);
      if (next.tls().isPresent() != current.tls().isPresent()) {
        fail(TLS_MOVED);
        return;
      }
      if (!next.equals(current)) {
        LOG.info("metrics.webConfig: {} is in force", file.map(Path::toString).orElse("none"));
      }
      current = next;
      failure = null;
      warnOpen();
    } catch (ConfigException e) {
      fail(e.getMessage());
    }
  }

  /** Once for each mode: it may be opened while the daemon runs. */
  private void warnOpen() {
    open.news(
            file.filter(_ -> !current.users().isEmpty())
                .flatMap(path -> new SecretRef("file:" + path).openness(System::getenv)))
        .ifPresent(why -> LOG.warn("metrics.webConfig: {}", why));
  }

  private void fail(String why) {
    FileFailure before = failure;
    if (before == null || !before.why().equals(why)) {
      LOG.error("metrics.webConfig: {}; what it said before stays in force", why);
    }
    failure =
        new FileFailure(
            MetricsListener.NAME, why, before == null ? clock.instant() : before.since());
  }
}
