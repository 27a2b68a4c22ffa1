/** Now, by the clock of this device. Nothing else in the browser reads the clock. */
export const now = () => new Date()

/** The same as an epoch in milliseconds, for what lasts. */
export const epoch = () => now().getTime()
