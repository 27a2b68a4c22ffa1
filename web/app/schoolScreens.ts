import { SchoolScreen } from '#web/schools/SchoolScreen.tsx'
import { SchoolsScreen } from '#web/schools/SchoolsScreen.tsx'

/** The schools that everybody sees, and one of them. */
export const schoolScreens = { list: SchoolsScreen, one: SchoolScreen }
