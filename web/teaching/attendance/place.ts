/** Which lesson of a class a register is of; without it, it is the register of the day. */
export type LessonPlace = { number: number; groupId: string | null }

/** What names a register on the device. */
export type RegisterKey = { classRoomId: string; date: string; lesson?: LessonPlace | undefined }

/** The key of a register in what the device keeps; it ends with the day. */
export const keyOfRegister = ({ classRoomId, date, lesson }: RegisterKey) =>
  lesson ? `${classRoomId} ${lesson.number} ${lesson.groupId ?? ''} ${date}` : `${classRoomId} ${date}`
