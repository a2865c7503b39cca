package dev.losslessd.driver.junos;

import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.JsonText;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** XML of a capture as the JSON that {@code display json} makes of it: element by element. */
final class XmlText {
  private XmlText() {}

  static String json(String text, String root) {
    return json(text, root, false);
  }

  static String json(String text, String root, boolean plain) {
    try {
      Element document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(text.strip())))
              .getDocumentElement();
      Element at =
          document.getTagName().equals(root)
              ? document
              : (Element) document.getElementsByTagName(root).item(0);
      return JsonText.write(JsonObject.of(root, List.of(element(at, plain))));
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Object element(Element at, boolean plain) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Node one = at.getFirstChild(); one != null; one = one.getNextSibling()) {
      if (one instanceof Element inner) {
        many(fields, inner.getTagName()).add(element(inner, plain));
      }
    }
    if (!fields.isEmpty()) {
      return fields;
    }
    String text = at.getTextContent().strip();
    return plain ? text : JsonObject.of("data", text);
  }

  @SuppressWarnings("unchecked") // lists are made here alone
  private static List<Object> many(Map<String, Object> fields, String name) {
    return (List<Object>) fields.computeIfAbsent(name, _ -> new ArrayList<>());
  }
}
