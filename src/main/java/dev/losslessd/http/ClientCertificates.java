package dev.losslessd.http;

import dev.losslessd.config.TlsConfig;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Glob;
import dev.losslessd.text.Pattern;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Callers by their client certificates, which the handshake has verified. One that no line of the
 * config names is a caller without a role.
 */
final class ClientCertificates {
  /** For listeners without TLS. */
  static final ClientCertificates NONE = new ClientCertificates(List.of(), Instant::now);

  /** Alternative names that are text: e-mail address, DNS name, URI, address (RFC 5280). */
  private static final Set<Integer> TEXTS = Set.of(1, 2, 6, 7);

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._/:@ -]{1,128}");

  private final List<Line> lines;
  private final InstantSource clock;

  private record Line(Glob name, TlsConfig.Client client) {}

  ClientCertificates(List<TlsConfig.Client> clients, InstantSource clock) {
    this.lines = clients.stream().map(one -> new Line(new Glob(one.name()), one)).toList();
    this.clock = clock;
  }

  /**
   * @param source address of the client
   * @return empty where the connection showed no certificate
   * @throws ProblemException 403, its certificate has ended meanwhile
   */
  Optional<Caller> caller(Request request, String source) {
    if (!(request.getAttribute(SslSessionData.ATTRIBUTE) instanceof SslSessionData session)) {
      return Optional.empty();
    }
    X509Certificate @Nullable [] chain = session.peerCertificates();
    return chain == null || chain.length == 0
        ? Optional.empty()
        : Optional.of(caller(chain[0], source));
  }

  private Caller caller(X509Certificate certificate, String source) {
    List<String> names = names(certificate);
    for (Line line : lines) {
      for (String name : names) {
        if (line.name().fits(name)) {
          requireValid(certificate, name);
          return new Caller("cert:" + name, line.client().role(), line.client().devices(), source);
        }
      }
    }
    String name = names.isEmpty() ? "serial " + certificate.getSerialNumber() : names.getFirst();
    return new Caller("cert:" + name, null, DeviceScope.ALL, source);
  }

  /** The handshake may be long ago, on this connection or on one that it resumed. */
  private void requireValid(X509Certificate certificate, String name) {
    Instant end = certificate.getNotAfter().toInstant();
    if (clock.instant().isAfter(end)) {
      throw ProblemException.notAllowed(
          "the certificate of " + name + " ended at " + end + ", expected one that is valid");
    }
  }

  /** Common names first; a name with characters that no line of the config may have is none. */
  static List<String> names(X509Certificate certificate) {
    List<String> names = new ArrayList<>(commonNames(certificate));
    try {
      Collection<List<?>> others = certificate.getSubjectAlternativeNames();
      for (List<?> one : others == null ? List.<List<?>>of() : others) {
        if (TEXTS.contains(one.get(0)) && one.get(1) instanceof String name) {
          names.add(name);
        }
      }
    } catch (CertificateParsingException e) {
      return List.of(); // who they are is not known then
    }
    return names.stream().filter(name -> FORM.matcher(name).matches()).distinct().toList();
  }

  private static List<String> commonNames(X509Certificate certificate) {
    try {
      return new LdapName(certificate.getSubjectX500Principal().getName())
          .getRdns().stream()
              .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .filter(String.class::isInstance)
              .map(String.class::cast)
              .toList();
    } catch (InvalidNameException e) {
      return List.of();
    }
  }
}
