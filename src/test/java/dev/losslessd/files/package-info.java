@NullMarked
package dev.losslessd.files;

import org.jspecify.annotations.NullMarked;
