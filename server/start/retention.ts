/** After how many days what is kept of people is erased, where the installation sets no other. The reasons: docs/privacy.md. */
export const retentionDays = {
  /** Who read which student. */
  reads: 365,
  /** From which address an account was used. */
  addresses: 90,
  inbox: 90,
  /** Events that were delivered or given up. */
  events: 90,
  drafts: 7,
  importRows: 30,
  /** Invitations of parents that were answered or withdrawn. */
  invitations: 30,
  /** Devices that get notices. */
  devices: 90,
  /** Answers kept for a call that is repeated; of registers that wait on a device, twice as long. */
  firstAnswers: 30,
  /** Sessions; the rules of sign-in may end one earlier, never later. */
  sessions: 30,
  /** Devices that may sign in while new ones wait; a longer time than this changes nothing. */
  knownDevices: 180,
  /** Changes of numbers that ended. */
  phoneChanges: 365,
  /** Work with several students that ended. */
  jobs: 365,
  /** Pictures that were replaced, or never used. */
  pictures: 1,
  /** Pictures sent with excuses, after the decision. */
  excusePictures: 180,
}

export type RetentionDays = typeof retentionDays
