package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Contact;
import dev.losslessd.transport.TransportException.Kind;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private final AtomicLong now = new AtomicLong(5);
  private final Answers answers = new Answers(now::get);

  private Contact contact() {
    return answers.contact("ssh");
  }

  private void fails(TransportException e) {
    assertThatThrownBy(() -> answers.noting(() -> thrown(e))).isSameAs(e);
  }

  private static int thrown(TransportException e) {
    throw e;
  }

  @Test
  void whatWasNeverAskedIsNeitherSilentNorThere() {
    assertThat(contact()).isEqualTo(new Contact("ssh", OptionalLong.empty(), OptionalLong.empty()));
    assertThat(contact().answers()).isFalse();
  }

  @Test
  void anAnswerIsOfTheTimeOfItsQuestion() {
    assertThat(answers.noting(() -> now.addAndGet(100))).isEqualTo(105);

    assertThat(contact().answered()).hasValue(5);
    assertThat(contact().answers()).isTrue();
    assertThat(contact().answeredSince(5)).isTrue();
    assertThat(contact().answeredSince(6)).isFalse();
  }

  @Test
  void silenceAndAbsenceAreSilentAndARefusalIsAnAnswer() {
    fails(new TransportException(Kind.TIMEOUT, "no answer"));
    assertThat(contact().silentSince(5)).isTrue();
    now.set(7);
    fails(new TransportException(Kind.REFUSED, "% Invalid input"));
    assertThat(contact().answers()).isTrue();
    now.set(9);
    fails(TransportException.beforeSending(Kind.GONE, "no connection", null));
    assertThat(contact().answers()).isFalse();
    assertThat(contact().silent()).hasValue(9);
  }

  @Test
  void whatWasNotSentAndWhoIsNotLetInSaysNothing() {
    fails(TransportException.beforeSending(Kind.GARBLED, "left alone", null));
    fails(TransportException.beforeSending(Kind.AUTH, "no secret", null));
    fails(new TransportException(Kind.CLOSED_GATE, "frozen"));

    assertThat(contact()).isEqualTo(new Contact("ssh", OptionalLong.empty(), OptionalLong.empty()));
  }
}
