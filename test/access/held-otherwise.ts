/**
 * Conditions that the matrix does not miss, because something else holds the same rule. The full proof fails when one of
 * them is missed after all, so that none stands here longer than it is true.
 */
export const heldOtherwise: { what: RegExp; why: string }[] = []
