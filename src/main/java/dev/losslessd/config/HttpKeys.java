package dev.losslessd.config;

import static dev.losslessd.config.Declaration.count;
import static dev.losslessd.config.Declaration.section;
import static dev.losslessd.config.Shape.choice;
import static dev.losslessd.config.Shape.key;
import static dev.losslessd.config.Shape.optional;
import static dev.losslessd.config.Shape.required;

import dev.losslessd.config.Shape.Flag;
import dev.losslessd.config.Shape.Many;
import dev.losslessd.config.Shape.OneOrMany;
import dev.losslessd.config.Shape.Words;
import dev.losslessd.model.Role;
import dev.losslessd.text.Worded;

/** Keys of {@code http} and {@code metrics}: where the daemon listens, and whom it lets in. */
final class HttpKeys {
  private static final Shape ADDRESSES =
      new OneOrMany(new Words("(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]\\s]+):[0-9]{1,5}", "address:port"));

  private HttpKeys() {}

  static Shape http() {
    return section(
        key(
            "listen",
            ADDRESSES,
            "127.0.0.1:9464",
            "one address or a list; beyond this host only with tls. Changes over it need a token"),
        key(
            "socket",
            Declaration.PATH,
            "/run/losslessd/losslessd.sock",
            "Unix socket of the command line"),
        key(
            "token",
            Declaration.SECRET,
            "",
            "bearer token for writes over TCP; default is made in the state folder"),
        key("hosts", new Many(Declaration.TEXT), "[]", "more Host header names to accept"),
        optional("tls", tls(), "TLS on every address of listen; files are read again on change"),
        key(
            "limits",
            HttpLimitKeys.shape(),
            "",
            "what clients may take, of each listener by itself"));
  }

  private static Shape tls() {
    return section(
        required(
            "certificate", Declaration.SECRET, "PEM chain, the server's own certificate first"),
        required("key", Declaration.SECRET, "its private key, PKCS#8 in PEM without passphrase"),
        key("clientCa", Declaration.SECRET, "", "PEM of those who sign clients' certificates"),
        key(
            "requireClient",
            new Flag(),
            "off",
            "refuse clients without a certificate in the handshake; needs clientCa"),
        key(
            "clients",
            new Many(client()),
            "[]",
            "whom client certificates stand for; the first that fits; one that is in no line may"
                + " do nothing"));
  }

  private static Shape client() {
    return section(
        required(
            "name",
            new Words("[A-Za-z0-9._/:@ *?-]{1,128}", "a name, with * and ? for others"),
            "common name, or DNS name, URI, address or e-mail address of the subject"),
        required("role", choice(Worded.all(Role.class).toArray(String[]::new)), "what it may do"),
        key(
            "devices",
            new Many(new Words("[A-Za-z0-9._*?-]{1,128}", "a glob of device names, like leaf*")),
            "[]",
            "globs of devices that it may change; none for every one"));
  }

  static Shape metrics() {
    return section(
        optional(
            "listen",
            ADDRESSES,
            "a listener of its own for /metrics, /healthz and /readyz: one address or a list, also"
                + " beyond this host"),
        optional(
            "webConfig",
            Declaration.PATH,
            "web.config.file of Prometheus exporters: TLS and basic auth of metrics.listen"),
        key(
            "maxSeries",
            count(100, 10_000_000),
            "100000",
            "counter series of one page; ports beyond it are left out whole, which is told"));
  }
}
