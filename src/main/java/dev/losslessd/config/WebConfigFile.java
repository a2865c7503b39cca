package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.Name;
import dev.losslessd.config.Row.OneOf;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.config.Shape.Named;
import dev.losslessd.config.Shape.Reference;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.config.Shape.Words;
import dev.losslessd.config.WebConfig.ClientAuth;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a {@code web.config.file} of the Prometheus exporter toolkit. Keys that this listener has
 * no meaning for are mistakes: an option of security that does nothing would be a trap.
 */
public final class WebConfigFile {
  private static final Section ROOT = Sections.of(Toolkit.class);
  private static final String MINIMUM = "TLS12";
  private static final String MAXIMUM = "TLS13";
  private static final String NO_CERTIFICATE = "NoClientCert";
  private static final String VERIFY = "RequireAndVerifyClientCert";
  private static final String IF_GIVEN = "VerifyClientCertIfGiven";
  private static final String CLIENT_AUTH = "client_auth_type";
  private static final String CLIENT_CA = "client_ca_file";
  private static final String LOWEST = "min_version";

  private WebConfigFile() {}

  /** The file, by the names of the toolkit. */
  record Toolkit(
      @Name("tls_server_config") @Reload("TLS; plain HTTP without it") Optional<Server> tls,
      @Name("http_server_config") @Reload("HTTP") Optional<Http> http,
      @Name("basic_auth_users") @Reload("who may scrape; everyone without it")
          Optional<Users> users) {}

  /** TLS as the toolkit names it. */
  record Server(
      @Name("cert_file") @Reload("PEM chain") @Is(TextForm.ANY_PATH) String certificate,
      @Name("key_file") @Reload("PKCS#8 in PEM") @Is(TextForm.ANY_PATH) String key,
      @Name(CLIENT_AUTH)
          @Reload("certificates that are not verified are never asked for")
          @OneOf({NO_CERTIFICATE, IF_GIVEN, VERIFY})
          @Usual(NO_CERTIFICATE)
          String clientAuth,
      @Name(CLIENT_CA) @Reload("who signs clients' certificates") @Is(TextForm.ANY_PATH)
          Optional<String> clientCa,
      @Name(LOWEST) @Reload("lowest version") @OneOf({MINIMUM, MAXIMUM}) @Usual(MINIMUM)
          String lowest,
      @Name("max_version") @Reload("highest version") @OneOf({MINIMUM, MAXIMUM}) @Usual(MAXIMUM)
          String highest) {}

  /** HTTP as the toolkit names it; HTTP/2 may be asked for, and is not there. */
  record Http(@Reload("") @Usual("off") boolean http2) {}

  /**
   * The users that may scrape.
   *
   * @param hashes by names of users
   */
  record Users(Map<String, String> hashes) {
    /** With a cost of 14 one check takes about a second; more would let anyone stop the daemon. */
    private static final Reference HASH =
        new Reference(
            new Words(
                "\\$2[aby]\\$(0[4-9]|1[0-4])\\$[./A-Za-z0-9]{53}",
                "a bcrypt hash of cost 4 to 14, as 'htpasswd -nBC 10 USER' prints after the"
                    + " colon"));

    static final Shape SHAPE =
        new Named(
            "bcrypt hashes by user names",
            new Words("[^:\\p{Cntrl}]{1,128}", "a user name without a colon"),
            HASH);
  }

  /**
   * @throws ConfigException with every mistake in it, by its line
   */
  public static WebConfig load(Path file) {
    List<Problem> problems = new ArrayList<>();
    Optional<Fields> root =
        ConfigText.read(file, problems).flatMap(node -> new Checker(problems).section(node, ROOT));
    root.flatMap(fields -> fields.sectionIfThere("tls_server_config"))
        .ifPresent(tls -> check(tls, new Mistakes(problems)));
    if (!problems.isEmpty() || root.isEmpty()) {
      Collections.sort(problems);
      throw new ConfigException(problems);
    }
    Toolkit toolkit = Sections.bind(Toolkit.class, root.get());
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    return new WebConfig(
        toolkit.tls().map(tls -> tls(tls, folder)),
        toolkit.users().map(Users::hashes).orElse(Map.of()));
  }

  private static void check(Fields tls, Mistakes mistakes) {
    boolean verifies = !tls.word(CLIENT_AUTH).orElse(NO_CERTIFICATE).equals(NO_CERTIFICATE);
    if (verifies && !tls.has(CLIENT_CA)) {
      mistakes.at(tls, CLIENT_AUTH, "nothing to verify them with, expected client_ca_file");
    } else if (!verifies && tls.has(CLIENT_CA)) {
      String expected = "nobody is verified with it, expected client_auth_type: " + VERIFY;
      mistakes.at(tls, CLIENT_CA, expected);
    }
    String lowest = tls.word(LOWEST).orElse(MINIMUM);
    if (lowest.compareTo(tls.word("max_version").orElse(MAXIMUM)) > 0) {
      mistakes.at(tls, LOWEST, "is above max_version, expected one that is not");
    }
  }

  /** Paths count from the folder that the file is in. */
  private static WebConfig.Tls tls(Server tls, Path folder) {
    return new WebConfig.Tls(
        folder.resolve(tls.certificate()),
        folder.resolve(tls.key()),
        tls.clientCa().map(folder::resolve),
        switch (tls.clientAuth()) {
          case VERIFY -> ClientAuth.REQUIRED;
          case IF_GIVEN -> ClientAuth.IF_GIVEN;
          default -> ClientAuth.NONE;
        },
        version(tls.lowest()),
        version(tls.highest()));
  }

  private static String version(String word) {
    return word.equals(MINIMUM) ? "TLSv1.2" : "TLSv1.3";
  }
}
