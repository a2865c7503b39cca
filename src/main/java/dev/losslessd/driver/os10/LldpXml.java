package dev.losslessd.driver.os10;

import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * {@code show lldp neighbors | display-xml}, for a switch without SNMP: the table for people cuts
 * names short. Identifiers are base64, of the bytes of an address or of text.
 */
final class LldpXml {
  static final String COMMAND = "show lldp neighbors | display-xml";

  private static final String MAC = "mac-address";

  private LldpXml() {}

  static List<Neighbour> parse(DeviceId device, String text) {
    List<Neighbour> all = new ArrayList<>();
    for (Element port : below(root(text), "interface")) {
      String name =
          text(port, "name").orElseThrow(() -> ParseErrors.at(COMMAND, "interface", "name"));
      if (RunningConfig.isPort(name)) {
        for (Element info : below(port, "info")) {
          neighbour(new PortId(device, name), info).ifPresent(all::add);
        }
      }
    }
    return List.copyOf(all);
  }

  private static Optional<Neighbour> neighbour(PortId port, Element info) {
    return Neighbour.of(
        port,
        text(info, "rem-system-name").orElse(""),
        () -> id(info, "rem-lldp-chassis-id", "rem-lldp-chassis-id-subtype").orElse(""),
        id(info, "rem-lldp-port-id", "rem-lldp-port-subtype").orElse(""));
  }

  private static Optional<String> id(Element info, String field, String subtype) {
    return text(info, field)
        .map(encoded -> decoded(field, encoded, text(info, subtype).orElse("").equals(MAC)));
  }

  private static String decoded(String field, String encoded, boolean mac) {
    try {
      byte[] bytes = Base64.getDecoder().decode(Pattern.of("\\s").matcher(encoded).replaceAll(""));
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      boolean printable = text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
      return mac || !printable ? HexFormat.ofDelimiter(":").formatHex(bytes) : text;
    } catch (IllegalArgumentException e) {
      throw ParseErrors.at(COMMAND, field + " " + encoded, "base64");
    }
  }

  private static Element root(String text) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new InputSource(new StringReader(text.strip()))).getDocumentElement();
    } catch (SAXException e) {
      throw ParseErrors.at(COMMAND, text, "one whole XML document (" + e.getMessage() + ")");
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException("the JDK's XML parser", e);
    }
  }

  private static List<Element> below(Element element, String name) {
    List<Element> all = new ArrayList<>();
    var found = element.getElementsByTagName(name);
    for (int n = 0; n < found.getLength(); n++) {
      if (found.item(n) instanceof Element one) {
        all.add(one);
      }
    }
    return all;
  }

  /** Returns the text of a direct child; deeper elements do not count. */
  private static Optional<String> text(Element element, String name) {
    for (Node one = element.getFirstChild(); one != null; one = one.getNextSibling()) {
      if (one.getNodeName().equals(name)) {
        return Optional.of(one.getTextContent().strip());
      }
    }
    return Optional.empty();
  }
}
