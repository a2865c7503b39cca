package dev.losslessd.http;

import dev.losslessd.config.WebConfig.ClientAuth;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of one listener. Takes up a new certificate when its files change; one that cannot be used
 * leaves the former in force. Connections that are open keep what they were opened with.
 */
final class ListenerTls {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerTls.class);

  /** Forward secrecy and authenticated encryption only. */
  private static final String[] CIPHERS = {
    "TLS_AES_.*",
    "TLS_CHACHA20_.*",
    "TLS_ECDHE_(RSA|ECDSA)_WITH_AES_(128|256)_GCM_.*",
    "TLS_ECDHE_(RSA|ECDSA)_WITH_CHACHA20_.*"
  };

  /** A session that is resumed shows its certificate no more, so none is for long. */
  private static final int SESSION_SECONDS = 3600;

  private final String listener;
  private final Supplier<TlsFiles> source;
  private final InstantSource clock;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private volatile InForce inForce;
  private volatile @Nullable FileFailure failure;

  /** Who else can read the key, as it was told last. */
  private final ToldOnce open = new ToldOnce();

  /**
   * What the listener shows.
   *
   * @param names that its certificate is for, in lower case
   */
  private record InForce(TlsFiles.Texts texts, TlsMaterial material, Set<String> names) {}

  private ListenerTls(
      String listener, Supplier<TlsFiles> source, InstantSource clock, InForce inForce) {
    this.listener = listener;
    this.source = source;
    this.clock = clock;
    this.inForce = inForce;
  }

  /**
   * @param listener its name: {@code http}
   * @throws ListenException the files cannot be read or used; the message names them
   */
  static ListenerTls open(String listener, Supplier<TlsFiles> source, InstantSource clock) {
    try {
      TlsFiles files = source.get();
      ListenerTls tls = new ListenerTls(listener, source, clock, parsed(files.read()));
      configure(tls.factory, tls.inForce);
      tryOut(tls.inForce);
      tls.warn(files);
      return tls;
    } catch (TlsException e) {
      throw new ListenException("TLS of listener " + listener + ": " + e.getMessage(), e);
    }
  }

  SslContextFactory.Server factory() {
    return factory;
  }

  /**
   * Tries other files out, without taking them up.
   *
   * @throws ListenException they cannot be read or used; the message names them
   */
  void tryOut(TlsFiles files) {
    try {
      TlsFiles.Texts texts = files.read();
      if (!texts.equals(inForce.texts())) {
        requireUsable(parsed(texts));
      }
    } catch (TlsException e) {
      throw new ListenException("TLS of listener " + listener + ": " + e.getMessage(), e);
    }
  }

  /** Takes up what the files hold now, if that is another certificate that can be used. */
  synchronized void check() {
    try {
      TlsFiles.Texts texts = source.get().read();
      if (!texts.equals(inForce.texts())) {
        replace(parsed(texts));
      }
      if (failure != null) {
        LOG.info("TLS of listener {}: its files can be used again", listener);
      }
      failure = null;
      warnOpen(source.get());
    } catch (TlsException e) {
      fail(e.getMessage());
    }
  }

  /** Says that the certificate in force stays; once for each reason. */
  private void fail(String why) {
    FileFailure before = failure;
    if (before == null || !before.why().equals(why)) {
      LOG.error(
          "TLS of listener {}: {}; the certificate {} until {} stays in force",
          listener,
          why,
          inForce.material().subject(),
          inForce.material().notAfter());
    }
    failure = new FileFailure(listener, why, before == null ? clock.instant() : before.since());
  }

  private void requireUsable(InForce next) {
    Instant now = clock.instant();
    if (!isValid(next, now) && isValid(inForce, now)) {
      throw new TlsException(
          "the new certificate %s is valid from %s to %s, expected one that is valid now"
              .formatted(
                  next.material().subject(),
                  next.material().notBefore(),
                  next.material().notAfter()));
    }
    tryOut(next);
  }

  private void replace(InForce next) {
    requireUsable(next);
    try {
      factory.reload(same -> configure((SslContextFactory.Server) same, next));
    } catch (Exception e) {
      throw new TlsException("the new certificate cannot be used: " + e.getMessage());
    }
    inForce = next;
    LOG.info(
        "TLS of listener {}: certificate {} until {} is in force",
        listener,
        next.material().subject(),
        next.material().notAfter());
    warn(next.texts().of());
  }

  CertificateStatus status() {
    TlsMaterial material = inForce.material();
    return new CertificateStatus(
        listener, material.subject(), material.notBefore(), material.notAfter());
  }

  /** Why what its files hold now is not in force; empty where it is. */
  Optional<FileFailure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Whether the certificate in force is for that host, which a client verified. */
  boolean isFor(String host) {
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    Set<String> names = inForce.names();
    int dot = name.indexOf('.');
    return names.contains(name) || (dot > 0 && names.contains("*" + name.substring(dot)));
  }

  private void warn(TlsFiles files) {
    warnOpen(files);
    if (!isValid(inForce, clock.instant())) {
      LOG.error(
          "TLS of listener {}: certificate {} is valid from {} to {}, which is not now; clients"
              + " will refuse it",
          listener,
          inForce.material().subject(),
          inForce.material().notBefore(),
          inForce.material().notAfter());
    }
  }

  /** Once for each mode: it may be opened while the daemon runs. */
  private void warnOpen(TlsFiles files) {
    open.news(files.openness()).ifPresent(why -> LOG.warn("TLS of listener {}: {}", listener, why));
  }

  private static boolean isValid(InForce one, Instant now) {
    return !now.isBefore(one.material().notBefore()) && !now.isAfter(one.material().notAfter());
  }

  private static InForce parsed(TlsFiles.Texts texts) {
    TlsMaterial material = TlsMaterial.of(texts);
    return new InForce(texts, material, names(material.chain().getFirst()));
  }

  private static void configure(SslContextFactory.Server factory, InForce with) {
    factory.setKeyStore(with.material().keyStore());
    factory.setKeyStorePassword(TlsMaterial.STORE_PASSWORD);
    factory.setTrustStore(
        with.material().clientCas().isEmpty() ? null : with.material().trustStore());
    ClientAuth auth = with.texts().of().clientAuth();
    factory.setNeedClientAuth(auth == ClientAuth.REQUIRED);
    factory.setWantClientAuth(auth == ClientAuth.IF_GIVEN);
    factory.setIncludeProtocols(with.texts().of().protocols().toArray(String[]::new));
    factory.setIncludeCipherSuites(CIPHERS);
    factory.setRenegotiationAllowed(false);
    factory.setSslSessionTimeout(SESSION_SECONDS);
  }

  /** In a context that no connection uses: a failure there leaves the one in force as it is. */
  private static void tryOut(InForce next) {
    SslContextFactory.Server alone = new SslContextFactory.Server();
    configure(alone, next);
    try {
      alone.start();
      alone.stop();
    } catch (Exception e) {
      throw new TlsException(
          "certificate " + next.material().subject() + " cannot be used: " + e.getMessage());
    }
  }

  /** DNS names and addresses that a certificate is for. */
  private static Set<String> names(X509Certificate certificate) {
    Set<String> names = new HashSet<>();
    try {
      Collection<List<?>> all = certificate.getSubjectAlternativeNames();
      for (List<?> one : all == null ? List.<List<?>>of() : all) {
        if (one.get(1) instanceof String name) {
          names.add(name.toLowerCase(Locale.ROOT));
        }
      }
    } catch (CertificateParsingException e) {
      return Set.of(); // the list http.hosts has others
    }
    return names;
  }
}
