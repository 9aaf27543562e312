/** A plan with two cases: one that a person proves, and a command. */
export const CHECKOUT = `version: 1
slug: checkout
title: Checkout
cases:
  - key: pay
    title: Paying works
    method_id: manual
    instructions: Pay with a card.
    expected_outcome: The order is confirmed.
  - key: unit
    title: The unit tests pass
    method_id: command
    instructions: Run them.
    expected_outcome: All pass.
    method_config: {command: "true"}
`;
