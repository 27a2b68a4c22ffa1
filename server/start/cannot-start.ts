/** A hindrance the operator can remove. The message is the whole sentence to show, without a stack. */
export class CannotStart extends Error {}
