import { deliveriesOfDays } from '#contract/platform/connections/webhooks.ts'
import { removedForDays } from '#contract/overviews/removals/removals.ts'

/** After how many days stored personal data is erased, if the installation sets no other numbers. docs/privacy.md gives the reasons. */
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
  /** Answers stored for repeated calls. For registers that wait on a device, twice as long. */
  firstAnswers: 30,
  /** Sessions. The rules of sign-in may end one earlier, never later. */
  sessions: 30,
  /** Devices that may sign in while new ones must wait. A larger number has no effect. */
  knownDevices: 180,
  /** Changes of numbers that ended. */
  phoneChanges: 365,
  /** Work with several students that ended. */
  jobs: 365,
  /** Pictures that were replaced, or never used. */
  pictures: 1,
  /** What was removed, such as an exam or a note; until then it can be put back. */
  removed: removedForDays,
  /** Pictures sent with excuses, after the decision. */
  excusePictures: 180,
  /** Pictures sent with transfers that parents report, after the decision. */
  transferPictures: 180,
  /** Messages of webhooks, arrived or not. */
  webhooks: deliveriesOfDays,
}

export type RetentionDays = typeof retentionDays
