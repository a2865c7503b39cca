package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.watch.EventData.LinkEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EventStreamTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/7");
  private static final LinkEvent DOWN = new LinkEvent("down", PORT, "down");

  private Instant now = NOW;
  private final EventStream stream = new EventStream("b1", RealTime.by(() -> now));

  @Test
  void eventsComeInTheirOrderWithNumbersFromOneAndTheirTime() {
    stream.publish(DOWN);
    now = NOW.minusSeconds(3600); // the clock was set back; the order stays
    stream.publish(new LinkEvent("up", PORT, "up"));

    EventStream.Batch all = stream.after(0, 10);

    assertThat(all.events())
        .containsExactly(
            new Event(1, NOW, DOWN), new Event(2, now, new LinkEvent("up", PORT, "up")));
    assertThat(all.missed()).isZero();
    assertThat(stream.id(2)).isEqualTo("b1-2");
  }

  @Test
  void readersAtDifferentPlacesEachGetTheirOwn() {
    publish(5);

    assertThat(numbers(stream.after(1, 2))).containsExactly(2L, 3L);
    assertThat(numbers(stream.after(4, 10))).containsExactly(5L);
    assertThat(stream.after(1, 2).last()).isEqualTo(3);
    assertThat(stream.after(5, 10).events()).isEmpty();
    assertThat(stream.after(5, 10).last()).isEqualTo(5);
  }

  @Test
  void whoWasAwayForLongerThanTheRingIsToldHowMuchItMissedAndGetsTheRest() {
    publish(3);
    publish(EventStream.KEPT);

    EventStream.Batch rest = stream.after(1, Integer.MAX_VALUE);

    assertThat(rest.missed()).isEqualTo(2);
    assertThat(numbers(rest))
        .isEqualTo(LongStream.rangeClosed(4, EventStream.KEPT + 3).boxed().toList());
    assertThat(stream.after(3, 1).missed()).as("nothing was lost to it").isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"b2-1", "b1-3", "b1", "b1-", "-1", "b1-1 ", "b1-99999999999999999999"})
  void anIdThatWasNeverGivenByThisRunIsUnknown(String id) {
    publish(2);

    assertThat(stream.number(id)).isEmpty();
  }

  @Test
  void idsOfThisRunAreKnownFromZeroToTheLast() {
    publish(2);

    assertThat(stream.number("b1-0")).hasValue(0);
    assertThat(stream.number("b1-2")).hasValue(2);
    assertThat(EventStream.isId("other-17")).isTrue();
    assertThat(EventStream.isId("17")).isFalse();
  }

  @Test
  void whoWaitsGetsTheEventAsSoonAsItComesAndNothingIfNoneDoes() throws Exception {
    assertThat(stream.await(0, 10, Duration.ZERO).events()).isEmpty();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<EventStream.Batch> waits =
          threads.submit(() -> stream.await(0, 10, Duration.ofMinutes(10)));
      stream.publish(DOWN);

      assertThat(numbers(waits.get())).containsExactly(1L);
    }
  }

  @Test
  void manyWhoPublishAtOnceGetNumbersWithoutGapAndReadersSeeEachOnce() throws Exception {
    List<Long> seen = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> reader = threads.submit(() -> follow(seen, 800));
      for (int writer = 0; writer < 8; writer++) {
        threads.execute(() -> publish(100));
      }
      reader.get();
    }

    assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 800).boxed().toList());
  }

  private Void follow(List<Long> seen, int most) throws InterruptedException {
    long last = 0;
    while (last < most) {
      EventStream.Batch batch = stream.await(last, 7, Duration.ofMinutes(10));
      seen.addAll(numbers(batch));
      last = batch.last();
    }
    return null;
  }

  private void publish(int count) {
    for (int n = 0; n < count; n++) {
      stream.publish(DOWN);
    }
  }

  private static List<Long> numbers(EventStream.Batch batch) {
    return batch.events().stream().map(Event::number).toList();
  }
}
