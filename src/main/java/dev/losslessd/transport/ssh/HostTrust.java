package dev.losslessd.transport.ssh;

import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.HostKeyOffer.Key;
import dev.losslessd.model.HostKeyOffer.Known;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.HostKeyPolicy.KnownHosts;
import dev.losslessd.transport.ssh.HostKeyPolicy.PinnedFingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keys that a host offers beside those that are known of it, and the step by which a person takes
 * an offered one. The host is asked by key exchanges alone: nothing is logged in to it.
 */
public final class HostTrust {
  private final SshTarget target;
  private final DeviceInput input;
  private final LongSupplier ticks;
  private final KnownHostsWriter writer;

  /**
   * @param ticks monotonic nanoseconds
   */
  public HostTrust(SshTarget target, DeviceInput input, LongSupplier ticks) {
    this(target, input, ticks, new KnownHostsWriter());
  }

  HostTrust(SshTarget target, DeviceInput input, LongSupplier ticks, KnownHostsWriter writer) {
    this.target = target;
    this.input = input;
    this.ticks = ticks;
    this.writer = writer;
  }

  /** Keys that a host has, the one that a login would see first. */
  private record Shown(PublicHostKey first, List<PublicHostKey> all) {}

  /**
   * Asks the host for its keys, one connection for each type that is known.
   *
   * @throws TransportException it does not answer, or the jump host before it is not reached
   * @throws TrustException FILE
   */
  public HostKeyOffer look() {
    KnownHostsFile file = knownHosts();
    return offer(file, shown(file));
  }

  /**
   * Takes the key that the host offers now, if it is the one of this fingerprint, and drops keys of
   * it that it has no more.
   *
   * @param fingerprint that a person has compared
   * @param before told what is about to be changed; not if nothing is
   * @return keys as they are known from now on
   * @throws TransportException it does not answer
   * @throws TrustException the key is not taken
   */
  public HostKeyOffer trust(String fingerprint, Consumer<HostKeyOffer> before) {
    KnownHostsFile file = knownHosts();
    Shown shown = shown(file);
    PublicHostKey key = shown.first();
    if (!key.fingerprint().equals(fingerprint)) {
      throw new TrustException(
          TrustException.Kind.OTHER_KEY,
          target.label() + " offers " + key + " now, not " + fingerprint + ": nothing was changed",
          null);
    }
    switch (target.hostKey()) {
      case PinnedFingerprint(var pinned) -> {
        if (!pinned.equals(fingerprint)) {
          throw pinned(pinned, fingerprint);
        }
      }
      case KnownHosts(var path) -> {
        HostKeyOffer now = offer(file, shown);
        if (!now.isTaken()) {
          before.accept(now);
          write(path, shown);
        }
      }
    }
    return offer(knownHosts(), shown);
  }

  private TrustException pinned(String pinned, String fingerprint) {
    return new TrustException(
        TrustException.Kind.PINNED,
        "%s: the config pins %s: expected 'hostKey: \"%s\"' in the ssh section of %s, and a restart"
            .formatted(target.label(), pinned, fingerprint, target.name()),
        null);
  }

  private void write(Path path, Shown shown) {
    PublicHostKey key = shown.first();
    try {
      writer.change(
          path,
          file -> {
            if (file.revokesAnywhere(key) || key.type().equals(PublicHostKey.NO_TYPE)) {
              throw revoked(path, key);
            }
            return file.trusting(target.knownAs(), key, shown.all());
          });
    } catch (IOException e) {
      throw new TrustException(
          TrustException.Kind.FILE,
          ("known hosts file %s cannot be changed, and is as it was: %s; expected a file in a"
                  + " folder that this agent may write (knownHosts), or by hand the line: %s")
              .formatted(path, reason(e), key.line(target.knownAs())),
          e);
    } catch (IllegalStateException e) {
      throw new TrustException(
          TrustException.Kind.FILE, "known hosts file " + path + ": " + e.getMessage(), e);
    }
  }

  private TrustException revoked(Path path, PublicHostKey key) {
    return new TrustException(
        TrustException.Kind.REVOKED,
        ("%s offers %s, which %s revokes: a revoked key is never trusted. A device that still has"
                + " it needs a new key")
            .formatted(target.label(), key, path),
        null);
  }

  private KnownHostsFile knownHosts() {
    return switch (target.hostKey()) {
      case PinnedFingerprint _ -> new KnownHostsFile(List.of());
      case KnownHosts(var path) -> {
        try {
          yield KnownHostsFile.readIfThere(path);
        } catch (IOException e) {
          throw new TrustException(
              TrustException.Kind.FILE,
              "known hosts file " + path + " cannot be read: " + reason(e),
              e);
        }
      }
    };
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }

  private Shown shown(KnownHostsFile file) {
    SshTarget jump = target.jump();
    try (SshConnection below = jump == null ? null : SshConnection.open(jump, input, ticks)) {
      PublicHostKey first = look(below, file, null).orElseThrow(this::silent);
      List<PublicHostKey> all = new ArrayList<>(List.of(first));
      typesOf(file)
          .filter(type -> !type.equals(first.type()))
          .forEach(type -> look(below, file, type).ifPresent(all::add));
      return new Shown(first, List.copyOf(all));
    }
  }

  private Stream<String> typesOf(KnownHostsFile file) {
    return file.keys(target.knownAs()).stream().map(PublicHostKey::type).distinct();
  }

  private Optional<PublicHostKey> look(
      @Nullable SshConnection below, KnownHostsFile file, @Nullable String type) {
    return SshConnection.look(target, below, file, type, input, ticks);
  }

  private TransportException silent() {
    return TransportException.beforeSending(
        TransportException.Kind.GONE, target.label() + " showed no host key", null);
  }

  private HostKeyOffer offer(KnownHostsFile file, Shown shown) {
    PublicHostKey key = shown.first();
    return switch (target.hostKey()) {
      case PinnedFingerprint(var pinned) -> {
        boolean same = pinned.equals(key.fingerprint());
        yield offer(
            Optional.empty(),
            key,
            Stream.of(new Known(new Key("", pinned), same)),
            same ? State.KNOWN : State.CHANGED);
      }
      case KnownHosts(var path) ->
          offer(
              Optional.of(path),
              key,
              file.keys(target.knownAs()).stream()
                  .map(one -> new Known(one.key(), shown.all().contains(one)))
                  .distinct(),
              file.judge(target.knownAs(), key));
    };
  }

  private HostKeyOffer offer(
      Optional<Path> file, PublicHostKey offered, Stream<Known> known, State state) {
    return new HostKeyOffer(
        target.name(),
        target.knownAs(),
        file,
        offered.key(),
        known.toList(),
        state,
        Optional.empty());
  }
}
