package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.store.StoreException;
import dev.losslessd.text.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import org.eclipse.jetty.io.EofException;
import org.junit.jupiter.api.Test;

class FailuresTest {
  @Test
  void aClientThatWentAwayIsNoFailureOfOurs() {
    assertThat(Failures.isGone(new EofException("early EOF"))).isTrue();
    assertThat(Failures.isGone(new UncheckedIOException(new EofException()))).isTrue();
    assertThat(Failures.isGone(new IOException("write", new ClosedChannelException()))).isTrue();
  }

  @Test
  void aClosedJournalIsAFailureOfOurs() {
    StoreException journal =
        new StoreException("journal cannot be written", new ClosedChannelException());

    assertThat(Failures.isGone(journal)).isFalse();
    assertThat(Failures.problem("PUT", "/x", journal).status()).isEqualTo(503);
  }

  @Test
  void whatTheRequestAskedInVainIsNotTheDaemonsFailure() {
    assertThat(Failures.malformed(505, "Unknown Version").title())
        .isEqualTo("The request cannot be read");
    assertThat(Failures.malformed(501, "Unsupported Transfer-Encoding").slug())
        .isEqualTo("bad-request");
    assertThat(Failures.malformed(500, "x").slug()).isEqualTo("internal");
  }

  @Test
  void textOfAStrangerIsShownWithoutControlCharacters() {
    assertThat(PrintableText.brief("a\u001b[31m\nb\u009b\u007f", 100))
        .isEqualTo("a\\x1b[31m\\x0ab\\x9b\\x7f");
  }
}
