/** For how long after a sign-in with a password an account can be linked, in ms. */
const linksWithin = 60 * 60_000

/** Whether a sign-in with a password is recent enough to link an account. */
export const isFresh = (signedInAt: Date | undefined, now: Date) =>
  signedInAt !== undefined && now.getTime() - signedInAt.getTime() < linksWithin
