package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.Dcbx;
import dev.losslessd.transport.netlink.IeeeEts;
import java.util.Collections;

/**
 * The state of bnxt in host mode before ETS was written for the first time since its load: it reads
 * as an ETS and a PFC mask of zeros, whatever the card does, and PFC is refused until then
 * (bnxt_dcbnl_ieee_getets, bnxt_dcbnl_ieee_getpfc and bnxt_hwrm_queue_pfc_cfg of Linux
 * drivers/net/ethernet/broadcom/bnxt/bnxt_dcb.c). The same zeros after a write are one strict class
 * for all; the two cannot be told apart.
 */
final class FirstWrite {
  /** Meaning of the zeros once they are written. */
  static final Ets ONE_CLASS =
      new Ets(
          Collections.nCopies(8, Ets.Selection.STRICT),
          Collections.nCopies(8, 0),
          Collections.nCopies(8, 0));

  private FirstWrite() {}

  /** Whether it may still be to come. */
  static boolean isToCome(DcbState state) {
    return state.dcbx().isPresent()
        && (state.dcbx().getAsInt() & Dcbx.HOST) != 0
        && state.ets().filter(FirstWrite::isZero).isPresent();
  }

  private static boolean isZero(IeeeEts ets) {
    return ets.creditShaper() == 0
        && ets.txPercent().stream().allMatch(share -> share == 0)
        && ets.selection().stream().allMatch(code -> code == 0)
        && ets.classOfPriority().stream().allMatch(tc -> tc == 0);
  }

  /**
   * Returns the reading before the first write: unknown now, and this when something else was
   * written.
   *
   * @param shown what the zeros say
   */
  static Reading reading(DcbView dcb, Setting shown, Reading otherwise) {
    return dcb instanceof DcbView.Known known && isToCome(known.state())
        ? new Reading.Staged(null, shown, Reading.Event.WRITE, "")
        : otherwise;
  }
}
