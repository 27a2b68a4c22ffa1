import { isId } from '#web/lib/paths.ts'

/** Whose home the empty address shows. */
export type AtHome = 'visitor' | 'parent' | 'staff' | 'platform' | 'newcomer'

/** The name of the help texts of an address: `help.screens.<name>`. For nested addresses, the last word names the screen. */
export function helpOf(pathname: string, atHome: AtHome): string {
  const words = pathname.split('/').filter(Boolean)
  const [first, second] = words
  if (!first) return `home.${atHome}`
  const same = sameWork[words.join('/')]
  if (same) return same
  if (first === 'settings' || first === 'admin-settings') return `${first}.${second ?? 'index'}`
  if (first === 'students' && second) return 'child'
  return isId(first) ? 'class' : words.at(-1)!
}

/** Addresses of a list that is also a setting, and of a setting that leads to daily work. */
const sameWork: Record<string, string> = {
  students: 'settings.students',
  classes: 'settings.classes',
  staff: 'settings.teachers',
  'settings/results': 'results',
}

/** A key and what it does; its text is `help.keys.<key>`. */
export type HelpKey = { pressed: string; key: string }

/** Up and down. Our font does not contain these characters, so they are drawn. */
export const arrows = 'ArrowUp ArrowDown'

/** The keys of a screen, then those that work everywhere. */
export const keysAt = (screen: string, atHome: AtHome): HelpKey[] => [
  ...(keysOfScreen[screen] ?? []),
  ...(atHome !== 'visitor' ? [{ pressed: 'Ctrl K  Cmd K', key: 'find' }] : []),
  { pressed: '?', key: 'help' },
  { pressed: 'Tab', key: 'next' },
  { pressed: 'Esc', key: 'close' },
]

const keysOfScreen: Record<string, HelpKey[]> = {
  class: [
    { pressed: arrows, key: 'student' },
    { pressed: '1 2 3 4', key: 'state' },
    { pressed: '5', key: 'details' },
    { pressed: 'Ctrl Enter', key: 'confirm' },
    { pressed: 'Enter  Shift Enter', key: 'mark' },
    { pressed: 'Ctrl Z', key: 'undo' },
  ],
  absence: [
    { pressed: arrows, key: 'desk' },
    { pressed: '1 2 3', key: 'outcome' },
  ],
  waiting: [
    { pressed: 'J  K', key: 'queueMove' },
    { pressed: 'A', key: 'queueAccept' },
    { pressed: 'R', key: 'queueRefuse' },
    { pressed: 'U', key: 'queueUndo' },
  ],
  'settings.grade': [{ pressed: arrows, key: 'grade' }],
}
