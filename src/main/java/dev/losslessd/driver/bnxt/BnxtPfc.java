package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbPort;
import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.PfcKnob;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;

/** PFC on bnxt, which has to know the class of each priority first: {@link FirstWrite}. */
record BnxtPfc(PfcKnob pfc, DcbPort port) implements SettingAccess {
  @Override
  public SettingKind kind() {
    return pfc.kind();
  }

  @Override
  public Capability capability(DcbView dcb) {
    return pfc.capability(dcb);
  }

  @Override
  public Reading read(DcbView dcb) {
    return FirstWrite.reading(dcb, Pfc.OFF, pfc.read(dcb));
  }

  @Override
  public void write(Setting after) {
    if (!((Pfc) after).lossless().isEmpty() && FirstWrite.isToCome(port.inHostMode(port.read()))) {
      throw port.refuse(
          after.text()
              + ": bnxt refuses pfc until ets was written since its load, and does not tell what it"
              + " has; set ets first");
    }
    pfc.write(after);
  }
}
