import { SchoolScreen } from '#web/platform/schools/SchoolScreen.tsx'
import { SchoolsScreen } from '#web/platform/schools/SchoolsScreen.tsx'

/** The schools that everybody sees, and one of them. */
export const schoolScreens = { list: SchoolsScreen, one: SchoolScreen }
