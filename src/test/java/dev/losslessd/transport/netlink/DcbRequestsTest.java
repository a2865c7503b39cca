package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.TransportException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcbRequestsTest {
  private static final int SEQ = 0x01020304;
  private static final String NAME = "0b00 0100 656e7031733000 00"; // enp1s0

  @Test
  void aReadNamesOnlyTheInterface() {
    String sent = Sent.dcb(SEQ, client -> client.read("enp1s0"));

    assertThat(sent)
        .isEqualTo(Hex.squeeze("20000000 4e00 0500 04030201 00000000", "00150000", NAME));
  }

  @Test
  void pfcTravelsWhole() {
    List<Long> none = Collections.nCopies(8, 0L);
    IeeePfc pfc = new IeeePfc(8, 0x28, 1, 0x0214, none, none);

    String sent = Sent.dcb(SEQ, client -> client.setPfc("enp1s0", pfc));

    assertThat(sent)
        .isEqualTo(
            Hex.squeeze(
                "b0000000 4f00 0500 04030201 00000000",
                "00140000",
                NAME,
                "9000 0d80",
                "8c00 0200",
                "08 28 01 00 1402 0000",
                Hex.zeros(128)));
  }

  @Test
  void etsKeepsItsUnpaddedStruct() {
    List<Integer> zero = Collections.nCopies(8, 0);
    IeeeEts ets =
        new IeeeEts(
            0,
            8,
            0,
            List.of(60, 0, 0, 40, 0, 0, 0, 0),
            zero,
            List.of(2, 0, 0, 2, 0, 0, 0, 255),
            List.of(0, 0, 0, 3, 0, 0, 7, 7),
            zero,
            zero,
            zero);

    String sent = Sent.dcb(SEQ, client -> client.setEts("enp1s0", ets));

    assertThat(sent)
        .isEqualTo(
            Hex.squeeze(
                "64000000 4f00 0500 04030201 00000000",
                "00140000",
                NAME,
                "4400 0d80",
                "3f00 0100",
                "00 08 00",
                "3c00002800000000",
                Hex.zeros(8),
                "02000002000000ff",
                "0000000300000707",
                Hex.zeros(24),
                "00"));
  }

  @Test
  void dscpEntriesAreAddedAndDeletedUnderTheSameNest() {
    List<DcbApp> apps = List.of(DcbApp.dscp(34, 4), new DcbApp(3, 4, 4791));
    String table =
        Hex.squeeze("1800 0d80", "1400 0380", "0800 0100 05 04 2200", "0800 0100 03 04 b712");

    String add = Sent.dcb(SEQ, client -> client.addApps("enp1s0", apps));
    String deleted = Sent.dcb(SEQ, client -> client.deleteApps("enp1s0", apps));

    String header = "38000000 4f00 0500 04030201 00000000";
    assertThat(add).isEqualTo(Hex.squeeze(header, "00140000", NAME, table));
    assertThat(deleted).isEqualTo(Hex.squeeze(header, "001b0000", NAME, table));
  }

  @Test
  void aPcpEntryHasItsOwnAttribute() {
    String sent = Sent.dcb(SEQ, client -> client.addApps("enp1s0", List.of(new DcbApp(255, 2, 9))));

    assertThat(sent).endsWith(Hex.squeeze("0800 0200 ff 02 0900"));
  }

  @Test
  void buffersAreBytesInHostOrder() {
    DcbBuffer buffer =
        new DcbBuffer(
            List.of(0, 0, 0, 0, 2, 0, 0, 0),
            List.of(65_536L, 0L, 131_072L, 0L, 0L, 0L, 0L, 0L),
            262_144);

    String sent = Sent.dcb(SEQ, client -> client.setBuffer("enp1s0", buffer));

    assertThat(sent)
        .isEqualTo(
            Hex.squeeze(
                "54000000 4f00 0500 04030201 00000000",
                "00140000",
                NAME,
                "3400 0d80",
                "3000 0a00",
                "0000000002000000",
                "00000100 00000000 00000200",
                Hex.zeros(20),
                "00000400"));
  }

  @Test
  void ratesAreKilobitsPerSecond() {
    List<Long> rates = List.of(0L, 25_000_000L, 0L, 0L, 0L, 0L, 0L, 0L);

    String sent = Sent.dcb(SEQ, client -> client.setMaxRate("enp1s0", rates));

    assertThat(sent)
        .endsWith(
            Hex.squeeze("4800 0d80", "4400 0700", Hex.zeros(8), "40787d0100000000", Hex.zeros(48)));
  }

  @Test
  void dcbxIsOneByteOrNone() {
    String setting = Sent.dcb(SEQ, client -> client.setDcbx("enp1s0", Dcbx.HOST | Dcbx.IEEE));
    String sent = Sent.dcb(SEQ, client -> client.dcbx("enp1s0"));

    assertThat(setting)
        .isEqualTo(
            Hex.squeeze(
                "28000000 4f00 0500 04030201 00000000", "00170000", NAME, "0500 0e00 09 000000"));
    assertThat(sent)
        .isEqualTo(Hex.squeeze("20000000 4e00 0500 04030201 00000000", "00160000", NAME));
  }

  @Test
  void aNameThatNoInterfaceCanHaveIsRefused() {
    assertThatThrownBy(() -> Sent.dcb(SEQ, client -> client.read("sixteen-letters-")))
        .isInstanceOf(TransportException.class)
        .hasMessage("interface name 'sixteen-letters-': expected 1..15 bytes");
  }
}
