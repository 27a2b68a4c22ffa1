import type { Permission } from '#contract/language/permissions.ts'
import type { Across, Reach } from './reach.ts'

/** A school the person belongs to, with their keys there. An inactive school is listed only for its administrator. */
export type CallerSchool = {
  id: string
  active: boolean
  timeZone: string
  isAdmin: boolean
  keys: Permission[]
  /** The caller has access through the support window of the school; `own`: the rights that they have there without it. */
  supported?: { own: CallerSchool | undefined }
}

/** What a person may do, from live rows. */
export type RightsRow = {
  schools: CallerSchool[]
  appKeys: Permission[]
  isTeacher: boolean
  /** The person has an app role other than Standard. */
  isPlatform: boolean
  /** The person is School Manager of any school. */
  isManager: boolean
  /** Schools of the students that the caller is linked to as a parent. */
  parentSchools: string[]
}

/** Of a person who has none, or must first give a second proof. */
export const noRights: RightsRow = {
  schools: [],
  appKeys: [],
  isTeacher: false,
  isPlatform: false,
  isManager: false,
  parentSchools: [],
}

/** The person who calls, with all their rights at this moment. `proofDue`: they must give a second proof first. */
export type Caller = { id: string; sessionId: string; sharedComputer: boolean; proofDue: boolean; rights: RightsRow }

/** The one school a call acts in, and which of its rows it sees. */
export type Scope = {
  school: { id: string; timeZone: string; active: boolean }
  reach: Reach
  /** Whether the caller has a key in this school. */
  may: (key: Permission) => boolean
  /** The caller with all that they may read in a support window, where the call reads through one: each row is audited. */
  supporter?: Caller | undefined
}

/**
 * What a call sees that acts in every school it is open in; the school, where it was narrowed to one. `onPlatform`: it
 * sees what the platform reviews of every school.
 */
export type ScopeAcross = {
  school: Scope['school'] | null
  reach: Across
  onPlatform: boolean
  supporter?: Caller | undefined
}

/** The school a call of the platform concerns; null where it concerns none. */
export type ScopeOnPlatform = { school: Scope['school'] | null }
