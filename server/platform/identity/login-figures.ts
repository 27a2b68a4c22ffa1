/** How often signing in may fail (api.md §9); settings of the installation. */
export type LoginFigures = {
  /** Failures of one phone per day from one address (/64 for IPv6) or known device that cost nothing; each further one makes a wait longer. */
  free: number
  /**
   * Failures in 24 hours from unknown devices: of one phone from one network (/24, /48) and from everywhere, and over all phones from one
   * address and one network. Beyond them a right password from an unknown device needs a code to the person's own number as well.
   */
  freeOfNetwork: number
  freeOfPhone: number
  failuresOfAddress: number
  failuresOfNetwork: number
  /** The same over all phones that have an account, counted as long as none of the figures above is exceeded. */
  failuresOfAccounts: number
}

export const loginFigures: LoginFigures = {
  free: 5,
  freeOfNetwork: 15,
  freeOfPhone: 30,
  failuresOfAddress: 100,
  failuresOfNetwork: 300,
  failuresOfAccounts: 400,
}

/** Wrong authenticator codes of one person per hour, over all addresses, and from each device that they know. */
export const secondFactorTries = 5
