/** Now, by the clock of this device. Nothing else in the browser reads the clock. */
export const now = () => new Date()

/** The same in milliseconds since 1970, for measuring how long something takes. */
export const epoch = () => now().getTime()
