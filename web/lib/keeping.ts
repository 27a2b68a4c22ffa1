const shared = 'kashkool-shared'
const left = 'kashkool-left'
const signedIn = 'kashkool-in'

/** Where the store is kept: the browser's storage, or nowhere on a shared computer or where storage is closed to us. */
export const keeping = {
  getItem: (name: string) => (isSharedComputer() ? null : quietly(() => localStorage.getItem(name))),
  setItem: (name: string, value: string) => {
    if (!isSharedComputer()) quietly(() => localStorage.setItem(name, value))
  },
  removeItem: (name: string) => quietly(() => localStorage.removeItem(name)),
}

/** What says nothing about a person, such as the language, is kept on shared computers too. */
export const recall = (name: string) => quietly(() => localStorage.getItem(name))

export const remember = (name: string, value: string) => quietly(() => localStorage.setItem(name, value))

/** The mark ends with the browser, as the session of a shared computer does, and holds for all its tabs. */
export function shareComputer(yes: boolean) {
  document.cookie = `${shared}=1; path=/; samesite=strict${yes ? '' : '; max-age=0'}`
  if (yes) for (const name of ['root', 'today', 'first', 'push']) keeping.removeItem(name)
}

/** Set from leaving until the server knows of it, so that a sign-out without a network is made good at the next start. */
export const leaving = (yes: boolean) => {
  document.cookie = `${left}=1; path=/; samesite=strict; max-age=${yes ? 7_776_000 : 0}`
}

export const isLeaving = () => document.cookie.includes(`${left}=1`)

export const isSharedComputer = () => typeof document !== 'undefined' && document.cookie.includes(`${shared}=1`)

/** Whether somebody may be signed in here: no script can read the session's own cookie, so one of ours goes with it. */
export const markSignedIn = (yes: boolean) => {
  const age = yes ? (isSharedComputer() ? '' : '; max-age=34560000') : '; max-age=0'
  document.cookie = `${signedIn}=1; path=/; samesite=strict${age}`
}

export const isMarkedSignedIn = () => document.cookie.includes(`${signedIn}=1`)

/** Private windows and full disks refuse; the app goes on with what it has in memory. */
function quietly<T>(touch: () => T): T | null {
  try {
    return touch()
  } catch {
    return null
  }
}
