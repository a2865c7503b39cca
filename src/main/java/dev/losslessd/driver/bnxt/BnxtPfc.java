package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;

/** PFC on bnxt, which has to know the class of each priority first: {@link FirstWrite}. */
record BnxtPfc(PfcAccess plain) implements ForwardingAccess {
  @Override
  public Reading read(DcbView dcb) {
    return FirstWrite.reading(dcb, Pfc.OFF, plain.read(dcb));
  }

  @Override
  public void write(Setting after) {
    if (!((Pfc) after).lossless().isEmpty()
        && FirstWrite.isToCome(plain.port().inHostMode(plain.port().read()))) {
      throw plain
          .port()
          .refuse(
              after.text()
                  + ": bnxt refuses pfc until ets was written since its load, and does not tell"
                  + " what it has; set ets first");
    }
    plain.write(after);
  }
}
