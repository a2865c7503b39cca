package dev.losslessd.transport.snmp;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.SNMP4JSettings;
import org.snmp4j.Snmp;
import org.snmp4j.TransportMapping;
import org.snmp4j.TransportStateReference;
import org.snmp4j.asn1.BERInputStream;
import org.snmp4j.event.CounterEvent;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv1;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.transport.DefaultUdpTransportMapping;
import org.snmp4j.util.DefaultThreadFactory;

/**
 * The few UDP sockets of all SNMP clients, with what SNMPv3 remembers about engines. A target keeps
 * to one of them, so that one which floods us holds up a part of the others only. They take answers
 * only: they listen on ports of the system's choice and serve nothing.
 */
public final class SnmpSocket implements AutoCloseable {
  /** Counts for one address. */
  static final class Peer {
    final LongAdder sent = new LongAdder();
    final LongAdder unreadable = new LongAdder();
  }

  private static final int LANES = 4;

  /** Addresses of one network differ in their last bits only. */
  private static final int SPREAD = 0x9E3779B9;

  /**
   * Engines of SNMPv3 that are remembered before they have signed anything: whoever answers can
   * name a new one in each packet.
   */
  private static final int ENGINES = 4096;

  /** Answers of many targets at once; the system may give less. */
  private static final int RECEIVE_BYTES = 1 << 20;

