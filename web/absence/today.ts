import { desk } from '#contract/absence/desk.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useFollowed } from '#web/lib/following.ts'
import { fold } from '#web/lib/text.ts'

export type Desk = OutputOf<typeof desk.get>
export type DeskStudent = Desk['students'][number]
export type HomePhone = DeskStudent['guardians'][number]

/** The desk of a school, which follows the registers of the morning. */
export function useDesk(schoolId: string) {
  useFollowed(schoolId, desk.get, 1500)
  return useRead(desk.get, { schoolId })
}

/** Whether somebody still has to do something about a student: nobody was reached, and no excuse was accepted. */
export const isOpen = ({ state, call, excuse }: DeskStudent) =>
  state === 'absent' && call?.outcome !== 'reached' && excuse?.accepted !== true

/** Whether registers are to come and none is there; on a day without school none comes. */
export const isBeforeRegisters = ({ classes }: Pick<Desk, 'classes'>) => classes.all > 0 && classes.taken === 0

/** Whether the name or the class of a student holds what is searched for, however it is written. */
export const isNamed = (
  { studentName, classRoomName }: Pick<DeskStudent, 'studentName' | 'classRoomName'>,
  search: string,
) => fold(`${studentName} ${classRoomName}`).includes(fold(search))
