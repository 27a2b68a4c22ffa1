export type SchoolHeld = {
  id: string
  name: string
  imageUrl: string | null
  permissions: string[]
  timeZone: string
  active: boolean
}

type Row = { id: string; name: string }

export type Slices = {
  currentClassStudents: Row[]
  generalSchools: Row[]
  permissions: { held: string[]; appWide: string[] }
  appSettings: { theme: 'light' | 'dark' | 'system'; menuCollapsed: boolean }
  currentYear: { months: Row[] }
  language: Row[]
  defaults: { defaultSchoolId: string; defaultSchoolName: string }
  schools: SchoolHeld[]
  classes: Row[]
  courses: Row[]
  teachers: Row[]
  grade: Row[]
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
  }
}

export const emptySlices: Slices = {
  currentClassStudents: [],
  generalSchools: [],
  permissions: { held: [], appWide: [] },
  appSettings: { theme: 'system', menuCollapsed: false },
  currentYear: { months: [] },
  language: [],
  defaults: { defaultSchoolId: '', defaultSchoolName: '' },
  schools: [],
  classes: [],
  courses: [],
  teachers: [],
  grade: [],
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
  },
}

/** A reset clears everything but these two. */
export const keptOnReset = ({ generalSchools, appSettings }: Slices) => ({ generalSchools, appSettings })

/** What goes to the disk: the slices without actions, never the token, and no child's record. */
export const written = (root: Slices): Slices => {
  const names = Object.keys(emptySlices) as (keyof Slices)[]
  const slices = Object.fromEntries(names.map((name) => [name, root[name]])) as Slices
  return { ...slices, currentClassStudents: [], auth: { ...slices.auth, token: null } }
}
