package dev.losslessd.driver.mlx5.mst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SystemGroup
class MstConfigTest {
  private static final String PCI = "0000:41:00.0";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  private final AtomicLong nanos = new AtomicLong();

  private MstConfig mst(WriteGate gate) {
    return new MstConfig(root, Duration.ofSeconds(60), gate, nanos::get);
  }

  @Test
  void threeValuesOfEachEntryOfRoce() throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);
    MstConfig mst = mst(WriteGate.OPEN);

    mst.stage(PCI, Map.of("CNP_DSCP_P1", "46", "USER_PROGRAMMABLE_CC", "False"));

    assertThat(mst.query(PCI))
        .containsExactly(
            new FirmwareEntry("ROCE_CC_PRIO_MASK_P1", "255", "255", "255", false),
            new FirmwareEntry("ROCE_CC_PRIO_MASK_P2", "255", "255", "255", false),
            new FirmwareEntry(
                "ROCE_CC_CNP_MODERATION_P1",
                "DEVICE_DEFAULT",
                "DEVICE_DEFAULT",
                "DEVICE_DEFAULT",
                false),
            new FirmwareEntry("CNP_DSCP_P1", "48", "48", "46", false),
            new FirmwareEntry("CNP_802P_PRIO_P1", "6", "6", "6", false),
            new FirmwareEntry("USER_PROGRAMMABLE_CC", "False", "True", "False", false));
    assertThat(fake.calls())
        .startsWith("6 -d " + PCI + " -y set CNP_DSCP_P1=46 USER_PROGRAMMABLE_CC=False\n");
  }

  @Test
  void whatIsKnownDoesNotWaitAndIsRenewedWhenItIsOld() throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);
    MstConfig mst = mst(WriteGate.OPEN);
    assertThat(mst.known(PCI)).isEmpty();
    until(() -> mst.known(PCI).isPresent());
    assertThat(fake.calls().lines()).hasSize(1);

    fake.vanish();
    assertThat(mst.known(PCI)).isPresent();
    nanos.set(Duration.ofMinutes(11).toNanos());

    until(() -> fails(mst));
    assertThatThrownBy(() -> mst.known(PCI))
        .hasMessage("mstconfig -d " + PCI + " -e q: Failed to open the device");
  }

  private static boolean fails(MstConfig mst) {
    try {
      mst.known(PCI);
      return false;
    } catch (TransportException e) {
      return true;
    }
  }

  private static void until(BooleanSupplier there) {
    while (!there.getAsBoolean()) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void nothingIsStagedThroughAClosedGate() throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);
    MstConfig mst =
        mst(what -> {
          throw new TransportException(Kind.CLOSED_GATE, "observe mode: " + what);
        });

    assertThatThrownBy(() -> mst.stage(PCI, Map.of("CNP_DSCP_P1", "46")))
        .hasMessage("observe mode: mstconfig -d " + PCI + " -y set CNP_DSCP_P1=46");
    assertThat(fake.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "41:00.0", "0000:41:00.0 -y reset", "-h", "../0000:41:00.0"})
  void onlyAPciAddressIsPassedOn(String pci) throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);

    assertThatThrownBy(() -> mst(WriteGate.OPEN).query(pci)).hasMessageContaining("PCI address");
    assertThat(fake.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"48;reboot", "$(id)", "-y", "4 8", "", "a=b"})
  void onlyWordsAndNumbersAreStaged(String value) throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);

    assertThatThrownBy(() -> mst(WriteGate.OPEN).stage(PCI, Map.of("CNP_DSCP_P1", value)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(fake.calls()).isEmpty();
  }

  @Test
  void anEntryThatTheFirmwareLacksIsToldInItsWords() throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);

    assertThatThrownBy(() -> mst(WriteGate.OPEN).stage(PCI, Map.of("CNP_TTL_P1", "64")))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageEndingWith("The Device doesn't support CNP_TTL_P1 parameter");
    assertThat(fake.calls().lines()).hasSize(1);
  }

  /** pci_read_config gives 64 bytes to who has not CAP_SYS_ADMIN. */
  @ParameterizedTest
  @CsvSource({"0000000000003000, true", "000001ffffffffff, false", "0000000000200000, false"})
  void aProgramThatMayNotSeeTheCardSaysWhichRightIsMissing(String capabilities, boolean missing)
      throws Exception {
    FakeMstConfig fake = new FakeMstConfig(root);
    fake.vanish();
    Path status = Files.createDirectories(root.resolve("proc/self")).resolve("status");
    Files.writeString(status, "Name:\tjava\nCapEff:\t" + capabilities + "\nCapBnd:\t0\n");

    Throwable thrown = catchThrowable(() -> mst(WriteGate.OPEN).query(PCI));

    String word = String.valueOf(thrown.getMessage());
    assertThat(word).contains("Failed to open the device");
    assertThat(word.contains("lacks CAP_SYS_ADMIN; link drop-ins/mstconfig.conf"))
        .isEqualTo(missing);
  }

  @Test
  void withoutTheProgramThereIsNothing() {
    MstConfig mst = mst(WriteGate.OPEN);

    assertThat(mst.isThere()).isFalse();
    assertThat(mst.known(PCI)).isEqualTo(Optional.empty());
    assertThatThrownBy(() -> mst.query(PCI)).hasMessageContaining("apt install mstflint");
  }

  @Test
  void aProgramThatDoesNotEndIsEnded() throws Exception {
    Path program = Files.createDirectories(root.resolve("usr/bin")).resolve("mstconfig");
    Files.writeString(program, "#!/bin/sh\nexec sleep 600\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    MstConfig mst = new MstConfig(root, Duration.ofMillis(200), WriteGate.OPEN, nanos::get);

    assertThatThrownBy(() -> mst.query(PCI))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
  }

  @Test
  void firmwareThatTellsOneColumnTellsWhatIsStored() {
    String text =
        """
        Configurations:                                      Next Boot
                 CNP_DSCP_P1                         0x30
        RO       ROCE_NEXT_PROTOCOL                  254
                 NUM_OF_PFC                          N/A
        Device Firmware does not support reading default and current configurations
        """;

    List<FirmwareEntry> entries = MstOutput.parse(text);

    assertThat(entries)
        .containsExactly(
            new FirmwareEntry("CNP_DSCP_P1", null, null, "48", false),
            new FirmwareEntry("ROCE_NEXT_PROTOCOL", null, null, "254", true),
            new FirmwareEntry("NUM_OF_PFC", null, null, "N/A", false));
    assertThat(entries.getFirst().waits()).isFalse();
    assertThat(entries.getLast().isPlain()).isFalse();
  }

  @Test
  void aLineThatLacksAValueIsAnErrorAndNoValue() {
    String head = "Configurations:                  Default         Current         Next Boot\n";

    assertThatThrownBy(() -> MstOutput.parse(head + "         CNP_DSCP_P1            48   48\n"))
        .hasMessageContaining("has 2 values, expected [Default, Current, Next]");
    assertThatThrownBy(() -> MstOutput.parse("-E- nothing\n")).hasMessageContaining("no line");
    assertThat(MstOutput.parse(head + "         PCI_ODD_ENTRY\n         MKEY_BY_NAME   a b\n"))
        .isEmpty();
  }
}
