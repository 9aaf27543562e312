import { Box, Text } from "ink";
import { memo } from "react";

/** One row; drawn again only when its text changed. */
const Row = memo(function Row({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text}</Text>;
});

/** Finished rows, one below the other. They fit the screen, so that nothing is left to lay out. */
export function Rows({ rows }: { readonly rows: readonly string[] }) {
  return (
    <Box flexDirection="column" height={rows.length}>
      {rows.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Row key={at} text={text} />
      ))}
    </Box>
  );
}
