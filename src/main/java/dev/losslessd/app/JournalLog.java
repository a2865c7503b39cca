package dev.losslessd.app;

import dev.losslessd.log.LogProvider;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.UnixDatagrams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Has the log go to journald's own socket where standard error is the journal's: {@code journalctl
 * LOSSLESSD_DEVICE=leaf1}. A record about several devices is found by its first.
 */
final class JournalLog {
  /** See systemd-journald.service(8); a LogNamespace= of the unit is mounted there too. */
  private static final String SOCKET = "/run/systemd/journal/socket";

  private static final String DEVICE = "LOSSLESSD_DEVICE";
  private static final String PORT = "LOSSLESSD_PORT";
  private static final String COMMIT = "LOSSLESSD_COMMIT";
  private static final Pattern COMMIT_ID = Pattern.compile("c-\\d{6,}");

  private JournalLog() {}

  /** Does nothing on a terminal, and where journald has no such socket. */
  static void begin() {
    if (LogProvider.goesToJournal() && Files.exists(Path.of(SOCKET))) {
      LogProvider.toJournal(new Entries(UnixDatagrams.waitingFor(SOCKET)), JournalLog::fields);
    }
  }

  /** The fields of an argument of a message. */
  static Map<String, String> fields(Object argument) {
    return switch (argument) {
      case Target.Port port -> fields(port.id());
      case Target.Device device -> fields(device.device());
      case PortId port -> Map.of(DEVICE, port.device().toString(), PORT, port.name());
      case DeviceId device -> Map.of(DEVICE, device.toString());
      case Commit commit -> Map.of(COMMIT, commit.id());
      case String id when COMMIT_ID.matcher(id).matches() -> Map.of(COMMIT, id);
      default -> Map.of();
    };
  }

  /** Each write is one entry. */
  private static final class Entries extends OutputStream {
    private final UnixDatagrams journal;

    Entries(UnixDatagrams journal) {
      this.journal = journal;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one});
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      byte[] entry = Arrays.copyOfRange(bytes, from, from + length);
      if (journal.send(entry)) {
        return;
      }
      // once more: after a restart of journald the first finds the former socket closed
      if (!journal.send(entry)) {
        throw new IOException("journald took no entry");
      }
    }
  }
}
