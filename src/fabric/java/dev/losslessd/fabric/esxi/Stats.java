package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Output of vsish for a NIC: the counters of every driver, then NVIDIA's own. */
final class Stats {
  private static final Pattern NODE = Pattern.compile("/net/pNics/(\\w+)/stats");

  private Stats() {}

  static List<String> print(EsxiHost host, List<String> words) throws CliError {
    Matcher node = NODE.matcher(words.size() == 3 ? words.get(2) : "");
    boolean asks =
        words.size() == 3
            && words.getFirst().equals("-e")
            && List.of("cat", "get").contains(words.get(1));
    if (!asks || !node.matches()) {
      throw new CliError("VSISHCmdGetInt():Get failed: Not found");
    }
    for (Nic nic : host.nics()) {
      if (nic.name().equals(node.group(1))) {
        return lines(host, nic);
      }
    }
    throw new CliError("VSISHPath_Form():Extraneous '" + node.group(1) + "' in path.");
  }

  private static List<String> lines(EsxiHost host, Nic nic) {
    Traffic traffic = nic.port().traffic();
    List<String> lines = new ArrayList<>();
    lines.add("device {");
    lines.add("   -- General Statistics:");
    lines.add("   Rx Packets:" + traffic.inPackets());
    lines.add("   Tx Packets:" + traffic.outPackets());
    lines.add("   Rx Bytes:" + traffic.inOctets());
    lines.add("   Tx Bytes:" + traffic.outOctets());
    lines.add("   Rx Errors:0");
    lines.add("   Tx Errors:0");
    lines.add("   Rx Dropped:0");
    lines.add("   Tx Dropped:0");
    lines.add("   -- Driver Specific Statistics:");
    if (nic.isMellanox()) {
      own(host, nic, lines);
    }
    lines.add("}");
    return lines;
  }

  private static void own(EsxiHost host, Nic nic, List<String> lines) {
    boolean[] pause = host.pause(nic);
    long frames = host.micros() / 1_000_000;
    long in = pause[0] ? frames * 3 : 0;
    long out = pause[1] ? frames : 0;
    lines.add("   rxPauseCtrlPhy : " + in);
    lines.add("   txPauseCtrlPhy : " + out);
    for (int n = 0; n < 8; n++) {
      lines.add("   rx_prio" + n + "_pause : " + pauses(host, nic, n));
      lines.add("   tx_prio" + n + "_pause : " + pauses(host, nic, n) / 2);
    }
    lines.add("   rx_global_pause : " + in);
    lines.add("   tx_global_pause : " + out);
    lines.add("   rx_global_pause_duration : " + 7 * in);
    lines.add("   tx_global_pause_duration : " + 7 * out);
    lines.add("   rx_global_pause_transition : " + in / 2);
    lines.add("   txPauseStormWarningEvents : 0");
    lines.add("   txPauseStormErrorEvents : 0");
  }

  /** PFC frames received for a priority. */
  static long pauses(EsxiHost host, Nic nic, int priority) {
    return (host.pfc(nic) >> priority & 1) == 1 ? host.micros() / 500_000 : 0;
  }
}
