package dev.losslessd.driver.esxi;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.FabricContract;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contract on a server with ESXi, whose module parameters are those of all its RDMA ports. */
class EsxiContractTest extends SwitchContract {
  private static final String PORT = EsxiServer.RDMA.name();
  private static final String OTHER = "vmnic3";
  private static final String OPTIONS = Module.NMLX5_CORE.command();

  @Override
  protected SwitchDriver driver() {
    return new EsxiDriver();
  }

  @Override
  protected Ledger ledger() {
    return EsxiLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new FabricContract(new EsxiServer(folder), "", false);
  }

  @Override
  protected String denial() {
    return "Permission to perform this operation was denied";
  }

  @Override
  protected String port() {
    return PORT;
  }

  @Override
  protected String other() {
    return OTHER;
  }

  @Override
  protected String gone() {
    return "vmnic47";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("none"),
        SettingKind.TRUST,
        Expected.unknown("not told (pcp after reboot)"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("on (as the guides leave it; it is not PFC)"),
        SettingKind.MTU,
        Expected.value("9000"));
  }

  @Override
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("none"),
        SettingKind.TRUST,
        Expected.unknown("not told (pcp after reboot)"),
        SettingKind.RDMA_DSCP,
        Expected.unknown("after reboot"));
  }

  @Override
  protected boolean hears() {
    return false;
  }

  @Override
  protected int queueCounters() {
    return 41;
  }

  @Override
  protected Set<String> asides() {
    return Set.of("esxcli system stats uptime get", Module.NMLX5_RDMA.command());
  }

  /** No bundle has settings of these; what other places configure is said with the place. */
  @Override
  protected List<Case> members() {
    return List.of(
        Case.printed(
            "DCBX",
            DcbStatus.command(PORT),
            text -> text.replace("false", "true").replace("0 0 0 0 0 0 0 0", "0 0 0 1 0 0 0 0"),
            PORT,
            SettingKind.PFC,
            Expected.value("3 (more on vmnic2)")),
        Case.printed(
            "another driver",
            Vmnic.COMMAND,
            text -> text.replaceFirst("(vmnic2 .*)nmlx5_core", "$1ixgben    "),
            PORT,
            SettingKind.PFC,
            Expected.unknown("esxcli system module parameters list -m ixgben")));
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        Case.configured(
            "a parameter that only a boot brings",
            core("trust_state=2"),
            "",
            SettingKind.TRUST,
            Expected.unknown("not told (dscp after reboot)")),
        Case.printed(
            "pause",
            Pause.COMMAND,
            text -> text.replaceFirst("vmnic2 .*\n", ""),
            PORT,
            SettingKind.GLOBAL_PAUSE,
            Expected.unknown("has no row of vmnic2")));
  }

  private static String core(String options) {
    return "esxcli system module parameters set -m nmlx5_core -p \"" + options + "\"";
  }

  private static Case options(String options, SettingKind kind, String unknown) {
    return Case.printed(
        options,
        OPTIONS,
        text -> text.replace("''", "'" + options + "'"),
        "",
        kind,
        Expected.unknown(unknown));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        options("pfctx=some pfcrx=some", SettingKind.PFC, "pfctx"),
        options("pfctx=0x08 pfcrx=0x10", SettingKind.PFC, "pfcrx"),
        options("trust_state=7", SettingKind.TRUST, "trust_state"));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(
        Case.printed(
            "pause",
            Pause.COMMAND,
            text -> text.replaceFirst("(vmnic3 +)\\w+", "$1maybe"),
            OTHER,
            SettingKind.GLOBAL_PAUSE,
            Expected.unknown("has no row of vmnic3")));
  }

  @Override
  protected List<String> starts() {
    return List.of("", core("max_vfs=4,4  DRSS=8 "));
  }

  @Override
  protected String lie() {
    return "parameters";
  }

  @Override
  protected List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(whole(), new Pfc(PrioritySet.of(3))),
        Map.entry(whole(), new Trust(Trust.Field.DSCP)),
        Map.entry(whole(), RdmaDscp.of(26)),
        Map.entry(whole(), new Pfc(PrioritySet.of(3, 4))),
        Map.entry(target(PORT), GlobalPause.OFF),
        Map.entry(target(PORT), new GlobalPause(true, false)));
  }
}
