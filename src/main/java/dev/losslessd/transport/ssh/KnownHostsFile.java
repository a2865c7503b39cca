package dev.losslessd.transport.ssh;

import dev.losslessd.files.FileThreads;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Lines of OpenSSH's known_hosts: hashed names, patterns, {@code @revoked} and comments included.
 * {@code @cert-authority} lines are kept and name no key of a host.
 */
record KnownHostsFile(List<KnownHostsLine> lines) {
  private static final Pattern WITH_PORT = Pattern.compile("\\[(.+)]:\\d+");

  KnownHostsFile {
    lines = List.copyOf(lines);
  }

  /**
   * @param bytes of any encoding: names and keys are ASCII, comments stay as they are
   */
  static KnownHostsFile parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return new KnownHostsFile(lines.stream().map(KnownHostsLine::parse).toList());
  }

  static KnownHostsFile read(Path file) throws IOException {
    return parse(FileThreads.SHARED.bytes(file, Integer.MAX_VALUE));
  }

  /** Lines of a file, none where there is no such file. */
  static KnownHostsFile readIfThere(Path file) throws IOException {
    try {
      return read(file);
    } catch (NoSuchFileException e) {
      return new KnownHostsFile(List.of());
    }
  }

  byte[] bytes() {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.text()).append('\n'));
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * @param host as ssh looks it up: {@code leaf1}, {@code [leaf1]:830}
   */
  State judge(String host, PublicHostKey key) {
    if (revokes(host, key)) {
      return State.REVOKED;
    }
    List<PublicHostKey> known = keys(host);
    if (known.isEmpty()) {
      return State.UNKNOWN;
    }
    return known.contains(key) ? State.KNOWN : State.CHANGED;
  }

  private boolean revokes(String host, PublicHostKey key) {
    return lines.stream()
        .filter(line -> line.revokes(key))
        .anyMatch(
            line -> line.matches(host) || withoutPort(host).filter(line::matches).isPresent());
  }

  /** Whether a line says of any host that this key is to be trusted no more. */
  boolean revokesAnywhere(PublicHostKey key) {
    return lines.stream().anyMatch(line -> line.revokes(key));
  }

  /** Keys of a host; of one with a port, where it has none, those of the host at port 22. */
  List<PublicHostKey> keys(String host) {
    List<PublicHostKey> own = ownKeys(host);
    return own.isEmpty() ? withoutPort(host).map(this::ownKeys).orElse(own) : own;
  }

  private List<PublicHostKey> ownKeys(String host) {
    return lines.stream()
        .filter(line -> line.knows(host))
        .map(line -> Objects.requireNonNull(line.key()))
        .distinct()
        .toList();
  }

  private static Optional<String> withoutPort(String host) {
    Matcher form = WITH_PORT.matcher(host);
    return form.matches() ? Optional.of(form.group(1)) : Optional.empty();
  }

  /**
   * The file with a key for a host. Its other keys go, but for those that it still has; lines and
   * names of others stay.
   *
   * @param offered keys that the host has now
   * @throws IllegalStateException a pattern names the host and others together
   */
  KnownHostsFile trusting(String host, PublicHostKey key, Collection<PublicHostKey> offered) {
    List<KnownHostsLine> fresh = new ArrayList<>();
    for (int at = 0; at < lines.size(); at++) {
      KnownHostsLine line = lines.get(at);
      boolean stale = line.knows(host) && !key.equals(line.key()) && !offered.contains(line.key());
      Optional<KnownHostsLine> left = stale ? line.without(host) : Optional.of(line);
      if (stale && left.filter(one -> one.knows(host)).isPresent()) {
        throw new IllegalStateException(
            ("line %s has an old key for '%s', which includes %s by a pattern: expected it to be"
                    + " changed by hand")
                .formatted(at + 1, line.names(), host));
      }
      left.ifPresent(fresh::add);
    }
    if (fresh.stream().noneMatch(line -> line.knows(host) && key.equals(line.key()))) {
      fresh.add(KnownHostsLine.parse(key.line(host)));
    }
    return new KnownHostsFile(fresh);
  }
}
