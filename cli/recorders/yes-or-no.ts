/** Whether a check only says yes or no of what it was given, so that a value found by it would tell nothing more. */
export function isYesOrNo(action: string): boolean {
  return YES_OR_NO.has(action.slice(action.lastIndexOf(".") + 1));
}

const YES_OR_NO: ReadonlySet<string> = new Set([
  "toBeAttached",
  "toBeChecked",
  "toBeDefined",
  "toBeDisabled",
  "toBeEditable",
  "toBeEmpty",
  "toBeEmptyDOMElement",
  "toBeEnabled",
  "toBeFalsy",
  "toBeFocused",
  "toBeHidden",
  "toBeInTheDocument",
  "toBeInViewport",
  "toBeInvalid",
  "toBeNaN",
  "toBeNull",
  "toBeNullable",
  "toBeOK",
  "toBePartiallyChecked",
  "toBeRequired",
  "toBeTruthy",
  "toBeUndefined",
  "toBeValid",
  "toBeVisible",
  "toHaveFocus",
]);
