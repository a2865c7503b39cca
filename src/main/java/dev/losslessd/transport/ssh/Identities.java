package dev.losslessd.transport.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import dev.losslessd.files.FileThreads;
import dev.losslessd.transport.Secret;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gives the keys of one connect to the library. */
final class Identities {
  private static final int LARGEST = 1024 * 1024;

  private Identities() {}

  static void add(SshTarget target, JSch library) {
    for (Credential credential : target.credentials()) {
      if (credential instanceof Credential.KeyFile(var file, var passphrase)) {
        add(target, library, file, passphrase);
      }
    }
  }

  private static void add(SshTarget target, JSch library, Path file, @Nullable Secret passphrase) {
    byte[] key = read(target, file);
    byte[] secret = passphrase == null ? null : passphrase.readBytes();
    try {
      KeyPair pair = KeyPair.load(library, key, null);
      boolean locked = pair.isEncrypted() && !(secret != null && pair.decrypt(secret));
      pair.dispose();
      if (locked) {
        throw refusal(
            target,
            "the passphrase does not open key " + file,
            secret == null ? "a passphrase, none is set" : "the key's own passphrase",
            null);
      }
      library.addIdentity(file.toString(), key, null, secret);
    } catch (JSchException e) {
      throw refusal(target, "key " + file, "a private key in OpenSSH, PEM or PuTTY format", e);
    } finally {
      Arrays.fill(key, (byte) 0);
      if (secret != null) {
        Arrays.fill(secret, (byte) 0);
      }
    }
  }

  private static byte[] read(SshTarget target, Path file) {
    try {
      return FileThreads.SHARED.bytes(file, LARGEST);
    } catch (IOException e) {
      throw refusal(target, "key " + file, "a file that this user may read", e);
    }
  }

  private static TransportException refusal(
      SshTarget target, String what, String expected, @Nullable Throwable cause) {
    return TransportException.beforeSending(
        Kind.AUTH, target.label() + ": " + what + ": expected " + expected, cause);
  }
}
