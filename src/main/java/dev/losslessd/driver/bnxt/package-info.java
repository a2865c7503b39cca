/** Broadcom NetXtreme-E NICs under the bnxt_en and bnxt_re drivers. */
@NullMarked
package dev.losslessd.driver.bnxt;

import org.jspecify.annotations.NullMarked;
