import type { SyntaxNode } from "../ports/syntax-trees.ts";
import type { Place } from "./code.ts";

/** The first child that fills a field. */
export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field && child.named);
}

/** All children that fill a field. */
export function childrenOf(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field && child.named);
}

/** Children that mean something: named ones but for comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.named && !child.type.includes("comment"));
}

/** The first child of a type. */
export function childOfType(node: SyntaxNode, ...types: string[]): SyntaxNode | undefined {
  return node.children.find((child) => types.includes(child.type));
}

export function placeOf({ start, end, line }: SyntaxNode): Place {
  return { start, end, line };
}
