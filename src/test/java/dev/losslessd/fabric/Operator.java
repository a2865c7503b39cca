package dev.losslessd.fabric;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelShell;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.PublicKeyEntry;

/** Someone at a terminal: types lines, and reads until the next prompt. */
final class Operator implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Pattern PROMPT =
      Pattern.compile("(^|\n|\u001b\\[K)(leaf\\d(\\(config[a-z-]*\\))?# )$");

  private final SshClient client;
  private final ClientSession session;
  private final ChannelShell shell;
  private final InputStream out;
  private final OutputStream in;

  private Operator(SshClient client, ClientSession session, ChannelShell shell) {
    this.client = client;
    this.session = session;
    this.shell = shell;
    this.out = shell.getInvertedOut();
    this.in = shell.getInvertedIn();
  }

  static ClientSession connect(SshClient client, Path folder, String user) throws IOException {
    String key = Files.readString(folder.resolve("ssh_host_key.pub"));
    client.setServerKeyVerifier(
        (_, _, offered) -> key.startsWith(PublicKeyEntry.toString(offered)));
    client.start();
    int port = Integer.parseInt(Files.readString(folder.resolve("ssh.port")).strip());
    ClientSession session = client.connect(user, "127.0.0.1", port).verify(PATIENCE).getSession();
    session.addPasswordIdentity("losslessd-demo");
    session.auth().verify(PATIENCE);
    return session;
  }

  static Operator login(Path folder, String user) throws IOException {
    SshClient client = SshClient.setUpDefaultClient();
    ClientSession session = connect(client, folder, user);
    ChannelShell shell = session.createShellChannel();
    shell.setRedirectErrorStream(true);
    shell.open().verify(PATIENCE);
    return new Operator(client, session, shell);
  }

  /** Logs in at a terminal without a pager. */
  static Operator ready(Path folder, String user) throws IOException {
    Operator operator = login(folder, user);
    operator.untilPrompt();
    operator.type("terminal length 0");
    return operator;
  }

  /** All up to and with the prompt that comes next. */
  String untilPrompt() throws IOException {
    return until(PROMPT);
  }

  String until(Pattern end) throws IOException {
    StringBuilder text = new StringBuilder();
    while (!end.matcher(text).find()) {
      int c = out.read();
      if (c < 0) {
        throw new IOException("hung up after: " + text);
      }
      if (c != '\r') {
        text.append((char) c);
      }
    }
    return text.toString();
  }

  void press(String keys) throws IOException {
    in.write(keys.getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  /** Output of a line, with its echo and the next prompt. */
  String raw(String line) throws IOException {
    press(line + "\r");
    return untilPrompt();
  }

  /** Output of a line, without its echo and the next prompt. */
  List<String> type(String line) throws IOException {
    List<String> all = raw(line).lines().toList();
    return all.subList(1, all.size() - 1);
  }

  /** Lines that must all be silent. */
  void configure(String... lines) throws IOException {
    type("configure terminal");
    for (String line : lines) {
      List<String> answer = type(line);
      if (!answer.isEmpty()) {
        throw new IOException(line + ": " + answer);
      }
    }
    type("end");
  }

  @Override
  public void close() throws IOException {
    shell.close(true);
    session.close(true);
    client.stop();
  }
}
