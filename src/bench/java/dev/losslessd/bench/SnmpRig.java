package dev.losslessd.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * Switches of the rig, in a process of their own so that their CPU is told apart: addresses {@code
 * 127.1.x.y} of the loopback, all with the same answers by SNMPv2c. An agent takes a time for each
 * PDU: {@code serial} agents work on one at a time, as those of real switches do; {@code latency}
 * is a long way to an agent that takes no time.
 */
final class SnmpRig {
  static final int PORT = 16_161;
  private static final int MOST_BYTES = 60_000;
  private static final int GET = 0xA0;
  private static final int BULK = 0xA5;

  private record Reply(DatagramChannel from, SocketAddress to, ByteBuffer bytes, long due)
      implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due, ((Reply) other).due);
    }
  }

  /** When an agent will have done what it was asked. */
  private static final class Agent {
    long idleAt;
  }

  private final RigMib mib;
  private final long delayNanos;
  private final boolean serial;
  private final DelayQueue<Reply> replies = new DelayQueue<>();

  private SnmpRig(int ports, long delayMicros, boolean serial) {
    this.mib = new RigMib(ports);
    this.delayNanos = delayMicros * 1000;
    this.serial = serial;
  }

  /** Address of a switch, from 0. */
  static String address(int n) {
    return "127.1." + n / 250 + "." + (n % 250 + 1);
  }

  /** How many switches, their ports, the delay in microseconds, {@code serial|latency}. */
  public static void main(String[] words) throws Exception {
    SnmpRig rig =
        new SnmpRig(
            Integer.parseInt(words[1]), Long.parseLong(words[2]), words[3].equals("serial"));
    Thread.ofPlatform().daemon().start(rig::send);
    try (Selector selector = Selector.open()) {
      for (int n = 0; n < Integer.parseInt(words[0]); n++) {
        DatagramChannel channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress(address(n), PORT));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new Agent());
      }
      System.out.println("ready");
      while (true) {
        selector.select(
            key -> rig.receive((DatagramChannel) key.channel(), (Agent) key.attachment()));
      }
    }
  }

  private void send() {
    try {
      while (true) {
        Reply reply = replies.take();
        reply.from().send(reply.bytes(), reply.to());
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void receive(DatagramChannel channel, Agent agent) {
    ByteBuffer packet = ByteBuffer.allocate(65_535);
    try {
      for (SocketAddress from = channel.receive(packet); from != null; ) {
        long begun = System.nanoTime();
        if (serial) {
          begun = Math.max(begun, agent.idleAt);
        }
        agent.idleAt = begun + delayNanos;
        ByteBuffer answer = ByteBuffer.wrap(answer(packet.flip()));
        replies.add(new Reply(channel, from, answer, agent.idleAt));
        from = channel.receive(packet.clear());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] answer(ByteBuffer in) {
    enter(in);
    byte[] version = value(in);
    byte[] community = value(in);
    int type = in.get() & 0xff;
    length(in);
    byte[] id = value(in);
    value(in);
    int repetitions = type == BULK ? (int) unsigned(value(in)) : Math.min(1, value(in).length);
    enter(in);
    ByteArrayOutputStream list = new ByteArrayOutputStream(16_384);
    int[] next = new int[200];
    int asked = 0;
    while (in.hasRemaining()) {
      enter(in);
      int[] oid = oid(value(in));
      value(in);
      if (type == GET) {
        list.writeBytes(mib.get(oid));
      } else {
        if (asked == next.length) {
          next = Arrays.copyOf(next, 2 * asked);
        }
        next[asked++] = mib.after(oid);
      }
    }
    follow(list, Arrays.copyOf(next, asked), repetitions);
    ByteArrayOutputStream pdu = new ByteArrayOutputStream(list.size() + 40);
    pdu.writeBytes(RigMib.tagged(0x02, id));
    pdu.writeBytes(RigMib.tagged(0x02, new byte[1]));
    pdu.writeBytes(RigMib.tagged(0x02, new byte[1]));
    pdu.writeBytes(RigMib.tagged(0x30, list.toByteArray()));
    ByteArrayOutputStream message = new ByteArrayOutputStream(list.size() + 80);
    message.writeBytes(RigMib.tagged(0x02, version));
    message.writeBytes(RigMib.tagged(0x04, community));
    message.writeBytes(RigMib.tagged(0xA2, pdu.toByteArray()));
    return RigMib.tagged(0x30, message.toByteArray());
  }

  private void follow(ByteArrayOutputStream list, int[] next, int repetitions) {
    boolean more = next.length > 0;
    for (int round = 0; round < repetitions && more; round++) {
      more = false;
      for (int n = 0; n < next.length; n++) {
        if (list.size() > MOST_BYTES) {
          return;
        }
        list.writeBytes(mib.at(next[n]));
        more |= next[n] < mib.end();
        next[n]++;
      }
    }
  }

  private static void enter(ByteBuffer in) {
    in.get();
    length(in);
  }

  private static int length(ByteBuffer in) {
    int first = in.get() & 0xff;
    int length = first;
    if (first > 0x80) {
      length = 0;
      for (int n = 0; n < (first & 0x7f); n++) {
        length = (length << 8) | (in.get() & 0xff);
      }
    }
    return length;
  }

  private static byte[] value(ByteBuffer in) {
    in.get();
    byte[] value = new byte[length(in)];
    in.get(value);
    return value;
  }

  private static long unsigned(byte[] number) {
    long value = 0;
    for (byte one : number) {
      value = (value << 8) | (one & 0xff);
    }
    return value;
  }

  private static int[] oid(byte[] bytes) {
    int[] parts = new int[bytes.length + 1];
    parts[0] = bytes[0] / 40;
    parts[1] = bytes[0] % 40;
    int at = 2;
    int part = 0;
    for (int n = 1; n < bytes.length; n++) {
      part = (part << 7) | (bytes[n] & 0x7f);
      if (bytes[n] >= 0) {
        parts[at++] = part;
        part = 0;
      }
    }
    return Arrays.copyOf(parts, at);
  }
}
