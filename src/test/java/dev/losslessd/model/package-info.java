/** Tests of the model: settings, links, plans and findings. */
@NullMarked
package dev.losslessd.model;

import org.jspecify.annotations.NullMarked;
