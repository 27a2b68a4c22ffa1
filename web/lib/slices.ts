export type OwnSchool = {
  id: string
  name: string
  imageUrl: string | null
  permissions: string[]
  timeZone: string
  /** Whose numbers are typed there as at home; missing in what a version before has kept. */
  country?: string
  active: boolean
}

export type Slices = {
  permissions: { held: string[]; appWide: string[] }
  appSettings: { theme: 'light' | 'dark' | 'system'; menuCollapsed: boolean }
  defaults: { defaultSchoolId: string; defaultSchoolName: string }
  schools: OwnSchool[]
  auth: { isAuthenticated: boolean; token: string | null; authError: string | null }
  user: {
    id: string
    userType: string
    userName: string
    firstName: string
    middleName: string
    lastName: string
    phoneNumber: string
    imageUrl: string
    isTeacher: boolean
    isParent: boolean
    /** The second factor is still missing, so nothing may be shown yet. */
    proofDue: boolean
    /** The session was opened with the account of a school: what belongs to the person stays closed in it. */
    isNarrowed: boolean
  }
}

export const emptySlices: Slices = {
  permissions: { held: [], appWide: [] },
  appSettings: { theme: 'system', menuCollapsed: false },
  defaults: { defaultSchoolId: '', defaultSchoolName: '' },
  schools: [],
  auth: { isAuthenticated: false, token: null, authError: null },
  user: {
    id: '',
    userType: '',
    userName: '',
    firstName: '',
    middleName: '',
    lastName: '',
    phoneNumber: '',
    imageUrl: '',
    isTeacher: false,
    isParent: false,
    proofDue: false,
    isNarrowed: false,
  },
}

/** The part of the store that a reset does not clear. The public schools stay in the query cache too (decision 026). */
export const keptOnReset = ({ appSettings }: Slices) => ({ appSettings })

/** The part of the store that is written to the disk: no actions, and never the token. */
export const persisted = (root: Slices): Slices => {
  const names = Object.keys(emptySlices) as (keyof Slices)[]
  const slices = Object.fromEntries(names.map((name) => [name, root[name]])) as Slices
  return { ...slices, auth: { ...slices.auth, token: null } }
}
