import { ClassScreen } from '#web/school/classes/ClassScreen.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'

/** What the next tap of school staff opens, fetched while they look at home, so that a register and signing out work without a network. */
export const nextTap = { AvatarMenu, ClassScreen, Dialog }
