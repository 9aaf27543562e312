import { expect, test } from "vitest";
import { rebaseLinks } from "../../../../knowledge/adapters/github/rebase-links.ts";

const next = (url: string) => `<${url}>; rel="next", <${url}&last>; rel="last"`;

test.each([
  ["https://api.github.com", "https://api.github.com/repositories/1/pulls?page=2"],
  ["https://code.example/api/v3", "https://code.example/api/v3/repositories/1/pulls?page=2"],
])("a link to a page under %s stays as it is", (api, url) => {
  expect(rebaseLinks(next(url), api)).toBe(next(url));
});

test.each([
  [
    "https://proxy.example",
    "https://api.github.com/repos/o/r/pulls?page=2",
    "https://proxy.example/repos/o/r/pulls?page=2",
  ],
  [
    "https://proxy.example/gh/",
    "https://api.github.com/repos/o/r/pulls?page=2",
    "https://proxy.example/gh/repos/o/r/pulls?page=2",
  ],
  [
    "https://proxy.example/api/v3",
    "https://code.example/api/v3/repos/o/r/pulls?page=2",
    "https://proxy.example/api/v3/repos/o/r/pulls?page=2",
  ],
])("to %s a link elsewhere is a way under it, so that no token leaves", (api, url, expected) => {
  expect(rebaseLinks(next(url), api)).toBe(next(expected));
});
