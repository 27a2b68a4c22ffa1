import { pageMarks } from '#contract/platform/sign-in/page-marks.ts'

const { shared, left, signedIn } = pageMarks

/** Where the store is kept: in the browser's storage; nowhere on a shared computer or where storage is not allowed. */
export const keeping = {
  getItem: (name: string) => (isSharedComputer() ? null : quietly(() => localStorage.getItem(name))),
  setItem: (name: string, value: string) => {
    if (!isSharedComputer()) quietly(() => localStorage.setItem(name, value))
  },
  removeItem: (name: string) => quietly(() => localStorage.removeItem(name)),
}

/** Settings that reveal nothing about a person, such as the language, are kept on shared computers too. */
export const recall = (name: string) => quietly(() => localStorage.getItem(name))

export const remember = (name: string, value: string) => quietly(() => localStorage.setItem(name, value))

/** A session cookie, so that the mark ends with the browser, like the session on a shared computer, and is valid in all tabs. */
export function shareComputer(yes: boolean) {
  document.cookie = `${shared}=1; path=/; samesite=strict${yes ? '' : '; max-age=0'}`
  if (!yes) return
  for (const name of ['root', 'push']) keeping.removeItem(name)
  dropKept()
}

/** Removes the kept answers, screens, drafts and what was opened last of the person who was signed in. */
export function dropKept() {
  for (const name of ['today', 'first', 'begun', 'recent', 'gate']) keeping.removeItem(name)
}

/** The list that a gate keeps begins with its day, and is erased after it (decision 194). */
export function dropGateBefore(day: string) {
  if (!(keeping.getItem('gate') ?? day).startsWith(day)) keeping.removeItem('gate')
}

/** Set from the sign-out until the server knows of it, so that a sign-out without a network is completed at the next start. */
export const leaving = (yes: boolean) => {
  document.cookie = `${left}=1; path=/; samesite=strict; max-age=${yes ? 7_776_000 : 0}`
}

export const isLeaving = () => document.cookie.includes(`${left}=1`)

export const isSharedComputer = () => typeof document !== 'undefined' && document.cookie.includes(`${shared}=1`)

/** Whether somebody may be signed in here. Scripts cannot read the session's cookie, so a second cookie is set together with it. */
export const markSignedIn = (yes: boolean) => {
  document.cookie = `${signedIn}=1; path=/; samesite=strict${yes ? ageOfSession() : '; max-age=0'}`
}

const ageOfSession = () => (isSharedComputer() ? '' : '; max-age=34560000')

export const isMarkedSignedIn = () => document.cookie.includes(`${signedIn}=1`)

/** Private windows and full disks refuse to store; the application then continues with what is in memory. */
function quietly<T>(touch: () => T): T | null {
  try {
    return touch()
  } catch {
    return null
  }
}
