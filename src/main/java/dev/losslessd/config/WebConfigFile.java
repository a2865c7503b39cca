package dev.losslessd.config;

import static dev.losslessd.config.Declaration.section;
import static dev.losslessd.config.Shape.choice;
import static dev.losslessd.config.Shape.key;
import static dev.losslessd.config.Shape.optional;
import static dev.losslessd.config.Shape.required;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.config.Shape.Flag;
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
import java.util.stream.Collectors;

/**
 * Reads a {@code web.config.file} of the Prometheus exporter toolkit. Keys that this listener has
 * no meaning for are mistakes: an option of security that does nothing would be a trap.
 */
public final class WebConfigFile {
  private static final String MINIMUM = "TLS12";
  private static final String VERIFY = "RequireAndVerifyClientCert";
  private static final String IF_GIVEN = "VerifyClientCertIfGiven";

  /** With a cost of 14 one check takes about a second; more would let anyone stop the daemon. */
  private static final Shape HASH =
      new Reference(
          new Words(
              "\\$2[aby]\\$(0[4-9]|1[0-4])\\$[./A-Za-z0-9]{53}",
              "a bcrypt hash of cost 4 to 14, as 'htpasswd -nBC 10 USER' prints after the colon"));

  private static final Section ROOT =
      section(
          optional("tls_server_config", tls(), "TLS; plain HTTP without it"),
          optional("http_server_config", section(key("http2", new Flag(), "off", "")), "HTTP"),
          optional(
              "basic_auth_users",
              new Named(
                  "bcrypt hashes by user names",
                  new Words("[^:\\p{Cntrl}]{1,128}", "a user name without a colon"),
                  HASH),
              "who may scrape; everyone without it"));

  private WebConfigFile() {}

  private static Shape tls() {
    Shape version = choice(MINIMUM, "TLS13");
    Shape path = new Words("[^\\p{Cntrl}]+", "a path");
    return section(
        required("cert_file", path, "PEM chain"),
        required("key_file", path, "PKCS#8 in PEM"),
        key(
            "client_auth_type",
            choice("NoClientCert", IF_GIVEN, VERIFY),
            "NoClientCert",
            "certificates that are not verified are never asked for"),
        key("client_ca_file", path, "", "who signs clients' certificates"),
        key("min_version", version, MINIMUM, "lowest version"),
        key("max_version", version, "TLS13", "highest version"));
  }

  /**
   * @throws ConfigException with every mistake in it, by its line
   */
  public static WebConfig load(Path file) {
    List<Problem> problems = new ArrayList<>();
    Optional<Fields> root =
        ConfigText.read(file, problems)
            .flatMap(node -> new Checker(problems).check(node, ROOT, ""))
            .map(Fields.class::cast);
    root.flatMap(fields -> fields.sectionIfThere("tls_server_config"))
        .ifPresent(tls -> check(tls, problems));
    if (!problems.isEmpty() || root.isEmpty()) {
      Collections.sort(problems);
      throw new ConfigException(problems);
    }
    return bind(root.get(), file.toAbsolutePath());
  }

  private static void check(Fields tls, List<Problem> problems) {
    boolean verifies = !tls.word("client_auth_type").orElse("NoClientCert").equals("NoClientCert");
    boolean ca = tls.get("client_ca_file").isPresent();
    if (verifies != ca) {
      String key = verifies ? "client_auth_type" : "client_ca_file";
      problems.add(
          tls.placeOf(key)
              .problem(
                  "tls_server_config." + key,
                  verifies
                      ? "nothing to verify them with, expected client_ca_file"
                      : "nobody is verified with it, expected client_auth_type: " + VERIFY));
    }
    if (version(tls, "min_version").compareTo(version(tls, "max_version")) > 0) {
      problems.add(
          tls.placeOf("min_version")
              .problem(
                  "tls_server_config.min_version",
                  "is above max_version, expected one that is not"));
    }
  }

  private static WebConfig bind(Fields root, Path file) {
    Map<String, String> users =
        root.section("basic_auth_users").byName().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, hash -> ((Checked.Word) hash.getValue()).text()));
    return new WebConfig(
        root.sectionIfThere("tls_server_config").map(tls -> tls(tls, file)), users);
  }

  /** Paths count from the folder that the file is in. */
  private static WebConfig.Tls tls(Fields tls, Path file) {
    Path folder = Objects.requireNonNull(file.getParent());
    return new WebConfig.Tls(
        folder.resolve(Binder.text(tls, "cert_file")),
        folder.resolve(Binder.text(tls, "key_file")),
        tls.word("client_ca_file").map(folder::resolve),
        switch (Binder.text(tls, "client_auth_type")) {
          case VERIFY -> ClientAuth.REQUIRED;
          case IF_GIVEN -> ClientAuth.IF_GIVEN;
          default -> ClientAuth.NONE;
        },
        version(tls, "min_version"),
        version(tls, "max_version"));
  }

  private static String version(Fields tls, String key) {
    String usual = key.startsWith("min") ? MINIMUM : "TLS13";
    return tls.word(key).orElse(usual).equals(MINIMUM) ? "TLSv1.2" : "TLSv1.3";
  }
}
