package dev.losslessd.transport.ssh;

import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.JSchProxyException;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.UnitLimit;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Says what a failed connect was about, in terms of the target. */
record Failures(SshTarget target, HostKeys keys, Deadline deadline, Meter meter) {
  TransportException of(Exception e) {
    if (e instanceof TransportException known) {
      return known;
    }
    if (meter.flood().isPresent()) {
      return failure(Kind.GARBLED, meter.flood().get(), e);
    }
    String message = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    if (e instanceof InterruptedException) {
      return failure(Kind.GONE, "interrupted while connecting", e);
    }
    if (e instanceof JSchHostKeyException) {
      return TransportException.beforeSending(Kind.HOST_KEY, keys.refusal(), e);
    }
    if (e instanceof JSchAlgoNegoFailException nego) {
      return failure(Kind.REFUSED, negotiation(nego), e);
    }
    if (e instanceof TimeoutException || caused(e, SocketTimeoutException.class).isPresent()) {
      return failure(
          Kind.TIMEOUT, "not logged in within " + deadline.text() + ": expected an SSH server", e);
    }
    if (message.startsWith("Auth ") || message.startsWith("USERAUTH")) {
      return failure(Kind.AUTH, authentication(message), e);
    }
    return transport(e, message);
  }

  private TransportException transport(Exception e, String message) {
    Optional<UnknownHostException> unknown = caused(e, UnknownHostException.class);
    if (unknown.isPresent()) {
      return failure(Kind.GONE, "host name does not resolve", e);
    }
    if (caused(e, ConnectException.class).isPresent()
        || caused(e, NoRouteToHostException.class).isPresent()
        || caused(e, SocketException.class).isPresent()
        || e instanceof JSchProxyException) {
      return failure(Kind.GONE, "no connection: " + UnitLimit.ADDRESSES.named(innermost(e)), e);
    }
    if (message.contains("closed by foreign host") || message.contains("End of IO Stream")) {
      return failure(Kind.GONE, "the device closed the connection before login", e);
    }
    if (message.contains("channel is not opened")) {
      return failure(Kind.GONE, "the jump host does not let us through to it", e);
    }
    if (message.contains("verify: false")) {
      return failure(Kind.GARBLED, "what answers there does not prove that it has its host key", e);
    }
    if (message.contains("invalid server")) {
      return failure(Kind.GARBLED, "what answers there does not speak SSH 2", e);
    }
    return failure(Kind.GONE, "no session: " + PrintableText.quoted(message), e);
  }

  private String authentication(String message) {
    return "not let in as %s by %s: %s"
        .formatted(target.user(), Login.methods(target), PrintableText.quoted(message));
  }

  private static String negotiation(JSchAlgoNegoFailException e) {
    return ("no common %s: the device offers %s; old firmware needs legacy algorithms switched on"
            + " for this device")
        .formatted(e.getAlgorithmName(), PrintableText.quoted(e.getServerProposal()));
  }

  private TransportException failure(Kind kind, String what, Exception cause) {
    return TransportException.beforeSending(kind, target.label() + ": " + what, cause);
  }

  private static <T extends Throwable> Optional<T> caused(Throwable e, Class<T> type) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return Optional.of(type.cast(at));
      }
    }
    return Optional.empty();
  }

  private static String innermost(Throwable e) {
    Throwable at = e;
    for (Throwable deeper = at; deeper != null; deeper = deeper.getCause()) {
      at = deeper;
    }
    return PrintableText.quoted(
        Objects.requireNonNullElse(at.getMessage(), at.getClass().getSimpleName()));
  }
}
