import type { TestLanguage } from "../test-language.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";

/** Every language whose tests are judged, one line a file. */
export const LANGUAGES: readonly TestLanguage[] = [go, java, javascript, python];
