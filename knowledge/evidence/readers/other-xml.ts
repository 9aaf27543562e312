import type { EvidenceSink, ReportReader } from "../reader.ts";
import type { XmlAttributes, XmlVisitor } from "../xml/xml.ts";
import { readXml } from "../xml/xml.ts";
import { damageNote } from "../xml/xml-damage.ts";
import { xmlKindOf } from "../xml/xml-kinds.ts";
import { rootTag } from "../xml/xml-root.ts";

/**
 * XML that no other reader takes: passed over with a note that says what it is where that is known
 * (coverage, analysis, build files), refused by the name of its root where it is not.
 */
export const otherXml = {
  format: "xml",
  title: "XML",
  sniff(head) {
    if (head.xmlRoot === undefined) return /^\s*<[?!a-z]/i.test(head.text) ? 0.02 : 0;
    return xmlKindOf(head.xmlRoot.toLowerCase(), rootTag(head)) ? 0.5 : 0.05;
  },
  open: (sink) => readXml(() => otherXmlVisitor(sink)),
} as const satisfies ReportReader;

function otherXmlVisitor(sink: EvidenceSink): XmlVisitor {
  let told = false;
  return {
    open(name, attributes, line) {
      if (told) return;
      told = true;
      const kind = xmlKindOf(name, tagAgain(name, attributes));
      if (kind?.instead) {
        sink.note({
          kind: "unreadable",
          line,
          message: `this is ${kind.what}, which is not read; ${kind.instead}`,
        });
      } else if (kind)
        sink.note({
          kind: "not-a-report",
          line,
          message: `this is ${kind.what}, no test report`,
        });
      else {
        const root = name.length > 60 ? `${name.slice(0, 60)}…` : name;
        sink.note({
          kind: "unreadable",
          line,
          message: `no test report that is known has the root element <${root}>`,
        });
      }
    },
    close() {},
    end(_line, damage) {
      if (!told && damage) sink.note(damageNote(damage, 0, otherXml.title));
    },
  };
}

/** The tag in the form that the kinds are matched against. */
function tagAgain(name: string, attributes: XmlAttributes): string {
  return `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value?.slice(0, 200)}"`)
    .join("")}>`;
}
