/** A problem that the operator can solve. The message is the whole sentence to show, without a stack. */
export class CannotStart extends Error {}
