import { join } from "node:path";
import type { Language, Parser, Tree, TreeCursor } from "@vscode/tree-sitter-wasm";
import { AssayError } from "../../errors.ts";
import type { SyntaxLanguage, SyntaxNode, SyntaxTrees } from "../../ports/syntax-trees.ts";

/**
 * Syntax trees by tree-sitter. `findFolder` gives the folder with `tree-sitter.wasm` and the grammars; it is
 * asked, and code and grammars are loaded, at the first parse. Errors: syntax_unavailable.
 */
export function treeSitterSyntaxTrees(findFolder: () => string): SyntaxTrees {
  let loading: Promise<Runtime> | undefined;
  const grammars = new Map<SyntaxLanguage, Promise<Language>>();
  return {
    async parse(language, text) {
      loading ??= loadRuntime(findFolder);
      const runtime = await loading;
      const grammar = grammars.get(language) ?? loadGrammar(runtime, language);
      grammars.set(language, grammar);
      const { parser } = runtime.setLanguage(await grammar);
      const tree = parser.parse(text);
      if (tree === null) throw new AssayError("syntax_unavailable", { what: language, reason: "no tree" });
      try {
        return copyTree(tree);
      } finally {
        tree.delete();
      }
    },
  };
}

interface Runtime {
  readonly folder: string;
  readonly load: (path: string) => Promise<Language>;
  readonly setLanguage: (language: Language) => { readonly parser: Parser };
}

async function loadRuntime(findFolder: () => string): Promise<Runtime> {
  try {
    const folder = findFolder();
    // A CommonJS module: what it exports is under `default` where Node imports it, and beside where it is bundled.
    const module = await import("@vscode/tree-sitter-wasm");
    const { Parser, Language } = ("default" in module ? module.default : module) as typeof module;
    await Parser.init({ locateFile: (file) => join(folder, file) });
    const parser = new Parser();
    return {
      folder,
      load: (path) => Language.load(path),
      setLanguage: (language) => ({ parser: parser.setLanguage(language) }),
    };
  } catch (error) {
    throw new AssayError("syntax_unavailable", { what: "tree-sitter", reason: String(error) }, error);
  }
}

async function loadGrammar({ folder, load }: Runtime, language: SyntaxLanguage): Promise<Language> {
  try {
    return await load(join(folder, `tree-sitter-${language}.wasm`));
  } catch (error) {
    throw new AssayError("syntax_unavailable", { what: language, reason: String(error) }, error);
  }
}

interface OpenNode extends SyntaxNode {
  readonly children: OpenNode[];
}

/** Without recursion: a file can nest deeper than the stack. */
function copyTree(tree: Tree): SyntaxNode {
  const cursor = tree.walk();
  const root = copyNode(cursor);
  const path = [root];
  for (;;) {
    if (cursor.gotoFirstChild()) path.push(addChild(path, cursor));
    else {
      while (!cursor.gotoNextSibling()) {
        path.pop();
        if (!cursor.gotoParent()) {
          cursor.delete();
          return root;
        }
      }
      path.pop();
      path.push(addChild(path, cursor));
    }
  }
}

function addChild(path: readonly OpenNode[], cursor: TreeCursor): OpenNode {
  const child = copyNode(cursor);
  path.at(-1)?.children.push(child);
  return child;
}

function copyNode(cursor: TreeCursor): OpenNode {
  const node = cursor.currentNode;
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName,
    start: cursor.startIndex,
    end: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    endLine: cursor.endPosition.row + 1,
    hasError: node.hasError || cursor.nodeIsMissing,
    children: [],
  };
}
