/** How often signing in may fail (api.md §9); settings of the installation. */
export type LoginFigures = {
  /**
   * Failures of one phone per day without a wait: from one address (/64 for IPv6) or known device, from its network (/24, /48), and over
   * all addresses. Each further failure makes the next try wait longer.
   */
  free: number
  freeOfNetwork: number
  freeOfPhone: number
  /** Failures in 24 hours over all phones, from unknown devices of one address and of one network. */
  failuresOfAddress: number
  failuresOfNetwork: number
  /** Failures in 24 hours from unknown devices over all phones that have an account. */
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

/** Wrong authenticator codes of one person per hour, over all addresses. */
export const secondFactorTries = 5
