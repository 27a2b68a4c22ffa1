/** Ways to sign in of RFC 8176 that count as different factors. */
const factors = new Set(['pwd', 'pin', 'otp', 'hwk', 'swk', 'sms', 'fpt', 'face'])

/** Classes that say it in the other claim: phishing-resistant (OpenID EAP), and names that providers use. */
const classes = new Set(['phr', 'phrh', 'mfa', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'])

/** Whether a token says that a second factor was given: in so many words, or by two ways that it names. */
export function hasSecondFactor({ amr, acr }: Record<string, unknown>): boolean {
  if (typeof acr === 'string' && classes.has(acr)) return true
  const ways = new Set(Array.isArray(amr) ? amr : [])
  return ways.has('mfa') || [...ways].filter((way) => factors.has(way as string)).length >= 2
}
