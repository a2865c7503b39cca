package dev.losslessd.transport.snmp;

import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import java.net.InetAddress;
import java.time.Duration;

/**
 * A device's agent and how to be kind to it.
 *
 * @param name the device's name here, for messages
 * @param port 1..65535, default 161
 * @param timeout for one answer; default 2 s
 * @param retries after silence, 0..10; default 2
 * @param pdusPerSecond cap on requests, 1..10000; default 50. Switch CPUs are small and shared
 * @param maxRepetitions rows asked for by one GETBULK, 1..1000; default 25
 * @param limits what it may answer
 */
public record SnmpTarget(
    String name,
    InetAddress address,
    int port,
    SnmpVersion version,
    Duration timeout,
    int retries,
    int pdusPerSecond,
    int maxRepetitions,
    InputLimits.Snmp limits) {
  public SnmpTarget {
    within(name, "port", port, 1, 65_535);
    within(name, "retries", retries, 0, 10);
    within(name, "PDUs per second", pdusPerSecond, 1, 10_000);
    within(name, "repetitions", maxRepetitions, 1, 1_000);
    if (timeout.toMillis() < 1) {
      throw wrong(name, "timeout " + timeout, "at least 1 ms");
    }
  }

  /** Names the target in messages: {@code leaf1 (snmp [2001:db8::11]:161)}. */
  String label() {
    String host = address.getHostAddress();
    return name + " (snmp " + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + ")";
  }

  /** A failure of this target, whose name the message gets in front. */
  TransportException failure(TransportException.Kind kind, String what) {
    return new TransportException(kind, label() + ": " + what);
  }

  TransportException garbled(String what) {
    return failure(TransportException.Kind.GARBLED, what);
  }

  TransportException refused(String what) {
    return failure(TransportException.Kind.REFUSED, what);
  }

  TransportException failure(TransportException.Kind kind, String what, Throwable cause) {
    return new TransportException(kind, label() + ": " + what, cause);
  }

  private static void within(String name, String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong(name, what + " " + value, least + ".." + most);
    }
  }

  private static IllegalArgumentException wrong(String name, String what, String expected) {
    return new IllegalArgumentException(
        "snmp target " + name + ": " + what + ": expected " + expected);
  }
}
