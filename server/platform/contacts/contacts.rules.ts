/** The most contacts of a school. */
export const contactsAtMost = 50
