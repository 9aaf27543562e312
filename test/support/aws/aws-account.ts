/** The account that everything is taken to be in. */
export const AWS_ACCOUNT = "123456789012";
