import { readFileSync } from "node:fs";
import { Box, render, Text, useInput } from "ink";
import { useState } from "react";

/**
 * The floor of the screen: a bare Ink app that draws the same cells with their looks, given as a file of frames, the next one at
 * each key.
 */
const frames: readonly (readonly string[])[] = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

function Floor() {
  const [at, move] = useState(0);
  useInput((input) => {
    if (input === "q") process.exit();
    move((now) => (now + 1) % frames.length);
  });
  return (
    <Box flexDirection="column">
      {frames[at]?.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Text key={index} wrap="truncate">
          {row}
        </Text>
      ))}
    </Box>
  );
}

render(<Floor />, { alternateScreen: true, incrementalRendering: true, interactive: true, maxFps: 60 });