  private final Map<Address, Peer> peers = new ConcurrentHashMap<>();
  private final SecurityProtocols protocols =
      new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.any);
  private final USM usm;
  private final SecurityModels models;
  private final byte[] engine = MPv3.createLocalEngineID();
  private final @Nullable Lane[] lanes = new Lane[LANES];
  private final AtomicLong reopened = new AtomicLong();
  private final Consumer<String> told;
  private boolean closed;

  /** Unknown address from which a packet came last. */
  private volatile @Nullable UdpAddress stray;

  /** One socket, and the thread that hears it. */
  private record Lane(Snmp snmp, DefaultUdpTransportMapping udp, Dispatcher dispatcher) {
    boolean isHeard() {
      return !(udp.getListenWorkerTask() instanceof DefaultThreadFactory.WorkerThread worker)
          || worker.getThread().isAlive();
    }
  }

  /**
   * Opens nothing yet: a host without switches needs none.
   *
   * @param told of a thread that stopped hearing answers, and was started again
   */
  public SnmpSocket(Consumer<String> told) {
    this.told = told;
    // Agents cannot sign a report about a key that they do not share with us. Without this a wrong
    // passphrase would be silence. What a forger gains is a failed read, as by dropping the packet.
    SNMP4JSettings.setReportSecurityLevelStrategy(
        SNMP4JSettings.ReportSecurityLevelStrategy.noAuthNoPrivIfNeeded);
    // An answer is known by its number, and the numbers of all targets of a socket follow each
    // other: else one target could end the requests to others.
    SNMP4JSettings.setVerifyResponsePeerAddress(true);
    SNMP4JSettings.setMaxEngineIdCacheSize(ENGINES);
    usm = new USM(protocols, new OctetString(engine), 0);
    models = SecurityModels.getCollection(new SecurityModel[] {usm});
  }

  private void tell(String what) {
    reopened.incrementAndGet();
    told.accept(what + "; its socket is opened again");
  }

  private static int lane(UdpAddress address) {
    return Math.floorMod((address.hashCode() * SPREAD) >>> 16, LANES);
  }

  /** Opens a target's socket again, whose requests have no end any more. */
  void reopen(UdpAddress address) {
    synchronized (lanes) {
      Lane open = lanes[lane(address)];
      if (open != null) {
        lanes[lane(address)] = null;
        tell("the thread that ends SNMP requests in time stopped");
        close(open.snmp());
      }
    }
  }

  /** Another address on the same machine, from which packets came; empty if there is none. */
  Optional<UdpAddress> strayOf(UdpAddress address) {
    UdpAddress last = stray;
    return last != null && last.getInetAddress().equals(address.getInetAddress())
        ? Optional.of(last)
        : Optional.empty();
  }

  /** The socket of a target, IPv4 and IPv6. */
  Snmp snmp(UdpAddress address) {
    int lane = lane(address);
    synchronized (lanes) {
      if (closed) {
        throw TransportException.beforeSending(Kind.GONE, "the SNMP sockets are closed", null);
      }
      Lane open = lanes[lane];
      if (open != null && !open.isHeard()) {
        tell("the thread that hears SNMP answers stopped: " + open.dispatcher().failure);
        close(open.snmp());
        open = null;
      }
      if (open == null) {
        open = open();
        lanes[lane] = open;
      }
      return open.snmp();
    }
  }

  /** Returns how often a thread that hears answers had stopped, and was started again. */
  long reopened() {
    return reopened.get();
  }

  private Lane open() {
    Dispatcher dispatcher = new Dispatcher(peers, sender -> stray = sender);
    dispatcher.addMessageProcessingModel(new MPv1());
    dispatcher.addMessageProcessingModel(new MPv2c());
    dispatcher.addMessageProcessingModel(
        new MPv3(engine, null, protocols, models, CounterSupport.getInstance()));
    try {
      DefaultUdpTransportMapping udp = new DefaultUdpTransportMapping(new UdpAddress("0.0.0.0/0"));
      udp.setReceiveBufferSize(RECEIVE_BYTES);
      Snmp snmp = new Snmp(dispatcher, udp);
      snmp.listen();
      return new Lane(snmp, udp, dispatcher);
    } catch (IOException e) {
      throw TransportException.beforeSending(
          Kind.GONE, "no UDP socket for SNMP: expected any free port on this host", e);
    }
  }

  Peer peer(UdpAddress address) {
    return peers.computeIfAbsent(address, _ -> new Peer());
  }

  /** Forgets boots and time of an engine, which else refuses all that a reset agent says. */
  void forget(OctetString engine) {
    usm.removeEngineTime(engine);
  }

  @Override
  public void close() {
    synchronized (lanes) {
      closed = true;
      for (Lane lane : lanes) {
        if (lane != null) {
          close(lane.snmp());
        }
      }
    }
  }

  private static void close(Snmp snmp) {
    try {
      snmp.close();
    } catch (IOException e) {
      throw new TransportException(Kind.GONE, "SNMP socket did not close: " + e.getMessage(), e);
    }
  }

  /** Counts what goes out, and what comes in that is no SNMP, by address. */
  private static final class Dispatcher extends MessageDispatcherImpl {
    private final Map<Address, Peer> peers;

    /** Last failure of the thread that hears answers, which ended it. */
    private volatile String failure = "for no known reason";

    /** Whose packet this thread is looking at. */
    private static final ThreadLocal<Address> FROM = new ThreadLocal<>();

    /** Called for packets from addresses that were not asked. */
    private final Consumer<UdpAddress> strays;

    Dispatcher(Map<Address, Peer> peers, Consumer<UdpAddress> strays) {
      this.peers = peers;
      this.strays = strays;
    }

    @Override
    protected <A extends Address> void sendMessage(
        TransportMapping<? super A> transport,
        A to,
        byte[] message,
        TransportStateReference reference,
        long timeoutMillis,
        int maxRetries)
        throws IOException {
      Peer peer = peers.get(to);
      if (peer != null) {
        peer.sent.increment();
      }
      super.sendMessage(transport, to, message, reference, timeoutMillis, maxRetries);
    }

    @Override
    public <A extends Address> void processMessage(
        TransportMapping<? super A> source,
        A sender,
        BERInputStream message,
        TransportStateReference reference) {
      if (!peers.containsKey(sender)) {
        // an answer is known by its number alone, which a stranger can guess
        if (sender instanceof UdpAddress udp) {
          strays.accept(udp);
        }
        return;
      }
      FROM.set(sender);
      try {
        super.processMessage(source, sender, message, reference);
      } catch (RuntimeException | StackOverflowError e) {
        // whatever one packet does, the thread hears the next one
        unreadable(sender);
      } catch (Error e) {
        failure = e.toString();
        throw e;
      } finally {
        FROM.remove();
      }
    }

    private void unreadable(Address sender) {
      Peer peer = peers.get(sender);
      if (peer != null) {
        peer.unreadable.increment();
      }
    }

    @Override
    protected void fireIncrementCounter(CounterEvent event) {
      Address sender = FROM.get();
      if (sender != null && isUnreadable(event)) {
        unreadable(sender);
      }
      super.fireIncrementCounter(event);
    }

    private static boolean isUnreadable(CounterEvent event) {
      return SnmpConstants.snmpInASNParseErrs.equals(event.getOid())
          || SnmpConstants.snmpInvalidMsgs.equals(event.getOid())
          || SnmpConstants.snmpInBadVersions.equals(event.getOid());
    }
  }
}
