import { ClassScreen } from '#web/classes/ClassScreen.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'

/**
 * What the next tap of somebody who works in a school opens, fetched while they look at home: a register and the way out open
 * without a network.
 */
export const nextTap = { AvatarMenu, ClassScreen, Dialog }
