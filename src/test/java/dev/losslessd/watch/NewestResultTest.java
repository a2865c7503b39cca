package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two leaves that are read at a time: what was seen earlier must not be the last word. */
class NewestResultTest {
  private final AtomicInteger cables = new AtomicInteger(1);
  private final List<Integer> declared = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch looked = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @Test
  void aLookThatBeganEarlierIsDroppedAndNobodyWaitsForIt() throws Exception {
    NewestResult<Integer> newest = new NewestResult<>(this::look, declared::add);
    CompletableFuture<Void> slow = CompletableFuture.runAsync(newest);
    looked.await();
    cables.set(2);
    newest.run();
    goOn.countDown();
    slow.get(10, TimeUnit.SECONDS);

    assertThat(declared).containsExactly(2);
    cables.set(3);
    newest.run();
    assertThat(declared).containsExactly(2, 3);
  }

  /** The first look stops between what it saw and its end. */
  private int look() {
    int seen = cables.get();
    if (seen == 1) {
      looked.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return seen;
  }
}
