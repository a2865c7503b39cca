package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.Listener;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetlinkEventsTest {
  private static final String LINK_UP =
      "34000000 1000 0000 00000000 00000000"
          + "00000100 07000000 43100100 00000000"
          + "0900 0300 6474310000000000"
          + "0500 1000 06000000";

  @Test
  void aForeignWriteTellsWhoAndWhatIsNow() {
    List<Event> events = NetlinkEvents.decode(Hex.of(Samples.notification()));

    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            Event.DcbChanged.class,
            changed -> {
              assertThat(changed.ifname()).isEqualTo("enp1s0");
              assertThat(changed.senderPort()).isEqualTo(4711);
            });
  }

  @Test
  void aLinkTellsItsName() {
    assertThat(NetlinkEvents.decode(Hex.of(link("0800 0300 64743100"))))
        .containsExactly(new Event.LinkChanged("dt1"));
  }

  @Test
  void aLinkThatGoesIsAChangeToo() {
    String gone = link("0800 0300 64743100").replaceFirst("30000000 1000", "30000000 1100");

    assertThat(NetlinkEvents.decode(Hex.of(gone))).containsExactly(new Event.LinkChanged("dt1"));
  }

  @Test
  void bridgeMessagesAreNotAboutTheLink() {
    String bridge = link("0800 0300 64743100").replace("00000100 07000000", "07000100 07000000");

    assertThat(NetlinkEvents.decode(Hex.of(bridge))).isEmpty();
  }

  @Test
  void whatCannotBeUnderstoodMeansReadAgain() {
    assertThat(NetlinkEvents.decode(Hex.of("ff000000 1000 0000")))
        .singleElement()
        .isInstanceOf(Event.Overrun.class);
    assertThat(NetlinkEvents.decode(Hex.of(LINK_UP.substring(0, 60))))
        .singleElement()
        .isInstanceOf(Event.Overrun.class);
  }

  @Test
  void severalMessagesOfOneDatagramComeOneByOne() {
    Deque<String> datagrams = new ArrayDeque<>();
    datagrams.add(link("0800 0300 64743100") + link("0800 0300 64743200"));
    try (EventSource source = new NetlinkEvents(new Recorded(datagrams))) {
      assertThat(source.next(Duration.ZERO).map(NetlinkEventsTest::name)).contains("dt1");
      assertThat(source.next(Duration.ZERO).map(NetlinkEventsTest::name)).contains("dt2");
      assertThat(source.next(Duration.ZERO)).isEmpty();
    }
  }

  @Test
  void aFullQueueMeansReadAgain() {
    Deque<String> datagrams = new ArrayDeque<>(List.of("lost"));
    try (EventSource source = new NetlinkEvents(new Recorded(datagrams))) {
      assertThat(source.next(Duration.ZERO)).containsInstanceOf(Event.Overrun.class);
    }
  }

  private static String name(Event event) {
    return event instanceof Event.LinkChanged link ? link.ifname() : "";
  }

  private static String link(String name) {
    return "30000000 1000 0000 00000000 00000000"
        + "00000100 07000000 43100100 00000000"
        + name
        + "0500 1000 06000000";
  }

  private record Recorded(Deque<String> datagrams) implements Listener {
    @Override
    public int next(MemorySegment into, Duration wait) {
      String next = datagrams.poll();
      if (next == null) {
        return NOTHING;
      }
      if (next.equals("lost")) {
        return LOST;
      }
      MemorySegment bytes = Hex.of(next);
      MemorySegment.copy(bytes, 0, into, 0, bytes.byteSize());
      return (int) bytes.byteSize();
    }

    @Override
    public void close() {}
  }
}
