package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.FakeDevice.Talk;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.server.channel.ChannelSessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Odd devices, each a few lines of talk. */
class SshSessionTest {
  private static final Command SHOW = Command.read("show version");

  @Test
  void outputComesWithoutEchoAndPrompt() throws Exception {
    assertThat(answer(t -> cli(t, "one\r\ntwo\r\n"))).isEqualTo("one\ntwo");
  }

  @Test
  void aCommandThatPrintsNothingGivesNothing() throws Exception {
    assertThat(answer(t -> cli(t, ""))).isEmpty();
  }

  @Test
  void aPromptInTheBannerFoolsNobody() throws Exception {
    Talk talk =
        t -> {
          t.say("Welcome.\r\nleaf9# \r\nleaf9# \r\nleaf9# ");
          t.silentLine();
          t.say("is the other switch\r\n");
          cli(t, "good\r\n");
        };

    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      assertThat(session.prompt()).isEqualTo("leaf1#");
      assertThat(session.run(SHOW)).isEqualTo("good");
    }
  }

  @Test
  void aPromptOnALineAboveBelongsToTheMode() throws Exception {
    Talk talk =
        t -> {
          t.command("\r\n[edit]\r\nops@leaf1# ");
          t.say("x;\r\n");
          t.command("\r\n[edit]\r\nops@leaf1# ");
        };

    assertThat(answer(talk)).isEqualTo("x;\n\n[edit]");
  }

  @Test
  void aCommitThatWaitsIsSaidAboveEachPrompt() throws Exception {
    String waits = "\r\n# commit confirmed will be rolled back in ";
    Talk talk =
        t -> {
          t.command(waits + "2 minutes\r\n{master:0}[edit]\r\nops@leaf1# ");
          t.say("x;\r\n");
          t.command(waits + "1 minute\r\n{master:0}[edit]\r\nops@leaf1# ");
        };

    assertThat(answer(talk)).startsWith("x;\n\n# commit confirmed").endsWith("{master:0}[edit]");
  }

  @Test
  void aDeviceThatWaitsForEnterGetsOne() throws Exception {
    Talk talk =
        t -> {
          t.say("Press RETURN to get started.");
          t.line();
          cli(t, "good\r\n");
        };

    assertThat(answer(talk)).isEqualTo("good");
  }

  @Test
  void promptsChangeWithTheMode() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.command("leaf1(config)# ");
          t.command("leaf1(config-if)# ");
          t.command("leaf1# ");
        };

    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      session.run(Command.write("configure terminal"));
      assertThat(session.prompt()).isEqualTo("leaf1(config)#");
      session.run(Command.write("interface").with(CliArgument.of("Ethernet1/7")));
      assertThat(session.prompt()).isEqualTo("leaf1(config-if)#");
      session.run(Command.write("end"));
      assertThat(session.prompt()).isEqualTo("leaf1#");
    }
  }

  @Test
  void aLineOfOutputThatLooksLikeAPromptIsOutput() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("banner\r\nleaf1# ");
          t.silentLine();
          t.say("is a name\r\nlast line\r\n");
          t.command("leaf1# ");
        };

    assertThat(answer(talk)).isEqualTo("banner\nleaf1# is a name\nlast line");
  }

  @Test
  void aLatePromptOfAnEarlierEnterIsNoAnswer() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("first\r\nleaf1# ");
          t.line();
          t.say("leaf1# ");
          String second = t.silentLine();
          t.say("\r\nleaf1# " + second + "\r\nsecond\r\n");
          t.command("leaf1# ");
        };

    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      assertThat(session.run(SHOW)).isEqualTo("first");
      assertThat(session.run(Command.read("show clock"))).isEqualTo("second");
    }
  }

  @Test
  void pagersAreTurnedToTheEnd() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("page 1\r\n--More--");
          assertThat(t.key()).isEqualTo(' ');
          t.say("\r        \rp2\r\n -- More -- ");
          assertThat(t.key()).isEqualTo(' ');
          t.say("\b\b\b\b\b\b\b\b\b\b\b\b\u001b[Kpage 3\r\n");
          t.command("leaf1# ");
        };

    assertThat(answer(talk)).isEqualTo("page 1\np2\npage 3");
  }

  @Test
  void declaredQuestionsAreAnsweredOnce() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("This will overwrite. Continue? [y/n] ");
          String reply = t.line();
          t.say("Password: ");
          String secret = t.silentLine();
          t.say("\r\ngot " + reply + " and " + secret.length() + " characters\r\n");
          t.command("leaf1# ");
        };

    Command copy =
        Command.write("copy running-config startup-config")
            .expecting(Expect.reply("\\[y/n\\]", "y"), Expect.reply("Password:", "s3cret"));
    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      assertThat(session.run(copy)).endsWith("got y and 6 characters");
    }
  }

  @Test
  void anUndeclaredQuestionRunsIntoTheDeadline() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("Erase everything? [yes/no] ");
          t.silentLine();
        };

    TransportException e = failure(talk, SHOW.within(Duration.ofMillis(300)));

    assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(e.nothingSent()).isFalse();
    assertThat(e)
        .hasMessageContaining("leaf1")
        .hasMessageContaining("\"show version\"")
        .hasMessageContaining("Erase everything? [yes/no]");
  }

  @Test
  void aDisconnectInTheOutputSaysThatTheCommandHadBeenSent() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("half of the out");
        };

    TransportException e = failure(talk, SHOW);

    assertThat(e.kind()).isEqualTo(Kind.GONE);
    assertThat(e.nothingSent()).isFalse();
    assertThat(e).hasMessageContaining("had been sent and the device had taken it");
  }

  @Test
  void aDisconnectBeforeTheCommandSaysThatNothingWasSent() throws Exception {
    Talk talk = t -> t.command("leaf1# ");
    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      assertThatThrownBy(() -> session.run(SHOW)).isInstanceOf(TransportException.class);

      TransportException again =
          catchThrowableOfType(TransportException.class, () -> session.run(SHOW));

      assertThat(session.isOpen()).isFalse();
      assertThat(again.kind()).isEqualTo(Kind.GONE);
      assertThat(again.nothingSent()).isTrue();
    }
  }

  /** Long before the deadline, which is later than this test may last. */
  @Test
  @Timeout(60)
  void aDisconnectBeforeAChannelIsOpenSaysAtOnceThatNothingWasSent() throws Exception {
    try (FakeDevice device =
            FakeDevice.start(
                _ -> {}, server -> server.setChannelFactories(List.of(new HangsUp())));
        SshSession session = open(device)) {
      TransportException e =
          catchThrowableOfType(
              TransportException.class,
              () -> session.runExec(Command.read("uptime").within(Duration.ofMinutes(10))));

      assertThat(e.kind()).isEqualTo(Kind.GONE);
      assertThat(e.nothingSent()).isTrue();
      assertThat(e).hasMessageContaining("the session is closed").hasMessageContaining("uptime");
    }
  }

  @Test
  @Timeout(60)
  void aDisconnectBeforeAShellIsOpenSaysAtOnceThatNothingWasSent() throws Exception {
    try (FakeDevice device =
            FakeDevice.start(
                _ -> {}, server -> server.setChannelFactories(List.of(new HangsUp())));
        SshSession session = open(device)) {
      TransportException e =
          catchThrowableOfType(
              TransportException.class, () -> session.run(SHOW.within(Duration.ofMinutes(10))));

      assertThat(e.kind()).isEqualTo(Kind.GONE);
      assertThat(e.nothingSent()).isTrue();
      assertThat(e).hasMessageContaining("the session ended before there was a shell");
    }
  }

  /** Ends the whole session where a channel is to be opened. */
  private static final class HangsUp extends ChannelSessionFactory {
    @Override
    public Channel createChannel(Session session) throws IOException {
      session.close(true);
      throw new IOException("it hangs up");
    }
  }

  @Test
  void garbageWithoutEndIsNoPrompt() throws Exception {
    Talk talk =
        t -> {
          t.command("leaf1# ");
          t.say("\u0000\u0007\u001b[999;999H\u001b]\u001b\\\ufffd\u0001");
          t.silentLine();
        };

    assertThat(failure(talk, SHOW.within(Duration.ofMillis(300))).kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void aClosedGateLetsReadsThroughAndNoWrite() throws Exception {
    WriteGate closed =
        what -> {
          throw new TransportException(Kind.CLOSED_GATE, what + ": observe mode");
        };
    try (FakeDevice device = FakeDevice.start(t -> cli(t, "good\r\n"));
        SshSession session = SshSession.open(device.target(), closed, System::nanoTime)) {
      assertThat(session.run(SHOW)).isEqualTo("good");

      TransportException e =
          catchThrowableOfType(
              TransportException.class, () -> session.run(Command.write("reload")));

      assertThat(e).hasMessage("ssh leaf1 reload: observe mode");
      assertThat(device.received()).doesNotContain("reload");
    }
  }

  private static void cli(FakeDevice.Terminal terminal, String output) throws IOException {
    while (true) {
      terminal.command("leaf1# ");
      terminal.say(output);
    }
  }

  private static String answer(Talk talk) throws Exception {
    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      return session.run(SHOW);
    }
  }

  private static TransportException failure(Talk talk, Command command) throws Exception {
    try (FakeDevice device = FakeDevice.start(talk);
        SshSession session = open(device)) {
      return catchThrowableOfType(TransportException.class, () -> session.run(command));
    }
  }

  private static SshSession open(FakeDevice device) throws Exception {
    return SshSession.open(device.target(), WriteGate.OPEN, System::nanoTime);
  }
}
