import { desk } from '#contract/teaching/absence/desk.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { fold } from '#web/lib/text.ts'
import type { TextValues } from '#web/lib/texts.ts'

export type Desk = OutputOf<typeof desk.get>
export type DeskStudent = Desk['students'][number]
export type HomePhone = DeskStudent['guardians'][number]

/** The desk of a school, which follows the registers of the morning. */
export function useDesk(schoolId: string) {
  useLiveRefresh(schoolId, desk.get, 1500)
  return useRead(desk.get, { schoolId })
}

/** Whether somebody still has to do something about a student: nobody was reached, and no excuse was accepted. */
export const isOpen = ({ state, call, excuse }: DeskStudent) =>
  state === 'absent' && call?.outcome !== 'reached' && excuse?.accepted !== true

type OfClasses = Pick<Desk, 'classes'>

/** Whether registers are due today: on a day without school none is, and none is missing. */
export const areRegistersDue = ({ classes }: OfClasses) => classes.all > 0

/** Whether registers are to come and none is there. */
export const isBeforeRegisters = (desk: OfClasses) => areRegistersDue(desk) && desk.classes.taken === 0

/** How many of the registers that are due are there. */
export const takenWords = (t: (key: string, values?: TextValues) => string, desk: OfClasses) =>
  areRegistersDue(desk)
    ? t('absence.taken', { taken: desk.classes.taken, count: desk.classes.all })
    : t('absence.noneDue')

/** Whether the name or the class of a student holds what is searched for, however it is written. */
export const isNamed = (
  { studentName, classRoomName }: Pick<DeskStudent, 'studentName' | 'classRoomName'>,
  search: string,
) => fold(`${studentName} ${classRoomName}`).includes(fold(search))
