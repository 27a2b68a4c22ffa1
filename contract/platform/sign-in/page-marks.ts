/**
 * Cookies that the page sets and reads itself: somebody is signed in here, this computer is shared, somebody is leaving. The script in `index.html`,
 * which runs before all others, names them too.
 */
export const pageMarks = { signedIn: 'kashkool-in', shared: 'kashkool-shared', left: 'kashkool-left' } as const
