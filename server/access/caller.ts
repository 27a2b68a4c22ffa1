import type { Permission } from '#contract/language/permissions.ts'
import type { Across, Reach } from '#server/db/reach.ts'

/** A school the person belongs to, with their keys there. An inactive school is listed only for its administrator. */
export type CallerSchool = {
  id: string
  active: boolean
  timeZone: string
  isAdmin: boolean
  keys: Permission[]
  /** Set if the caller has access through the support window of the school. `own`: the rights that they have there without it. */
  supported?: { own: CallerSchool | undefined }
}

/** What a person may do, read from the current rows. */
export type RightsRow = {
  schools: CallerSchool[]
  appKeys: Permission[]
  isTeacher: boolean
  /** The person has an app role other than Standard. */
  isPlatform: boolean
  /** The person is School Manager of any school. */
  isManager: boolean
  /** Schools of the students to whom the caller is linked as a parent. */
  parentSchools: string[]
}

/** The rights of a person who has none, or who must give a second proof first. */
export const noRights: RightsRow = {
  schools: [],
  appKeys: [],
  isTeacher: false,
  isPlatform: false,
  isManager: false,
  parentSchools: [],
}

/**
 * The person who calls, with all their current rights. `isUnmarked`: the use of their session is still to be recorded. `proofDue`:
 * they must give a second proof first.
 */
export type Caller = {
  id: string
  sessionId: string
  sharedComputer: boolean
  isUnmarked: boolean
  proofDue: boolean
  rights: RightsRow
  /** The school of a session that was opened through its provider: there are no rights elsewhere (decision 160). Null for any other session. */
  onlySchool: string | null
  /** Set if a program calls with a key: the person is who made it, and has only the rights of its scope. */
  programId?: string
  /** The scopes of that key, or of the token that was made from it. */
  programScopes?: readonly string[]
}

/** The one school in which a call acts, and which of its rows it sees. */
export type Scope = {
  school: { id: string; timeZone: string; active: boolean }
  reach: Reach
  /** Whether the caller has a key in this school. */
  may: (key: Permission) => boolean
  /** Set if the call reads through a support window: the caller with everything they may read there. Each row is then audited. */
  supporter?: Caller | undefined
}

/**
 * What a call sees that acts in every school open to it. `school` is set if the call was narrowed to one school. `onPlatform`: it
 * sees what the platform reviews of every school.
 */
export type ScopeAcross = {
  school: Scope['school'] | null
  reach: Across
  onPlatform: boolean
  supporter?: Caller | undefined
}

/** For a call of the platform: the school that it concerns, or null. */
export type ScopeOnPlatform = { school: Scope['school'] | null }
