/** HiSilicon NICs under the hns3 and hns_roce drivers. */
@NullMarked
package dev.losslessd.driver.hns;

import org.jspecify.annotations.NullMarked;
